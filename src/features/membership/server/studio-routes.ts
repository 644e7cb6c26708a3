import { type Db, withTransaction } from '../../../server/database/db.ts';
import { wrongFields } from '../../../server/http/errors.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { doOnce, wasDone } from '../../studio/server/requests.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import type { CouponGives } from '../rules.ts';
import { type CouponsBody, keptBatch, membershipStudioCalls } from '../studio-contract.ts';
import { type CardCode, type CardCodes, couponExists, makeCardCodes, requireUnused } from './card-codes.ts';
import type { CouponTerms } from './coupon-queries.ts';
import { drawCoupons, keepCampaign, keepCardCoupons, presentTerms } from './coupons.ts';

export interface StudioCouponsDeps extends StudioPlatform {
  /** Whether there is a plan of this code. */
  isPlan(plan: string): Promise<boolean>;
  cardCodes: CardCodes;
}

/** The studio's calls about coupons (spec: membership.md#making-coupons). */
export function mountStudioCoupons({ studio, db, setting, isPlan, cardCodes }: StudioCouponsDeps): void {
  const call = 'POST /studio/coupons';
  studio.add(membershipStudioCalls.createCoupons, async ({ body, by, staff }) => {
    const { plan, count, code } = body;
    const terms = { ...readTerms(body, setting('time_zone')), createdBy: staff.userId };
    const request = { userId: staff.userId, call, requestId: body.request_id, body };
    async function requireFitting(): Promise<void> {
      requireAhead(terms);
      if (typeof plan === 'string' && !(await isPlan(plan)))
        throw wrongFields([{ path: 'plan', code: 'unknown', message: 'must be the code of a plan' }]);
    }

    /** No transaction is open while Stripe is asked. */
    async function codesByCard(): Promise<CardCode[] | null> {
      if (!body.ways.includes('card') || (await wasDone(db, request))) return null;
      await requireFitting();
      return makeCardCodes(db, { cardCodes, body, terms });
    }

    const byCard = await codesByCard();
    const made = await withTransaction(db, (tx) =>
      doOnce(tx, request, {
        kept: keptBatch,
        async work() {
          await requireFitting();
          const answer = await make(tx, { terms, count, word: code ?? null, byCard });
          await audit(tx, { by, batch: answer.batch, terms, count });
          return { answer, keep: { batch: answer.batch } };
        },
      }),
    );
    if (made.kind === 'repeated') return { result: { ...made.kept, coupons: null } };
    const { batch, codes } = made.answer;
    return {
      result: { batch, coupons: codes.map((each) => ({ code: each, ...presentTerms(terms), ...waysOf(terms) })) },
    };
  });
}

const waysOf = ({ ways = ['wechat'], currency = null }: CouponTerms) => ({ ways: [...ways], currency });

function readTerms(body: CouponsBody, timeZone: string): CouponTerms {
  const zone = body.time_zone ?? timeZone;
  const expiresAt = typeof body.expires_at === 'string' ? readGivenTime('expires_at', body.expires_at, zone) : null;
  const { max_uses: maxUses, new_users: newUsersOnly, note = null, ways } = body;
  const currency = body.currency?.toUpperCase() ?? null;
  return { gives: givesOf(body), maxUses, newUsersOnly, expiresAt, note, ways, currency };
}

/** Asked of new coupons alone: a request that comes again later still gets its answer. */
function requireAhead({ expiresAt }: CouponTerms): void {
  if (expiresAt && expiresAt <= new Date())
    throw wrongFields([{ path: 'expires_at', code: 'too_early', message: 'must lie ahead' }]);
}

function givesOf({ months, days, percent, amount, plan = null }: CouponsBody): CouponGives {
  if (typeof months === 'number') return { months };
  if (typeof days === 'number') return { days };
  if (typeof percent === 'number') return { percent, plan };
  if (typeof amount === 'number') return { amountMinor: amount, plan };
  throw new Error('The schema of new coupons wants one thing that they give');
}

async function make(
  tx: Db,
  given: { terms: CouponTerms; count: number; word: string | null; byCard: readonly CardCode[] | null },
): Promise<{ batch: string; codes: string[] }> {
  const { terms, count, word, byCard } = given;
  if (word === null && !byCard) return drawCoupons(tx, { count, terms });
  const batch = byCard
    ? await keepCardCoupons(tx, { codes: byCard, word, terms })
    : await keepCampaign(tx, { word: word ?? '', terms });
  if (batch === null) {
    // Another request may have taken the name since it was looked at.
    await requireUnused(tx, byCard?.map(({ promotionCode }) => promotionCode) ?? []);
    throw couponExists();
  }
  return { batch, codes: word === null ? (byCard ?? []).map(({ code }) => code) : [word] };
}

function audit(
  tx: Db,
  { by, batch, terms, count }: { by: Maker; batch: string; terms: CouponTerms; count: number },
): Promise<void> {
  return writeAudit(tx, {
    by,
    action: 'coupon_batch.create',
    target: { kind: 'coupon_batch', id: batch, name: null },
    after: { ...presentTerms(terms), ...waysOf(terms), new_users_only: terms.newUsersOnly, count },
    reason: terms.note ?? null,
    batch,
  });
}
