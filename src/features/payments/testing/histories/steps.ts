import fc from 'fast-check';
import type { WechatWay } from '../../contract.ts';

/**
 * The steps that providers, buyers and operators can take with the money of two users, of whom the first invited the
 * second. `which` counts in a circle.
 */
export type Step =
  | { do: 'order'; who: 0 | 1; months: 1 | 3; as: 'usual' | 'gift' | 'discount'; way: WechatWay }
  /** The next orders that we close stay open at WeChat Pay, so that both of two ways can be paid. */
  | { do: 'close late'; times: number }
  | { do: 'redeem'; who: 0 | 1; which: number }
  | { do: 'pay' | 'dispute' | 'lose dispute' | 'win dispute'; which: number }
  | { do: 'notify'; which: number; times: number; fault: LetterFault }
  | { do: 'refund' | 'card refund'; which: number; part: number; isForeign: boolean }
  | { do: 'refund fails' | 'card refund fails'; which: number }
  | {
      do: 'buy';
      who: 0 | 1;
      link: 'plink_m' | 'plink_s' | 'plink_x';
      /** `lost`: it is paid, and no webhook ever tells of it. */
      pays: 'now' | 'later' | 'never' | 'lost';
      isDiscounted: boolean;
      isNamed: boolean;
      isGift: boolean;
    }
  | { do: 'deliver'; which: number; times: number }
  | { do: 'stray'; isForeign: boolean }
  | { do: 'coupon' | 'operator'; who: 0 | 1; amount: number };

/** The fault that a notification of a payment may have. */
export type LetterFault = 'none' | 'amount' | 'merchant' | 'app' | 'way' | 'signature';

/** The jump of the machines' clock between two parts of a history. */
export type Jump = '+1 day' | '-1 day' | '+8 days' | 'month end' | '29 February' | 'none';

export interface Round {
  jumps: Jump[];
  /** The part in whose middle a process is killed; null: none is killed. */
  killIn: number | null;
  /** The steps of each part, for each history. */
  histories: Step[][][];
}

const who = fc.constantFrom(0 as const, 1 as const);
const which = fc.nat(7);
/** Mostly the last letter: a refund that failed matters only where the refund itself came before. */
const recent = fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3, 5, 7);
const times = fc.constantFrom(1, 1, 1, 2, 4);
const part = fc.constantFrom(0.3, 0.5, 1, 1, 1);
const isForeign = fc.constantFrom(false, false, false, false, true);
const named = <T extends string>(name: T) => fc.constant(name);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: named('order'),
      who,
      months: fc.constantFrom(1 as const, 3 as const),
      as: fc.constantFrom('usual' as const, 'usual' as const, 'gift' as const, 'discount' as const),
      way: fc.constantFrom('qr' as const, 'h5' as const, 'jsapi' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('close late'), times }) },
  { weight: 2, arbitrary: fc.record({ do: named('redeem'), who, which }) },
  { weight: 5, arbitrary: fc.record({ do: named('pay'), which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: named('notify'),
      which,
      times,
      fault: fc.constantFrom<LetterFault>('none', 'none', 'none', 'amount', 'merchant', 'app', 'way', 'signature'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'card refund' as const), which, part, isForeign }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('refund fails' as const, 'card refund fails' as const), which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('buy'),
      who,
      link: fc.constantFrom('plink_m' as const, 'plink_s' as const, 'plink_x' as const),
      pays: fc.constantFrom(
        'now' as const,
        'now' as const,
        'now' as const,
        'later' as const,
        'never' as const,
        'lost' as const,
      ),
      isDiscounted: fc.constantFrom(false, false, true),
      isNamed: fc.constantFrom(true, true, true, false),
      isGift: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: named('deliver'), which: recent, times }) },
  { weight: 1, arbitrary: fc.record({ do: named('stray'), isForeign: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('dispute' as const, 'lose dispute' as const, 'win dispute' as const),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('coupon' as const, 'operator' as const),
      who,
      amount: fc.integer({ min: 1, max: 12 }),
    }),
  },
);

const parts = 3;
const jump = fc.constantFrom<Jump>('+1 day', '-1 day', '+8 days', '+8 days', 'month end', '29 February', 'none');
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: parts, maxLength: parts });

const atOnce = 64;
export const round: fc.Arbitrary<Round> = fc.record({
  jumps: fc.array(jump, { minLength: parts, maxLength: parts }),
  killIn: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(parts - 1) }),
  histories: fc.array(history, { minLength: 1, maxLength: atOnce, size: 'max' }),
});
