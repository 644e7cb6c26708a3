import { normalizePath, type Plugin } from 'vite';
import { root } from './tree.ts';

/** Files (or folders, with a slash at the end) from the root, without those of `except`. */
interface Chunk {
  name: string;
  parts: string[];
  except?: string[];
  priority: number;
}

/**
 * The code of every page is one file, and so is the code of every kind of chapter: many small files compress worse, and
 * each has to name its imports. tools/size.ts prints the sums.
 */
export const chunks: readonly Chunk[] = [
  {
    name: 'base',
    parts: [
      'src/app/site/browser.tsx',
      'src/web/part.ts',
      'src/web/ui/Badge.tsx',
      'src/web/ui/Skeleton.tsx',
      'src/shared/text-language.ts',
      'src/features/library/web/use-remembers.ts',
    ],
    priority: 2,
  },
  {
    name: 'chapter',
    parts: [
      'src/features/reading/web/end/ChapterEnd.tsx',
      'src/features/reading/web/end/use-next-chapter.ts',
      'src/features/reading/web/place/use-chapter-watch.ts',
      'src/features/reading/web/settings/root-settings.ts',
    ],
    priority: 1,
  },
  {
    name: 'text',
    parts: ['src/features/reading/block-text.ts', 'src/features/reading/web/novel/text/text-dom.ts'],
    priority: 1,
  },
  {
    name: 'lists',
    parts: [
      'src/features/catalog/rules.ts',
      'src/features/catalog/web/selection.ts',
      'src/features/catalog/web/BookCover.tsx',
      'src/features/catalog/web/openings/LateOpenings.tsx',
      'src/shared/tags.ts',
      'src/web/ui/CardLink.module.css',
      'src/web/ui/Chip.tsx',
      'src/web/ui/LoadWhenSeen.tsx',
      'src/web/ui/Notice.tsx',
    ],
    priority: 1,
  },
  {
    name: 'late',
    parts: ['src/app/site/after-start.ts', 'src/features/reading/web/place/reading-events.ts'],
    priority: 1,
  },
  {
    name: 'dates',
    parts: ['src/web/Dated.tsx', 'src/features/catalog/web/openings/labels.module.css'],
    priority: 1,
  },
  {
    name: 'kept',
    parts: [
      'src/features/offline/web/kept-store.ts',
      'src/features/offline/web/room.ts',
      'src/features/offline/web/sizes.ts',
    ],
    priority: 1,
  },
  {
    name: 'places',
    parts: [
      'src/features/library/web/memory.ts',
      'src/features/library/web/marks/marks.ts',
      'src/features/library/web/places/',
    ],
    except: ['src/features/library/web/places/places-account.ts', 'src/features/library/web/places/receiving.ts'],
    priority: 1,
  },
  // Their sizes stand in the head of every chapter's page; the last come late.
  {
    name: 'images',
    parts: ['src/features/reading/web/pictures/'],
    except: ['src/features/reading/web/pictures/sizes.ts', 'src/features/reading/web/pictures/last-images.ts'],
    priority: 1,
  },
];

const isPart = (path: string, part: string) => (part.endsWith('/') ? path.startsWith(part) : path === part);
const pathOf = (id: string) => normalizePath(id).slice(normalizePath(root).length + 1);

/** The chunks as the build asks for them. */
export const chunkGroups = chunks.map(({ name, parts, except = [], priority }) => ({
  name,
  priority,
  test: (id: string) => {
    const path = pathOf(id);
    return parts.some((part) => isPart(path, part)) && !except.includes(path);
  },
}));

/** The parts of chunks that none of the modules is. */
export function findStrays(chunks: readonly Chunk[], ids: readonly string[]): string[] {
  const paths = ids.map(pathOf);
  const parts = chunks.flatMap(({ parts, except = [] }) => [...parts, ...except]);
  return parts.filter((part) => !paths.some((path) => isPart(path, part)));
}

/** Fails a build that lacks a file which a chunk names: it was moved, or nothing imports it any more. */
export function noStrays(): Plugin {
  return {
    name: 'no-strays',
    apply: 'build',
    buildEnd(error) {
      const strays = error ? [] : findStrays(chunks, [...this.getModuleIds()]);
      if (strays.length > 0) this.error(`tools/chunks.ts names what is not in the build: ${strays.join(', ')}`);
    },
  };
}
