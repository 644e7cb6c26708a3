import { useEffect } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { displayText } from '../../../../shared/text.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery } from '../../../../web/query.ts';
import { places, useNumbering } from '../memory.ts';
import { chapterElsewhereQuery } from '../places/chapter-number.ts';
import { shareOf } from '../places/place-rules.ts';
import type { Place } from '../places/places.ts';
import type { NamedChapter } from './ChapterName.tsx';
import { type ChapterAt, chapterAtQuery } from './chapter-at.ts';
import { chapterLengthQuery } from './chapter-length.ts';

export interface ReadOn {
  /** The address to go on at: the book's page if no chapter is left, null while the server is being asked. */
  to: string | null;
  /** Null where no chapter is left. */
  chapter: NamedChapter | null;
  /** How much of that chapter was read, 0 to 1; null where nobody knows. */
  share: number | null;
}

/** Where a reader goes on from a place. Details that this browser lacks are asked for and kept. */
export function useReadOn(place: Place): ReadOn {
  const { language } = useText();
  const api = useApi();
  const { bookUuid, chapterUuid, isFinished } = place;
  const number = place.chapterNumber ?? place.furthest.chapter_number;
  const isKnown = place.bookTitle !== undefined && place.cover !== undefined && place.chapterNumber !== null;
  const needsHere = !isKnown || (!isFinished && place.chapterTitle === undefined);
  const here = useQuery({ ...chapterAtQuery({ api, language, bookUuid, number }), enabled: needsHere }).data;
  const next = useQuery({
    ...chapterAtQuery({ api, language, bookUuid, number: number + 1 }),
    enabled: isFinished && place.chapterNumber !== null,
  }).data;
  const isOther = here !== undefined && here?.chapter.chapter_uuid !== chapterUuid;
  const found = useQuery({
    ...chapterElsewhereQuery({ api, language, chapterUuid }),
    enabled: place.chapterNumber === null && isOther,
  }).data;

  const numbered = next ?? here;
  useNumbering(numbered ? { bookUuid, numbering: numbered.book.numbering } : null);

  const length = useQuery({
    ...chapterLengthQuery({ api, language, chapterUuid }),
    enabled: !isFinished && place.count === undefined,
  }).data;

  useEffect(() => {
    if (length && place.count === undefined) places.learn(bookUuid, { count: length });
  }, [length, place.count, bookUuid]);

  useEffect(() => {
    if (needsHere && here) places.learn(bookUuid, detailsIn(here, chapterUuid));
    if (found) places.learn(bookUuid, { chapterNumber: found.number });
  }, [needsHere, here, found, bookUuid, chapterUuid]);

  if (!isFinished) {
    const title = place.chapterTitle ?? '';
    return {
      to: paths.chapter({ bookUuid, chapterUuid, number }),
      chapter: { number, title, ...place.printed },
      share: shareOf(place),
    };
  }
  if (next === null) return { to: paths.book(bookUuid), chapter: null, share: 1 };
  return {
    to: next ? paths.chapter({ bookUuid, chapterUuid: next.chapter.chapter_uuid, number: number + 1 }) : null,
    chapter: { ...next?.chapter, number: number + 1, title: displayText(next?.chapter.title ?? '') },
    share: 0,
  };
}

function detailsIn({ book, chapter }: ChapterAt, chapterUuid: string) {
  const ofBook = {
    language: book.language,
    textLanguage: book.text_language,
    bookTitle: displayText(book.book_title),
    cover: book.cover_image,
  };
  if (chapter.chapter_uuid !== chapterUuid) return ofBook;
  return {
    ...ofBook,
    chapterNumber: chapter.chapter_number,
    chapterTitle: displayText(chapter.title),
    printed: printedIn(chapter),
  };
}

const printedIn = ({ season, label }: ChapterAt['chapter']) => ({ season, label });
