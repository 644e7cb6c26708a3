import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../server/database/db.ts';
import type { StoredBlock } from '../../text/blocks.ts';
import { createPlaceMover, type TextPlace } from '../../text/moved-places.ts';
import { blocksOf, type ChapterEditionRow } from './queries.ts';

/**
 * Moves the places that readers have in chapters of a book. `moverOf` is asked once for each chapter that has places; its
 * mover answers null for a place that is left alone.
 */
export type MovePlaces = (
  tx: Db,
  given: {
    bookId: string;
    chapterIds: readonly string[];
    moverOf: (chapterId: string) => (place: TextPlace) => number | null;
  },
) => Promise<void>;

/** A chapter's text in a language; null: there is none. */
export interface ChangedText {
  chapterId: string;
  before: readonly StoredBlock[] | null;
  after: readonly StoredBlock[] | null;
}

/** A text by its rows of before and after a change. */
export function changedText(before: ChapterEditionRow, after: ChapterEditionRow): ChangedText {
  return { chapterId: after.chapter_id, before: blocksOf(before), after: blocksOf(after) };
}

/** Keeps readers' places at their words where texts of a book change, in the transaction of the change. */
export async function keepPlaces(
  tx: Db,
  { bookId, texts, movePlaces }: { bookId: string; texts: readonly ChangedText[]; movePlaces: MovePlaces },
): Promise<void> {
  const textsOf = new Map<string, ChangedText[]>();
  for (const text of texts) {
    if (isDeepStrictEqual(text.before, text.after)) continue;
    textsOf.set(text.chapterId, [...(textsOf.get(text.chapterId) ?? []), text]);
  }
  if (textsOf.size === 0) return;
  await movePlaces(tx, {
    ...{ bookId, chapterIds: [...textsOf.keys()] },
    moverOf(chapterId) {
      const movers = (textsOf.get(chapterId) ?? []).flatMap(({ before, after }) =>
        before && after ? [createPlaceMover(before, after)] : [],
      );
      // A place does not say its language: the text that has its words moves it, and only one does.
      return (place) => {
        for (const move of movers) {
          const next = move(place);
          if (next !== null) return next;
        }
        return null;
      };
    },
  });
}
