import { announce } from '../../../server/command/announce.ts';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { readMonths, readTime, readWhole } from '../../../server/command/options.ts';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { commandLine, writeAudit } from '../../studio/server/audit.ts';
import { type CouponGives, isCampaignWord, mostAmountMinor, mostPercent, normaliseCoupon } from '../rules.ts';
import { createCampaign, createCoupons, presentTerms, stopCoupon } from '../server/coupons.ts';

const mostDays = 36_500;
const mostCodes = 10_000;
const mostUses = 1_000_000_000;

export type CouponOptions = {
  months?: string;
  days?: string;
  percent?: string;
  amount?: string;
  plan?: string;
  code?: string;
  count: string;
  maxUses: string;
  expires?: string;
  newUsers?: true;
  json?: true;
};

/** Whether payments sell such a plan. */
export type IsPlan = (db: Db, plan: string) => Promise<boolean>;

/** `longstrip coupon create`: prints the codes, which nobody can look up later. */
export function runCouponCreate(site: CommandSite, options: CouponOptions, isPlan: IsPlan): Promise<void> {
  const gives = readGives(options);
  const count = readWhole('--count', options.count, { most: mostCodes });
  const maxUses = readWhole('--max-uses', options.maxUses, { most: mostUses });
  const expiresAt = options.expires === undefined ? null : readTime('--expires', options.expires);
  if (expiresAt && expiresAt <= new Date()) throw new OperatorError('--expires is over already.');
  const { code: word } = options;
  if (word !== undefined) requireWord(word, count);
  const terms = { gives, maxUses, newUsersOnly: options.newUsers ?? false, expiresAt };
  return site.withDatabase(async (db) => {
    if (options.plan !== undefined && !(await isPlan(db, options.plan)))
      throw new OperatorError(`There is no plan ${JSON.stringify(options.plan)}.`);
    const printedTerms = presentTerms(terms);
    const also = (tx: Db, batch: string) =>
      writeAudit(tx, {
        by: commandLine,
        action: 'coupon_batch.create',
        target: { kind: 'coupon_batch', id: batch, name: null },
        after: { ...printedTerms, new_users_only: terms.newUsersOnly, count },
        batch,
      });
    const codes =
      word === undefined ? await createCoupons(db, { count, terms, also }) : await addWord(db, { word, terms, also });
    if (options.json) console.log(JSON.stringify(codes.map((code) => ({ code, ...printedTerms }))));
    else for (const code of codes) console.log(code);
    if (word === undefined) announce('Keep them: only their hashes are stored, so they cannot be shown again.');
  });
}

async function addWord(db: DbPool, given: Parameters<typeof createCampaign>[1]): Promise<string[]> {
  if (await createCampaign(db, given)) return [given.word];
  throw new OperatorError(`There is a coupon ${JSON.stringify(given.word)} already, or one that reads alike.`);
}

function readGives({ months, days, percent, amount, ...options }: CouponOptions): CouponGives {
  const plan = options.plan ?? null;
  if ([months, days, percent, amount].filter((given) => given !== undefined).length !== 1)
    throw new OperatorError('Give one of --months, --days, --percent and --amount.');
  if (percent !== undefined) return { percent: readWhole('--percent', percent, { most: mostPercent }), plan };
  if (amount !== undefined) return { amountMinor: readWhole('--amount', amount, { most: mostAmountMinor }), plan };
  if (plan !== null) throw new OperatorError('--plan is for --percent and --amount.');
  return months === undefined
    ? { days: readWhole('--days', days ?? '', { most: mostDays }) }
    : { months: readMonths(months) };
}

function requireWord(word: string, count: number): void {
  if (count !== 1) throw new OperatorError('--code names one coupon; --count cannot ask for more of it.');
  if (!isCampaignWord(normaliseCoupon(word)))
    throw new OperatorError(
      '--code wants 4 to 40 letters A–Z and digits, though not 16 of them: so many are for codes that are drawn.',
    );
}

/** `longstrip coupon stop`. */
export function runCouponStop(site: CommandSite, code: string): Promise<void> {
  return site.withDatabase(async (db) => {
    const stopped = await withTransaction(db, async (tx) => {
      const batch = await stopCoupon(tx, code);
      if (batch === null) return false;
      const target = { kind: 'coupon_batch', id: batch, name: null } as const;
      await writeAudit(tx, { by: commandLine, action: 'coupon_batch.stop', target, batch });
      return true;
    });
    if (!stopped) throw new OperatorError('There is no such coupon.');
    console.log('Nobody can redeem it from now on. Who did keeps what it gave.');
  });
}
