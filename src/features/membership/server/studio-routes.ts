import { type Db, withTransaction } from '../../../server/database/db.ts';
import { AppError, wrongFields } from '../../../server/http/errors.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import { doOnce } from '../../studio/server/requests.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import type { CouponGives } from '../rules.ts';
import { type CouponsBody, keptBatch, membershipStudioCalls } from '../studio-contract.ts';
import type { CouponTerms } from './coupon-queries.ts';
import { drawCoupons, keepCampaign, presentTerms } from './coupons.ts';

export interface StudioCouponsDeps extends StudioPlatform {
  /** Whether there is a plan of this code. */
  isPlan(plan: string): Promise<boolean>;
}

/** The studio's calls about coupons (spec: membership.md#making-coupons). */
export function mountStudioCoupons({ studio, db, setting, isPlan }: StudioCouponsDeps): void {
  const call = 'POST /studio/coupons';
  studio.add(membershipStudioCalls.createCoupons, async ({ body, by, staff }) => {
    const { plan, count, code } = body;
    const terms = { ...readTerms(body, setting('time_zone')), createdBy: staff.userId };
    const request = { userId: staff.userId, call, requestId: body.request_id, body };
    const made = await withTransaction(db, (tx) =>
      doOnce(tx, request, {
        kept: keptBatch,
        async work() {
          requireAhead(terms);
          if (typeof plan === 'string' && !(await isPlan(plan)))
            throw wrongFields([{ path: 'plan', code: 'unknown', message: 'must be the code of a plan' }]);
          const answer = await make(tx, { terms, count, word: code ?? null });
          await audit(tx, { by, batch: answer.batch, terms, count });
          return { answer, keep: { batch: answer.batch } };
        },
      }),
    );
    if (made.kind === 'repeated') return { result: { ...made.kept, coupons: null } };
    const { batch, codes } = made.answer;
    return { result: { batch, coupons: codes.map((each) => ({ code: each, ...presentTerms(terms) })) } };
  });
}

function readTerms(body: CouponsBody, timeZone: string): CouponTerms {
  const zone = body.time_zone ?? timeZone;
  const expiresAt = typeof body.expires_at === 'string' ? readGivenTime('expires_at', body.expires_at, zone) : null;
  const { max_uses: maxUses, new_users: newUsersOnly, note = null } = body;
  return { gives: givesOf(body), maxUses, newUsersOnly, expiresAt, note };
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
  { terms, count, word }: { terms: CouponTerms; count: number; word: string | null },
): Promise<{ batch: string; codes: string[] }> {
  if (word === null) return drawCoupons(tx, { count, terms });
  const batch = await keepCampaign(tx, { word, terms });
  if (batch === null) throw new AppError(409, 'coupon_exists', 'There is a coupon with this word already');
  return { batch, codes: [word] };
}

function audit(
  tx: Db,
  { by, batch, terms, count }: { by: Maker; batch: string; terms: CouponTerms; count: number },
): Promise<void> {
  return writeAudit(tx, {
    by,
    action: 'coupon_batch.create',
    target: { kind: 'coupon_batch', id: batch, name: null },
    after: { ...presentTerms(terms), new_users_only: terms.newUsersOnly, count },
    reason: terms.note ?? null,
    batch,
  });
}
