import type { Db, DbPool } from '../../../server/database/db.ts';
import { AppError, wrongFields } from '../../../server/http/errors.ts';
import { formatCoupon, isDiscount, normaliseCoupon } from '../rules.ts';
import type { CouponsBody } from '../studio-contract.ts';
import { giftCoder, hashCode } from './coupon-codes.ts';
import { type CouponTerms, findCodeUse, listCardCodes, listToEnd, updateEnded } from './coupon-queries.ts';
import { cardGivesOf } from './discounts.ts';

/** Who makes codes for card sales where these are paid; null: the operator makes them there. */
export type CardCodes = {
  /** The names of the codes, in their order; null: not all of them were made. */
  make(wanted: {
    requestId: string;
    gives: { percent: number } | { amountMinor: number; currency: string };
    maxUses: number;
    expiresAt: Date | null;
    codes: readonly string[];
  }): Promise<string[] | null>;
  end(promotionCode: string): Promise<boolean>;
} | null;

/** A code to be kept, with its name where it is paid. */
export interface CardCode {
  code: string;
  promotionCode: string;
}

/**
 * Makes the codes of a request where card sales are paid, before any is kept here: the same request again makes no more,
 * since its codes follow from it. Rejects with 502 where that fails.
 */
export async function makeCardCodes(
  db: Db,
  { cardCodes, body, terms }: { cardCodes: CardCodes; body: CouponsBody; terms: CouponTerms },
): Promise<CardCode[]> {
  const gives = isDiscount(terms.gives) ? cardGivesOf({ gives: terms.gives, currency: terms.currency ?? null }) : null;
  if (!gives) throw new Error('The schema of new coupons lets cards have discounts alone');
  const codes = typeof body.code === 'string' ? [await requireNew(db, body.code)] : await drawFor(db, body);
  const made = await makeThere(db, { cardCodes, body, terms, gives, codes });
  return codes.map((code, nth) => ({ code, promotionCode: made[nth] ?? '' }));
}

async function makeThere(
  db: Db,
  given: {
    cardCodes: CardCodes;
    body: CouponsBody;
    terms: CouponTerms;
    gives: NonNullable<ReturnType<typeof cardGivesOf>>;
    codes: readonly string[];
  },
): Promise<string[]> {
  const { cardCodes, body, terms, gives, codes } = given;
  if (typeof body.promotion_code === 'string') {
    await requireUnused(db, [body.promotion_code]);
    return [body.promotion_code];
  }
  if (!cardCodes)
    throw wrongFields([
      { path: 'promotion_code', code: 'required', message: 'is wanted, since the site has no key to make it' },
    ]);
  const { maxUses, expiresAt } = terms;
  const made = await cardCodes.make({ requestId: body.request_id, gives, maxUses, expiresAt, codes });
  if (made) return made;
  const text = 'Payment is temporarily unavailable, please try again later';
  throw new AppError(502, 'payment_provider_unavailable', text);
}

/** Ends the request with 400 where a code has one of these names already. */
export async function requireUnused(db: Db, promotionCodes: readonly string[]): Promise<void> {
  const [known] = await listCardCodes(db, promotionCodes);
  if (known) throw wrongFields([{ path: 'promotion_code', code: 'in_use', message: 'belongs to another code' }]);
}

/** A word as buyers type it at Stripe, which takes letters, digits and hyphens. */
async function requireNew(db: Db, word: string): Promise<string> {
  if (await findCodeUse(db, await hashCode(db, normaliseCoupon(word)))) throw couponExists();
  return word.normalize('NFKC').replace(/[^A-Za-z0-9-]/g, '');
}

export const couponExists = () => new AppError(409, 'coupon_exists', 'There is a coupon with this word already');

async function drawFor(db: Db, { request_id: requestId, count }: CouponsBody): Promise<string[]> {
  const codeOf = await giftCoder(db);
  return Array.from({ length: count }, (_, nth) => formatCoupon(codeOf(`request ${requestId} ${nth}`)));
}

const endedAtOnce = 200;

/** Ends codes that are stopped here where card sales are paid; what fails is tried again. `batch` null: of all. */
export async function endCardCodes(db: DbPool, cardCodes: CardCodes, batch: string | null): Promise<void> {
  if (!cardCodes) return;
  for (const promotionCode of await listToEnd(db, { batch, limit: endedAtOnce })) {
    if (!(await cardCodes.end(promotionCode))) return;
    await updateEnded(db, promotionCode);
  }
}
