import type { Db } from '../../../server/database/db.ts';
import { type CouponFacts, type CouponGives, type DiscountWay, partsOf } from '../rules.ts';

export interface NewCoupon {
  codeHash: Buffer;
  lastFour: string;
  /** The word as it was typed; null: it was drawn. */
  word: string | null;
  /** Its name at Stripe; null: it has none. */
  promotionCode?: string | null;
}

export interface CouponTerms {
  gives: CouponGives;
  maxUses: number;
  newUsersOnly: boolean;
  expiresAt: Date | null;
  /** The operator's words about the batch. */
  note?: string | null;
  /** The user of the studio who makes it; a command has none. */
  createdBy?: string | null;
  /** By what an order with it is paid; absent: WeChat Pay. */
  ways?: readonly DiscountWay[];
  /** The currency of a sum that is taken off, in capitals; null: CNY. */
  currency?: string | null;
}

/** Returns the hashes of the new codes; one that exists already, by itself or by its name at Stripe, is skipped. */
export async function insertCoupons(
  db: Db,
  given: { coupons: readonly NewCoupon[]; terms: CouponTerms; batch: string },
): Promise<Buffer[]> {
  const { coupons, terms, batch } = given;
  const { months, days, percent, amountMinor, plan } = partsOf(terms.gives);
  const { rows } = await db.query<{ codeHash: Buffer }>(
    `insert into coupons
       (code_hash, last_four, word, months, days, percent, amount_minor, plan, max_uses, new_users_only, expires_at, batch,
        note, created_by, ways, currency, promotion_code)
     select code_hash, last_four, word, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, promotion_code
     from unnest($1::bytea[], $2::text[], $3::text[], $17::text[]) as given(code_hash, last_four, word, promotion_code)
     on conflict do nothing
     returning code_hash as "codeHash"`,
    [
      coupons.map(({ codeHash }) => codeHash),
      coupons.map(({ lastFour }) => lastFour),
      coupons.map(({ word }) => word),
      months,
      days,
      percent,
      amountMinor,
      plan,
      terms.maxUses,
      terms.newUsersOnly,
      terms.expiresAt?.toISOString() ?? null,
      batch,
      terms.note ?? null,
      terms.createdBy ?? null,
      terms.ways ?? ['wechat'],
      terms.currency ?? null,
      coupons.map(({ promotionCode = null }) => promotionCode),
    ],
  );
  return rows.map(({ codeHash }) => codeHash);
}

/** The batch of the stopped coupon; null: there is no such coupon. */
export async function updateStopped(db: Db, codeHash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ batch: string }>(
    'update coupons set active = false where code_hash = $1 returning batch',
    [codeHash],
  );
  return rows[0]?.batch ?? null;
}

export interface Coupon extends CouponFacts {
  id: string;
  /** It gives the time until then; null: its length. */
  until: Date | null;
  gives: CouponGives;
  ways: readonly DiscountWay[];
  /** Of a sum that is taken off; null: CNY. */
  currency: string | null;
}

interface CouponRow extends CouponFacts {
  id: string;
  until: Date | null;
  months: number | null;
  days: number | null;
  percent: number | null;
  amountMinor: number | null;
  plan: string | null;
  ways: readonly DiscountWay[];
  currency: string | null;
}

const couponFacts = `
  c.id, c.until, c.months, c.days, c.percent, c.amount_minor as "amountMinor", c.plan, c.ways, c.currency, c.active as "isActive", c.used,
  c.max_uses as "maxUses", c.new_users_only as "newUsersOnly",
  coalesce(c.expires_at <= clock_timestamp(), false) as "isExpired",
  exists (select from coupon_redemptions r where r.coupon_id = c.id and r.user_id = $2) as "isUsedByUser",
  not exists (select from ledger_entries e where e.user_id = $2 and e.source <> 'trial') as "isNewUser",
  coalesce(c.created_by = $2, false) as "isOwn"`;

