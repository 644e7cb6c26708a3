/** How a book goes out: as a folder that an import takes, a CBZ for each chapter of a comic, or a novel as one EPUB. */
export const exportFormats = ['folder', 'cbz', 'epub'] as const;
export type ExportFormat = (typeof exportFormats)[number];
