import fc from 'fast-check';
import type { Language } from '../../../shared/languages.ts';

export type Step =
  | { do: 'publish'; which: number; language: Language | null }
  | { do: 'withdraw'; which: number; language: Language | null }
  | { do: 'schedule'; which: number; inMs: number; withLater: boolean; language: Language | null }
  | { do: 'override'; which: number; access: 'rule' | 'free' | 'members'; inMs: number | null }
  | { do: 'rules'; free: number | null; days: number | null; shown: boolean }
  | { do: 'window'; isOfBook: boolean; inMs: number; lengthMs: number }
  | { do: 'end window'; which: number }
  | { do: 'hide'; hidden: boolean };

export interface History {
  kind: 'comic' | 'novel';
  /** The languages of each chapter. */
  chapters: Language[][];
  steps: Step[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const which = fc.nat(4);
/** Few moments, so that they often meet. */
const ahead = fc.constantFrom(0, hourMs, 2 * hourMs, dayMs, 2 * dayMs, 3 * dayMs);
const language = fc.constantFrom<Language | null>(null, null, null, 'en-us', 'zh-cn');
const named = <T extends string>(name: T) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('publish' as const, 'withdraw' as const), which, language }),
  },
  { weight: 4, arbitrary: fc.record({ do: named('schedule'), which, inMs: ahead, withLater: fc.boolean(), language }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('override'),
      which,
      access: fc.constantFrom('rule' as const, 'free' as const, 'members' as const),
      inMs: fc.option(ahead),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('rules'),
      free: fc.option(fc.nat(4)),
      days: fc.option(fc.constantFrom(0, 1, 2, 3, 5)),
      shown: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('window'),
      isOfBook: fc.boolean(),
      inMs: fc.constantFrom(-hourMs, 0, hourMs, dayMs, 2 * dayMs),
      lengthMs: fc.constantFrom(hourMs, dayMs, 2 * dayMs),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('end window'), which }) },
  { weight: 1, arbitrary: fc.record({ do: named('hide'), hidden: fc.boolean() }) },
);

export const history: fc.Arbitrary<History> = fc.record({
  kind: fc.constantFrom('comic' as const, 'novel' as const),
  chapters: fc.array(fc.constantFrom<Language[]>(['en-us'], ['en-us', 'zh-cn'], ['zh-cn']), {
    minLength: 2,
    maxLength: 5,
  }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});
