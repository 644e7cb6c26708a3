import type { Db } from '../../../server/database/db.ts';
import { type Retention, whereOver } from '../../../server/jobs/retention.ts';
import { parseTime } from '../../../shared/time.ts';
import type { TrialTerms } from '../studio-contract.ts';

/** The terms of trials, with how often each campaign was used. */
export async function findTrialTerms(db: Db): Promise<TrialTerms> {
  const { rows } = await db.query<{ days: number; open: boolean }>('select days, open from trial_terms');
  const { rows: campaigns } = await db.query<{ word: string; until: Date; count: number; used: number }>(
    'select word, until_at as until, most as count, used from trial_campaigns order by until_at desc, word',
  );
  return {
    trial_days: rows[0]?.days ?? 0,
    open: rows[0]?.open ?? false,
    campaigns: campaigns.map((row) => ({ ...row, until: row.until.toISOString() })),
  };
}

/** The terms, which nobody else changes until the transaction ends. */
export async function lockTrialTerms(tx: Db): Promise<TrialTerms> {
  await tx.query('select from trial_terms for update');
  return findTrialTerms(tx);
}

/** Writes terms; a campaign that comes back has been used as often as its word was. */
export async function updateTrialTerms(tx: Db, { trial_days: days, open, campaigns }: TrialTerms): Promise<void> {
  const words = campaigns.map(({ word }) => word);
  await tx.query('update trial_terms set days = $1, open = $2', [days, open]);
  await tx.query('delete from trial_campaigns where word <> all($1::text[])', [words]);
  await tx.query(
    `insert into trial_campaigns (word, until_at, most, used)
     select given.word, until_at, most, (select count(*) from trials t where t.word = given.word)
     from unnest($1::text[], $2::timestamptz[], $3::int[]) as given (word, until_at, most)
     on conflict (word) do update set until_at = excluded.until_at, most = excluded.most`,
    [words, campaigns.map(({ until }) => parseTime(until)), campaigns.map(({ count }) => count)],
  );
}

/** Uses a campaign once. False: there is none of that word, it is over, or all its uses are spent. */
export async function spendTrialCampaign(tx: Db, { word, now }: { word: string; now: Date }): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update trial_campaigns set used = used + 1 where word = $1 and until_at > $2 and used < most',
    [word, now],
  );
  return rowCount === 1;
}

/** Whether somebody of that name had a trial. */
export async function hasTrial(db: Db, nameHash: Buffer): Promise<boolean> {
  const { rows } = await db.query('select from trials where name_hash = $1', [nameHash]);
  return rows.length > 0;
}

export async function insertTrial(
  tx: Db,
  given: { nameHash: Buffer; userId: string; word: string | null; now: Date },
): Promise<void> {
  const { nameHash, userId, word, now } = given;
  await tx.query('insert into trials (name_hash, user_id, word, given_at, kept_since) values ($1, $2, $3, $4, $4)', [
    nameHash,
    userId,
    word,
    now,
  ]);
}

/** The days that somebody new can get without an invitation: anyone's, or those of a campaign that goes on. */
export async function findOfferedDays(db: Db, now: Date): Promise<number | null> {
  const { rows } = await db.query<{ days: number }>(
    {
      name: 'membership-offered-trial',
      text: `select days from trial_terms where days > 0 and (open
        or exists (select from trial_campaigns where until_at > $1 and used < most))`,
    },
    [now],
  );
  return rows[0]?.days ?? null;
}

/** How many trials were given within the last day. */
export async function countNewTrials(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*) as count from trials where given_at > now() - interval '1 day'",
  );
  return rows[0]?.count ?? 0;
}

const keptDays = 365;

/** Forgets who had a trial a year after the account was deleted. */
export const trialRetention: Retention = whereOver({
  table: 'trials',
  by: 'kept_since',
  over: 'user_id is null and kept_since < $1',
  limitOf: (now) => new Date(now.getTime() - keptDays * 24 * 60 * 60 * 1000),
});
