import { cutDescription } from '../../../../shared/text.ts';
import { readName } from '../../names/names.ts';
import type { BookPart } from '../../plan/book-file.ts';
import { wordsOf } from '../../text/block-words.ts';
import type { TocEntry } from './contents.ts';
import type { EpubPackage } from './package.ts';
import { longestTitle, type NamedPlace, type SpineText } from './spine.ts';

export type EpubComicChapter = BookPart & { pictures: string[] };

const fewWords = 40;

/** Whether the documents are a comic's pages: one picture each, as the package says or as all of them look. */
export function isComic(book: Pick<EpubPackage, 'layout' | 'spine'>, texts: readonly SpineText[]): boolean {
  const filled = texts.filter((text) => picturesOf(text).length > 0 || wordCount(text) > 0);
  const pictured = filled.filter((text) => picturesOf(text).length > 0);
  if (pictured.length === 0) return false;
  if (book.layout === 'roll') return true;
  const isPaginated =
    book.layout === 'paginated' ||
    book.spine.every(({ properties }) =>
      properties.some((name) => /^rendition:layout-(?:pre-paginated|roll)$/.test(name)),
    );
  if (isPaginated) return pictured.length * 2 >= filled.length;
  const bare = pictured.filter((text) => picturesOf(text).length === 1 && wordCount(text) <= fewWords);
  return bare.length >= 4 && bare.length >= filled.length * 0.9;
}

/**
 * A comic's chapters: each numbered entry of the table of contents begins one. A comic without such entries is one
 * chapter. Pages stand in the spine's order.
 */
export function comicChapters(
  texts: readonly SpineText[],
  toc: readonly TocEntry[],
  book: { title: string; named: readonly NamedPlace[] },
): EpubComicChapter[] {
  const pages = texts.filter((text) => text.isLinear && picturesOf(text).length > 0);
  const starts = new Map<number, string>();
  for (const entry of flat(toc)) {
    const at = pages.findIndex((text) => text.path === entry.place?.path);
    if (at >= 0 && readName(entry.label).number !== null && !starts.has(at)) starts.set(at, entry.label);
  }
  const begins = [...starts.keys()].sort((a, b) => a - b);
  if (begins.length < 2) return [chapterOf(book.title, pages)];
  return begins.map((at, index) =>
    // The pages before the first chapter (a cover, credits) belong to the first chapter.
    chapterOf(starts.get(at) ?? '', pages.slice(index === 0 ? 0 : at, begins[index + 1] ?? pages.length)),
  );
}

function flat(entries: readonly TocEntry[]): TocEntry[] {
  return entries.flatMap((entry) => [entry, ...flat(entry.children)]);
}

function chapterOf(title: string, pages: readonly SpineText[]): EpubComicChapter {
  const pictures = pages.flatMap(picturesOf);
  return { title: cutDescription(title, longestTitle), number: readName(title).number, volume: null, pictures };
}

export function picturesOf(text: SpineText): string[] {
  return text.blocks.flatMap((block) => (block.type === 'img' ? [block.src] : []));
}

function wordCount(text: SpineText): number {
  return text.blocks.reduce((sum, block) => sum + wordsOf(block).length, 0);
}
