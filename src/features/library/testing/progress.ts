import fc from 'fast-check';
import type { Progress } from '../contract.ts';

/** Plain, Arabic, Han; a sign of two units; what ends lines, joins letters and turns their direction. */
const letters = ['a', ' ', 'ب', '水', '\u{1F600}', '\n', '\u200D', '\u202E', "'", '\\'];
const firstMoment = Date.UTC(2026, 0, 1);

/** Reports on a few books that often meet: in a moment, in a chapter, in a place. */
export function anyProgress(bookIds: readonly string[], chapterIds: readonly string[]): fc.Arbitrary<Progress> {
  const few = fc.nat(3);
  const fraction = fc.constantFrom(0, 0.25, 1 / 3, 1);
  return fc.record({
    book_uuid: fc.constantFrom(...bookIds),
    chapter_uuid: fc.constantFrom(...chapterIds),
    position: fc.record(
      {
        index: few,
        fraction,
        quote: fc.string({ unit: fc.constantFrom(...letters), maxLength: 3 }),
      },
      { requiredKeys: ['index', 'fraction'] },
    ),
    furthest: fc.record({ chapter_number: few.map((number) => number + 1), index: few, fraction }),
    updated_at: few.map((minutes) => new Date(firstMoment + minutes * 60_000).toISOString()),
  });
}
