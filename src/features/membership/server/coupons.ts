import { randomUUID } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import {
  type CouponRefusal,
  decideCoupon,
  formatCoupon,
  isCampaignWord,
  isCoupon,
  isDiscount,
  normaliseCoupon,
  partsOf,
} from '../rules.ts';
import type { CardCode } from './card-codes.ts';
import { codeHasher, drawCode, hashCode } from './coupon-codes.ts';
import {
  type CouponTerms,
  findCoupon,
  findGiftCause,
  insertCoupons,
  insertRedemption,
  updateStopped,
} from './coupon-queries.ts';
import { extendMembership } from './membership.ts';
import { lockMembers } from './queries.ts';
import { addTimeUntil } from './until-coupons.ts';

export type Redeemed = { kind: 'redeemed'; expireAt: Date } | { kind: CouponRefusal };

/** Tells who has bought the gift of a cause that it was redeemed. */
export type TellGiver = (tx: Db, cause: string) => Promise<void>;

/** Redeems a typed code: all of it, or nothing and the reason. Once for each user, `maxUses` times in all. */
export async function redeemCoupon(
  db: DbPool,
  given: { userId: string; code: string; tellGiver?: TellGiver },
): Promise<Redeemed> {
  const { userId } = given;
  const normalised = normaliseCoupon(given.code);
  if (!isCoupon(normalised)) return { kind: 'coupon_invalid' };
  const asked = { codeHash: await hashCode(db, normalised), userId };
  // Most refusals need no lock and write nothing.
  const refusal = decideCoupon(await findCoupon(db, asked));
  if (refusal) return { kind: refusal };
  return withTransaction(db, async (tx) => {
    const redeemed = await redeemLocked(tx, asked);
    const cause = redeemed.kind === 'redeemed' ? await findGiftCause(tx, asked.codeHash) : null;
    if (cause !== null) await given.tellGiver?.(tx, cause);
    return redeemed;
  });
}

async function redeemLocked(tx: Db, asked: { codeHash: Buffer; userId: string }): Promise<Redeemed> {
  const { userId } = asked;
  await lockMembers(tx, [userId]);
  const coupon = await findCoupon(tx, asked);
  const refusal = decideCoupon(coupon);
  if (!coupon || refusal) return { kind: refusal ?? 'coupon_invalid' };
  const redemptionId = await insertRedemption(tx, { couponId: coupon.id, userId });
  if (redemptionId === null) return { kind: await refusalOf(tx, asked) };
  if (isDiscount(coupon.gives)) throw new Error(`The discount ${coupon.id} was redeemed`);
  const cause = `coupon:${redemptionId}` as const;
  const { expireAt } = coupon.until
    ? await addTimeUntil(tx, { userId, cause, until: coupon.until })
    : await extendMembership(tx, { userId, cause, by: coupon.gives });
  if (!expireAt) throw new Error(`The redemption ${redemptionId} granted nothing`);
  return { kind: 'redeemed', expireAt };
}

/** Another user was faster: a coupon never gets a use back, so asking again gives the reason. */
async function refusalOf(tx: Db, asked: { codeHash: Buffer; userId: string }): Promise<CouponRefusal> {
  const refusal = decideCoupon(await findCoupon(tx, asked));
  if (!refusal) throw new Error('A coupon could not be used, and nothing says why');
  return refusal;
}

/** The further work of the making of a batch; it runs inside the change, so that both happen or neither does. */
export type AlsoForBatch = (tx: Db, batch: string) => Promise<void>;

/** Makes unique codes and returns them in their printed form, for the only time: the database has only their hashes. */
export function createCoupons(
  db: DbPool,
  given: { count: number; terms: CouponTerms; also?: AlsoForBatch },
): Promise<string[]> {
  const { count, terms, also } = given;
  return withTransaction(db, async (tx) => {
    const { batch, codes } = await drawCoupons(tx, { count, terms });
    await also?.(tx, batch);
    return codes;
  });
}

/** Makes a campaign's word; false: it, or one that normalises to it, exists. `word` must be a possible one. */
export async function createCampaign(
  db: DbPool,
  given: { word: string; terms: CouponTerms; also?: AlsoForBatch },
): Promise<boolean> {
  const { word, terms, also } = given;
  return withTransaction(db, async (tx) => {
    const batch = await keepCampaign(tx, { word, terms });
    if (batch === null) return false;
    await also?.(tx, batch);
    return true;
  });
}

/** Makes unique codes in a transaction of the caller's; see `createCoupons`. */
export async function drawCoupons(
  tx: Db,
  { count, terms }: { count: number; terms: CouponTerms },
): Promise<{ batch: string; codes: string[] }> {
  const batch = randomUUID();
  const made: string[] = [];
  while (made.length < count) {
    const drawn = Array.from({ length: count - made.length }, drawCode);
    made.push(...(await keepCodes(tx, { codes: drawn, terms, batch })));
  }
  return { batch, codes: made.map(formatCoupon) };
}

/** Makes a campaign's word in a transaction of the caller's, and returns its batch; null: it exists. */
export async function keepCampaign(
  tx: Db,
  { word, terms }: { word: string; terms: CouponTerms },
): Promise<string | null> {
  const code = normaliseCoupon(word);
  if (!isCampaignWord(code)) throw new RangeError('A campaign cannot have this word');
  const batch = randomUUID();
  return (await keepCodes(tx, { codes: [code], word: word.trim(), terms, batch })).length === 0 ? null : batch;
}

/** Keeps codes that were made elsewhere before, in a transaction of the caller's, and returns their batch; null: one exists. */
export async function keepCardCoupons(
  tx: Db,
  { codes, word, terms }: { codes: readonly CardCode[]; word: string | null; terms: CouponTerms },
): Promise<string | null> {
  const batch = randomUUID();
  const named = new Map(codes.map(({ code, promotionCode }) => [normaliseCoupon(word ?? code), promotionCode]));
  const kept = await keepCodes(tx, { codes: [...named.keys()], word: word?.trim() ?? null, terms, batch, named });
  return kept.length === codes.length ? batch : null;
}

/** The terms of coupons, as operators read them. */
export function presentTerms({ gives, maxUses, expiresAt }: CouponTerms) {
  const { months, days, percent, amountMinor, plan } = partsOf(gives);
  const until = expiresAt?.toISOString() ?? null;
  return { months, days, max_uses: maxUses, expires_at: until, percent, amount: amountMinor, plan };
}

/** From now on nobody can redeem the code; returns its batch, or null where there is no such code. */
export async function stopCoupon(db: Db, code: string): Promise<string | null> {
  const normalised = normaliseCoupon(code);
  return isCoupon(normalised) ? updateStopped(db, await hashCode(db, normalised)) : null;
}

/** Keeps the codes that are new, and returns them. */
async function keepCodes(
  db: Db,
  given: {
    codes: readonly string[];
    word?: string | null;
    terms: CouponTerms;
    batch: string;
    /** The names of codes where card sales are paid. */
    named?: ReadonlyMap<string, string>;
  },
): Promise<string[]> {
  const { codes, word = null, terms, batch, named } = given;
  const hashOf = await codeHasher(db);
  const byHash = new Map(codes.map((code) => [hashOf(code).toString('hex'), code]));
  const coupons = [...byHash].map(([hash, code]) => ({
    codeHash: Buffer.from(hash, 'hex'),
    lastFour: code.slice(-4),
    word,
    promotionCode: named?.get(code) ?? null,
  }));
  const kept = await insertCoupons(db, { coupons, terms, batch });
  return kept.flatMap((hash) => byHash.get(hash.toString('hex')) ?? []);
}
