import type { Db } from '../../../server/database/db.ts';
import { addMonths, formatCoupon, giftMonths } from '../rules.ts';
import { giftCoder, hashCode } from './coupon-codes.ts';
import { insertGift, listGifts, listStandingGifts, updateGiftEnded } from './coupon-queries.ts';
import { type Cause, takeBack } from './membership.ts';

/** When a gift can no longer be redeemed. */
export function giftEndsAt(paidAt: Date): Date {
  return addMonths(paidAt, giftMonths);
}

/** Makes the code of a gift, once for each cause; the ledger knows of it only when somebody redeems it. */
export async function giveGift(tx: Db, gift: { cause: Cause; months: number; paidAt: Date }): Promise<void> {
  const { cause, months } = gift;
  const code = (await giftCoder(tx))(cause);
  const expiresAt = giftEndsAt(gift.paidAt);
  await insertGift(tx, { codeHash: await hashCode(tx, code), lastFour: code.slice(-4), cause, months, expiresAt });
}

/**
 * Ends a gift whose money went back: its code is invalid from now on, and the grant of who has redeemed it is taken
 * back.
 */
export async function endGift(tx: Db, cause: Cause): Promise<void> {
  // Members are locked before coupons, as in a redemption. If somebody redeems the gift meanwhile, the second call
  // finds it.
  await takeRedeemedBack(tx, cause);
  await updateGiftEnded(tx, cause);
  await takeRedeemedBack(tx, cause);
}

async function takeRedeemedBack(tx: Db, cause: Cause): Promise<void> {
  const [gift] = await listGifts(tx, [cause]);
  if (gift?.redeemedBy && gift.redemptionId)
    await takeBack(tx, { userId: gift.redeemedBy, cause: `coupon:${gift.redemptionId}` });
}

/** How a gift stands. `ended`: its money went back. `code` only while it can be given away. */
export type GiftStanding =
  | { state: 'unredeemed'; code: string }
  | { state: 'redeemed' | 'expired' | 'ended'; code: null };

/** How the gifts of these causes stand; a cause that has none is left out. */
export async function findGifts(db: Db, causes: readonly string[]): Promise<Map<string, GiftStanding>> {
  if (causes.length === 0) return new Map();
  const codeOf = await giftCoder(db);
  const gifts = await listGifts(db, causes);
  return new Map(
    gifts.map(({ cause, isActive, isExpired, isEnded, redeemedBy }): [string, GiftStanding] => {
      if (isEnded) return [cause, { state: 'ended', code: null }];
      if (redeemedBy !== null) return [cause, { state: 'redeemed', code: null }];
      // A code that an operator has stopped can be given to nobody either.
      if (isExpired || !isActive) return [cause, { state: 'expired', code: null }];
      return [cause, { state: 'unredeemed', code: formatCoupon(codeOf(cause)) }];
    }),
  );
}

/** The causes in the ledger of those who have redeemed these gifts. */
export async function redemptionsOfGifts(db: Db, causes: readonly string[]): Promise<string[]> {
  const gifts = await listGifts(db, causes);
  return gifts.flatMap(({ redemptionId }) => (redemptionId === null ? [] : [`coupon:${redemptionId}`]));
}

const giftsAtOnce = 2000;

/** The causes of all gifts whose money has not gone back, in parts. */
export async function eachGift(db: Db, take: (causes: readonly string[]) => Promise<void>): Promise<void> {
  let after = '';
  let found = giftsAtOnce;
  while (found === giftsAtOnce) {
    const page = await listStandingGifts(db, { after, limit: giftsAtOnce });
    await take(page);
    after = page.at(-1) ?? after;
    found = page.length;
  }
}
