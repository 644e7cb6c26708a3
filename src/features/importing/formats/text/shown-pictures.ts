import type { PartBlock } from '../../plan/book-file.ts';
import type { TextFile } from '../../plan/source.ts';
import type { HtmlBlock } from '../../text/block-writer.ts';

/** Blocks with the pictures that come with their text; the addresses of missing pictures are reported. */
export function withPictures(
  { pictures }: TextFile,
  blocks: readonly HtmlBlock[],
): { shown: PartBlock[]; faults: { name: string; cause: string }[] } {
  const faults: { name: string; cause: string }[] = [];
  const shown = blocks.flatMap((block): PartBlock[] => {
    if (block.type !== 'img') return [block];
    const picture = pictures.get(block.src);
    if (picture) return [{ type: 'img', picture: { ...picture, shownAs: picture.path }, alt: block.alt }];
    faults.push({ name: block.src, cause: "the text shows it, and it is not in the book's folder" });
    return [];
  });
  return { shown, faults };
}