/** The state of a coupon for a user. */
export async function findCoupon(db: Db, asked: { codeHash: Buffer; userId: string }): Promise<Coupon | null> {
  const { rows } = await db.query<CouponRow>(
    { name: 'membership-find-coupon', text: `select ${couponFacts} from coupons c where c.code_hash = $1` },
    [asked.codeHash, asked.userId],
  );
  return rows[0] ? couponFrom(rows[0]) : null;
}

/** Like `findCoupon`; until the transaction ends nobody else locks the coupon. */
export async function lockCoupon(tx: Db, asked: { codeHash: Buffer; userId: string }): Promise<Coupon | null> {
  await tx.query('select from coupons where code_hash = $1 for update', [asked.codeHash]);
  return findCoupon(tx, asked);
}

function couponFrom({ months, days, percent, amountMinor, plan, ...coupon }: CouponRow): Coupon {
  if (months !== null) return { ...coupon, gives: { months } };
  if (days !== null) return { ...coupon, gives: { days } };
  if (percent !== null) return { ...coupon, gives: { percent, plan } };
  if (amountMinor !== null) return { ...coupon, gives: { amountMinor, plan } };
  throw new Error(`The coupon ${coupon.id} gives nothing`);
}

/** The cause of the gift that a code is; null: it is none. */
export async function findGiftCause(db: Db, codeHash: Buffer): Promise<string | null> {
  const { rows } = await db.query<{ cause: string | null }>(
    'select gift_cause as cause from coupons where code_hash = $1',
    [codeHash],
  );
  return rows[0]?.cause ?? null;
}

/** Counts one use and returns the redemption's id; null: the coupon is used up by now. Needs the member's lock. */
export async function insertRedemption(db: Db, given: { couponId: string; userId: string }): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    {
      name: 'membership-insert-redemption',
      text: `
        with used as (
          update coupons set used = used + 1
          where id = $1 and active and used < max_uses and (expires_at is null or expires_at > clock_timestamp())
          returning id)
        insert into coupon_redemptions (coupon_id, user_id) select id, $2 from used returning id`,
    },
    [given.couponId, given.userId],
  );
  return rows[0]?.id ?? null;
}

export interface CardCodeRow {
  promotionCode: string;
  couponId: string;
  percent: number | null;
  amountMinor: number | null;
  currency: string | null;
  plan: string | null;
}

/** The discounts on card sales with these names at Stripe, also those that are spent, stopped or over. */
export async function listCardCodes(db: Db, promotionCodes: readonly string[]): Promise<CardCodeRow[]> {
  const { rows } = await db.query<CardCodeRow>(
    `select promotion_code as "promotionCode", id as "couponId", percent, amount_minor as "amountMinor", currency, plan
     from coupons where promotion_code = any($1) and 'card' = any(ways)`,
    [promotionCodes],
  );
  return rows;
}

/** Codes that are stopped here and not yet at Stripe; of one batch, or null: of all. */
export async function listToEnd(db: Db, given: { batch: string | null; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ promotionCode: string }>(
    `select promotion_code as "promotionCode" from coupons
     where promotion_code is not null and not active and promotion_ended_at is null and ($1::uuid is null or batch = $1)
     order by batch limit $2`,
    [given.batch, given.limit],
  );
  return rows.map(({ promotionCode }) => promotionCode);
}

export async function updateEnded(db: Db, promotionCode: string): Promise<void> {
  await db.query('update coupons set promotion_ended_at = now() where promotion_code = $1', [promotionCode]);
}

export interface UntilTerms {
  until: Date;
  /** The days until then, as lists of coupons show them. */
  days: number;
}

