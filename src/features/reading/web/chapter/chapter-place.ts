import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { tagOfWords, type Worded } from '../../../../shared/text-language.ts';
import type { LockedChapter } from '../../contract.ts';
import type { OpenedChapter, ReadableChapter } from './chapter.ts';
import type { Turn } from './content-handle.ts';

/** What a chapter's print calls it; null: nothing but its number. */
interface Printed {
  season: number | null;
  label: string | null;
}

export interface Neighbour extends Printed {
  chapterUuid: string;
  number: number;
  /** The address of its page. */
  to: string;
}

/** Where a chapter stands in its book: what the reader's frame shows, whether the chapter may be read or not. */
export interface ChapterPlace {
  bookUuid: string;
  bookTitle: string;
  chapterUuid: string;
  number: number;
  printed: Printed;
  /** Empty when the chapter has none, or is not known. */
  title: string;
  /** The language of the edition that is shown; null where nobody said. */
  words: Worded | null;
  neighbours: Record<Turn, Neighbour | null>;
}

const unprinted: Printed = { season: null, label: null };

export function placeOf(chapterUuid: string, opened: OpenedChapter): ChapterPlace {
  const { chapter } = opened;
  const readable = opened.state === 'open' ? opened.chapter : null;
  const { book_uuid: bookUuid } = chapter;
  return {
    bookUuid,
    bookTitle: displayText(chapter.book_title),
    chapterUuid,
    number: chapter.chapter_number,
    printed: readable ? { season: readable.season, label: readable.label } : unprinted,
    title: displayText(chapter.title).trim(),
    words: chapter,
    neighbours: {
      previous: neighbour(bookUuid, chapter.prev_chapter_uuid, {
        number: chapter.prev_chapter_number,
        season: readable?.prev_season ?? null,
        label: readable?.prev_label ?? null,
      }),
      next: neighbour(bookUuid, chapter.next_chapter_uuid, {
        number: chapter.next_chapter_number,
        season: readable?.next_season ?? null,
        label: readable?.next_label ?? null,
      }),
    },
  };
}

/** What the address alone says of a chapter whose answer has not come yet, or failed. */
export function unknownPlace(params: { bookid: string; chapter_uuid: string; chapter_number: string }): ChapterPlace {
  return {
    bookUuid: params.bookid,
    bookTitle: '',
    chapterUuid: params.chapter_uuid,
    number: Number.parseInt(params.chapter_number, 10) || 0,
    printed: unprinted,
    title: '',
    words: null,
    neighbours: { previous: null, next: null },
  };
}

/**
 * The chapter's own address. The uuid decides; a wrong book or number in a typed address is corrected
 * (spec: site.md#pages).
 */
export function addressOf(chapterUuid: string, chapter: ReadableChapter | LockedChapter): string {
  return paths.chapter({ bookUuid: chapter.book_uuid, chapterUuid, number: chapter.chapter_number });
}

/** The `lang` attribute for words of an edition. */
export function tagOf(words: Worded | null): string | undefined {
  return words ? tagOfWords(words) : undefined;
}

function neighbour(
  bookUuid: string,
  chapterUuid: string | null,
  { number, ...printed }: Printed & { number: number | null },
): Neighbour | null {
  if (chapterUuid === null || number === null) return null;
  return { chapterUuid, number, ...printed, to: paths.chapter({ bookUuid, chapterUuid, number }) };
}
