import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draws } from '../../../../server/testing/depth.ts';
import { planChapters } from './chapter-plan.ts';
import type { ImportedBook } from './imported.ts';
import { type Current, slot } from './queries.ts';

/** A chapter as its publisher sees it: `is` never changes, whatever becomes of its file. */
type Chapter = { is: string; title: string; pages: string[] };

type Step = { do: 'insert' | 'delete' | 'rename' | 'edit'; at: number } | { do: 'swap'; at: number; with: number };

const place = fc.nat({ max: 11 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('insert', 'delete', 'rename', 'edit'), at: place }),
  fc.record({ do: fc.constant('swap' as const), at: place, with: place }),
);
/** Changes of the files between imports. */
const history = fc.record({
  first: fc.integer({ min: 1, max: 8 }),
  imports: fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 4 }), isPruning: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
  /** Files that are only numbers, numbers with a title, or titles alone. */
  names: fc.constantFrom('numbers' as const, 'both' as const, 'titles' as const),
  as: fc.constantFrom('pages' as const, 'texts' as const),
});

/** Every chapter ends with this page. */
const credits = 'to be continued';

let made = 0;
const fresh = (what: string) => `${what} ${++made}, which stands nowhere else`;

function newChapter(): Chapter {
  const pages = Array.from({ length: 4 }, () => fresh('page'));
  return { is: randomUUID(), title: fresh('title'), pages };
}

/** Changes the publisher's chapters. A chapter changes at most twice between imports, and half of it stays. */
function change(chapters: Chapter[], steps: readonly Step[], names: 'numbers' | 'both' | 'titles'): Chapter[] {
  const edited = new Map<string, number>();
  // Where files are only numbers, one that is removed and one put in its place look like a new version of it.
  const isRemoving = names === 'numbers' && steps.some((each) => each.do === 'delete');
  const list = [...chapters];
  for (const each of steps) {
    const at = each.at % Math.max(1, list.length);
    const chapter = list[at];
    if (each.do === 'insert' && !isRemoving) list.splice(at, 0, newChapter());
    else if (each.do === 'delete' && list.length > 1) list.splice(at, 1);
    else if (!chapter) continue;
    else if (each.do === 'rename') list[at] = { ...chapter, title: fresh('title') };
    else if (each.do === 'edit') {
      const times = edited.get(chapter.is) ?? 0;
      edited.set(chapter.is, times + 1);
      if (times >= 2) continue;
      list[at] = { ...chapter, pages: chapter.pages.map((page, index) => (index === times ? fresh('page') : page)) };
    } else if (each.do === 'swap') {
      const other = each.with % list.length;
      [list[at], list[other]] = [list[other] as Chapter, chapter];
    }
  }
  return list;
}

function importChapters(
  chapters: readonly Chapter[],
  current: Current,
  given: { names: 'numbers' | 'both' | 'titles'; as: 'pages' | 'texts'; isPruning: boolean },
): { next: Current; idOf: Map<string, string> } {
  const keyOf = ({ title }: Chapter, index: number) => {
    const number = index + 1;
    if (given.names === 'titles') return `t:${title}`;
    return given.names === 'both' ? `n:${number} ${number} ${title}` : `n:${number} ${number}`;
  };
  const content = (pages: readonly string[]) =>
    given.as === 'pages'
      ? { pages: pages.map((page, index) => ({ sourceKey: String(index), imageIds: [page] })) }
      : { blocks: pages.map((text) => ({ type: 'p' as const, inlines: [{ type: 'text' as const, text }] })) };
  const book: ImportedBook = {
    sourceKey: 'b',
    kind: given.as === 'pages' ? 'comic' : 'novel',
    likelyLanguage: 'en-us',
    editions: [{ language: 'en-us', title: 'b' }],
    chapters: chapters.map((chapter, index) => ({
      sourceKey: keyOf(chapter, index),
      editions: [{ language: 'en-us', title: chapter.title, ...content([...chapter.pages, credits]) }],
    })),
  };
  const options = {
    now: new Date(0),
    ...(given.isPruning ? { prune: { chapters: true, pages: true } } : {}),
  };
  const plan = planChapters(book, { current, options, sourceOf: (id) => id });
  const editions = new Map(current.chapterEditions);
  const pages = new Map(current.pages);
  for (const { next, pages: rows } of plan.all.flatMap((chapter) => chapter.editions)) {
    editions.set(slot(next.chapter_id, next.language), next);
    pages.set(slot(next.chapter_id, next.language), rows);
  }
  const rows = plan.all.map(({ row }) => row);
  expect(new Set(rows.map(({ source_key }) => source_key)).size).toBe(rows.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const idOf = new Map(
    chapters.map((chapter, index) => {
      const row = rows.find(({ source_key }) => source_key === keyOf(chapter, index));
      return [chapter.is, row?.id ?? ''];
    }),
  );
  return { next: { ...current, chapters: rows, chapterEditions: editions, pages }, idOf };
}

describe('a chapter', () => {
  it('keeps its id with its content, whatever becomes of its file’s number and name', () => {
    const empty: Current = {
      book: null,
      searchText: null,
      editions: [],
      chapters: [],
      chapterEditions: new Map(),
      pages: new Map(),
      left: { chapters: [], chapterEditions: new Map(), pages: new Map() },
      byHand: { book: new Set<string>(), chapters: new Map() },
    };
    fc.assert(
      fc.property(history, ({ first, imports, names, as }) => {
        let chapters = Array.from({ length: first }, newChapter);
        let { next: current, idOf: known } = importChapters(chapters, empty, { names, as, isPruning: false });
        for (const { steps, isPruning: mayPrune } of imports) {
          // A chapter 2 that stays without its file, and a new file that is only called 2, are one chapter.
          const isPruning = mayPrune || names === 'numbers';
          chapters = change(chapters, steps, names);
          const { next, idOf } = importChapters(chapters, current, { names, as, isPruning });
          for (const { is } of chapters) {
            const before = known.get(is);
            if (before !== undefined) expect(idOf.get(is)).toBe(before);
            // A new chapter never gets the place and the likes of another one, not even of one that is gone.
            else expect([...known.values()]).not.toContain(idOf.get(is));
          }
          const shown = next.chapters.map(({ id }) => id);
          const given = chapters.map(({ is }) => idOf.get(is));
          expect(shown.filter((id) => given.includes(id))).toEqual(given);
          if (isPruning) expect(shown).toEqual(given);
          else expect(shown).toEqual(expect.arrayContaining(current.chapters.map(({ id }) => id)));
          known = isPruning ? idOf : new Map([...known, ...idOf]);
          current = next;
        }
      }),
      { seed: 14, numRuns: draws(500) },
    );
  });
});
