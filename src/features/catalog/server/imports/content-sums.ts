import { createHash } from 'node:crypto';
import type { ImportedChapter, ImportedPage, StoredBlock } from './imported.ts';
import type { ChapterEditionRow, PageRow } from './queries.ts';

/** Returns the source that an image was made from; the image itself where nobody knows. */
export type SourceOf = (imageId: string) => string;

/** A picture in a text counts as much as a paragraph of this many characters. */
const pictureInText = 300;
const longestSum = 64;

/** The sums of a given chapter's content over all its languages; see `Sums`. */
export function sumsOfGiven({ editions }: ImportedChapter, sourceOf: SourceOf): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { pages, blocks } of editions) {
    for (const page of pages ?? []) sums.set(`picture ${sourceOfPage(page, sourceOf)}`, 1);
    addBlocks(sums, blocks ?? [], sourceOf);
  }
  return sums;
}

/** The sums of a published chapter's content over all its languages. */
export function sumsOfPublished(
  editions: readonly { row: ChapterEditionRow; pages: readonly PageRow[] }[],
  sourceOf: SourceOf,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { row, pages } of editions) {
    const blocks = blocksOf(row);
    if (blocks !== null) addBlocks(sums, blocks, sourceOf);
    else for (const { imageIds } of pagesOf(pages)) sums.set(`picture ${sourceOfPage({ imageIds }, sourceOf)}`, 1);
  }
  return sums;
}

/** The pages of rows in reading order, each with the images of its tiles. */
export function pagesOf(rows: readonly PageRow[]): ImportedPage[] {
  const pages = new Map<string, string[]>();
  for (const row of rows) pages.set(row.source_key, [...(pages.get(row.source_key) ?? []), row.image_id]);
  return [...pages].map(([sourceKey, imageIds]) => ({ sourceKey, imageIds }));
}

export function sourceOfPage(page: Pick<ImportedPage, 'imageIds'>, sourceOf: SourceOf): string {
  return [...new Set(page.imageIds.map(sourceOf))].join(' ');
}

export function blocksOf({ blocks }: Pick<ChapterEditionRow, 'blocks'>): StoredBlock[] | null {
  return blocks as StoredBlock[] | null; // only `writeImport` writes them, and it accepts no other shape
}

/** The sum and the words of each paragraph and each picture of a text; a repeated paragraph is there each time. */
export function paragraphSums(
  blocks: readonly StoredBlock[],
  sourceOf: SourceOf,
): { sum: string; weight: number; words: string }[] {
  return blocks.flatMap((block) => {
    if (block.type === 'hr') return [];
    if (block.type === 'img') return [{ sum: `picture ${sourceOf(block.imageId)}`, weight: pictureInText, words: '' }];
    const words = wordsOf(block);
    return words === '' ? [] : [{ sum: `text ${shortSum(words)}`, weight: words.length, words }];
  });
}

function addBlocks(sums: Map<string, number>, blocks: readonly StoredBlock[], sourceOf: SourceOf): void {
  for (const { sum, weight } of paragraphSums(blocks, sourceOf)) sums.set(sum, weight);
}

function wordsOf(block: Extract<StoredBlock, { inlines: unknown }>): string {
  return block.inlines
    .map((inline) => (inline.type === 'br' ? ' ' : inline.type === 'ruby' ? inline.base : inline.text))
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
}

function shortSum(words: string): string {
  return words.length <= longestSum ? words : createHash('sha1').update(words).digest('base64');
}