/** Makes a coupon that gives the time until a moment and returns its id; null: there is such a code. */
export async function insertUntil(
  tx: Db,
  coupon: UntilTerms & Omit<NewCoupon, 'word'> & { batch: string; note: string | null; createdBy: string | null },
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into coupons (code_hash, last_four, days, until, expires_at, max_uses, batch, note, created_by)
     values ($1, $2, $3, $4, $4, 1, $5, $6, $7) on conflict (code_hash) do nothing returning id`,
    [
      ...[coupon.codeHash, coupon.lastFour, coupon.days, coupon.until.toISOString()],
      ...[coupon.batch, coupon.note, coupon.createdBy],
    ],
  );
  return rows[0]?.id ?? null;
}

/** Moves the moment of a coupon that nobody has redeemed; false: somebody has. Waits for who is redeeming it. */
export async function updateUntil(tx: Db, given: UntilTerms & { couponId: string }): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update coupons set until = $2, expires_at = $2, days = $3 where id = $1 and used = 0',
    [given.couponId, given.until.toISOString(), given.days],
  );
  return rowCount === 1;
}

/** Who has redeemed a coupon of one use; null: nobody. */
export async function findRedeemer(tx: Db, couponId: string): Promise<string | null> {
  const { rows } = await tx.query<{ userId: string }>(
    'select user_id as "userId" from coupon_redemptions where coupon_id = $1 order by created_at limit 1',
    [couponId],
  );
  return rows[0]?.userId ?? null;
}

export interface NewGift extends Omit<NewCoupon, 'word'> {
  cause: string;
  months: number;
  expiresAt: Date;
}

/** Makes the coupon of a gift; false: the cause has one. */
export async function insertGift(tx: Db, { codeHash, lastFour, cause, months, expiresAt }: NewGift): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into coupons (code_hash, last_four, months, max_uses, expires_at, batch, gift_cause)
     values ($1, $2, $3, 1, $4, gen_random_uuid(), $5) on conflict (gift_cause) do nothing`,
    [codeHash, lastFour, months, expiresAt.toISOString(), cause],
  );
  return rowCount === 1;
}

export interface GiftRow {
  cause: string;
  isActive: boolean;
  isExpired: boolean;
  isEnded: boolean;
  /** The user who has redeemed it, and by which redemption. */
  redeemedBy: string | null;
  redemptionId: string | null;
}

/** The gifts of these causes. */
export async function listGifts(db: Db, causes: readonly string[]): Promise<GiftRow[]> {
  const { rows } = await db.query<GiftRow>(
    `select c.gift_cause as cause, c.active as "isActive", c.expires_at <= clock_timestamp() as "isExpired",
       c.gift_ended_at is not null as "isEnded", r.user_id as "redeemedBy", r.id as "redemptionId"
     from coupons c left join coupon_redemptions r on r.coupon_id = c.id where c.gift_cause = any($1)`,
    [causes],
  );
  return rows;
}

/** Nobody can redeem the gift from now on; waits for who is redeeming it. */
export async function updateGiftEnded(tx: Db, cause: string): Promise<void> {
  await tx.query(
    'update coupons set active = false, gift_ended_at = coalesce(gift_ended_at, now()) where gift_cause = $1',
    [cause],
  );
}

/** The causes of the gifts whose money has not gone back, in order. */
export async function listStandingGifts(db: Db, page: { after: string; limit: number }): Promise<string[]> {
  const { rows } = await db.query<{ cause: string }>(
    `select gift_cause as cause from coupons where gift_cause > $1 and gift_ended_at is null order by gift_cause limit $2`,
    [page.after, page.limit],
  );
  return rows.map(({ cause }) => cause);
}

/** The coupon of a code and who has redeemed it; null: there is no such code. */
export async function findCodeUse(
  db: Db,
  codeHash: Buffer,
): Promise<{ couponId: string; giftCause: string | null; userIds: string[] } | null> {
  const { rows } = await db.query<{ couponId: string; giftCause: string | null; userIds: string[] }>(
    `select id as "couponId", gift_cause as "giftCause", array(
       select user_id from coupon_redemptions where coupon_id = coupons.id order by created_at desc limit 500) as "userIds"
     from coupons where code_hash = $1`,
    [codeHash],
  );
  return rows[0] ?? null;
}
