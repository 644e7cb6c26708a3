import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DatedChapter } from './dates-queries.ts';
import { conflictsOf, dateOfChapter, findDisorder } from './order.ts';

const now = new Date('2026-03-01T00:00:00Z');

/** A moment in days from now; null: a draft. */
const day = fc.option(fc.integer({ min: -3, max: 3 }), { nil: null });
const edition = fc.record({ publishedAt: day, firstPublishedAt: day });
const book = fc.array(fc.array(edition, { maxLength: 2 }), { maxLength: 8 });

function chaptersOf(editions: readonly { publishedAt: number | null; firstPublishedAt: number | null }[][]) {
  const at = (days: number | null) => (days === null ? null : new Date(now.getTime() + days * 86_400_000));
  return editions.map(
    (own, index): DatedChapter => ({
      ...{ id: String(index), bookId: 'book', place: index + 1, number: null, title: '', access: 'rule' },
      ...{ freeAt: null, version: 1 },
      editions: own.map(({ publishedAt, firstPublishedAt }, language) => ({
        ...{ language: language === 0 ? 'en-us' : 'fr-fr', title: '', isSilent: false },
        ...{ publishedAt: at(publishedAt), firstPublishedAt: at(firstPublishedAt) },
      })),
    }),
  );
}

/** The rule for two chapters: whether the earlier one is not there by the time at which the later one is. */
function blocks(earlier: DatedChapter, later: DatedChapter): boolean {
  const moment = dateOfChapter(later.editions);
  if (moment === null || earlier.editions.length === 0) return false;
  if (earlier.editions.some((each) => each.publishedAt === null && each.firstPublishedAt !== null)) return false;
  const date = dateOfChapter(earlier.editions);
  return date === null || (date > moment && date > now);
}

it('names each two chapters of a book of which the earlier one is published after the later one, and of one its own', () => {
  fc.assert(
    fc.property(book, (editions) => {
      const chapters = chaptersOf(editions);
      const pairs = chapters.flatMap((earlier, at) =>
        chapters.slice(at + 1).flatMap((later) => (blocks(earlier, later) ? [earlier.id, later.id] : [])),
      );
      expect(findDisorder(chapters, now).map(({ id }) => id)).toEqual([...new Set(pairs)].sort());
      for (const own of chapters.filter(({ editions: { length } }) => length === 1)) {
        const others = chapters.filter((other) => (other.place < own.place ? blocks(other, own) : blocks(own, other)));
        expect(conflictsOf(chapters, own, now)).toEqual(others.filter(({ id }) => id !== own.id));
      }
    }),
    { numRuns: 2000 },
  );
});

it('takes no part in the order where a chapter has nothing to read', () => {
  const later = { publishedAt: -1, firstPublishedAt: null };
  expect(findDisorder(chaptersOf([[], [later]]), now)).toEqual([]);
});
