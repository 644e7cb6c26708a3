import { type Db, withTransaction } from '../../../server/database/db.ts';
import { readGivenTime } from '../../../server/http/given-time.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { etagOf, requireLastVersion } from '../../studio/server/versions.ts';
import { type GivenTrialTerms, membershipStudioCalls, type TrialTerms } from '../studio-contract.ts';
import { findTrialTerms, lockTrialTerms, updateTrialTerms } from './trial-queries.ts';

/** The studio's calls for trials (spec: membership.md#trials). */
export function mountStudioTrials({ studio, primary: db, setting }: StudioPlatform): void {
  studio.add(membershipStudioCalls.getTrial, async ({ setEtag }) => {
    const result = await findTrialTerms(db);
    setEtag(etagOfTerms(result));
    return { result };
  });
  studio.add(membershipStudioCalls.changeTrial, async ({ body: change, by, ifMatch, setEtag }) => {
    const result = await withTransaction(db, (tx) =>
      changeTerms(tx, { change, by, ifMatch, zone: setting('time_zone') }),
    );
    setEtag(etagOfTerms(result));
    return { result };
  });
}

const target = { kind: 'site', id: 'trial', name: null } as const;

/** The terms as somebody sets them: registrations that use a campaign change nothing about them. */
const termsAlone = ({ trial_days, open, campaigns }: TrialTerms) => ({
  trial_days,
  open,
  campaigns: campaigns.map(({ word, until, count }) => ({ word, until, count })),
});
const etagOfTerms = (terms: TrialTerms) => etagOf(termsAlone(terms));

/** The terms as the audit tells them: a count there is one of codes. */
const toldOf = ({ campaigns, ...terms }: TrialTerms) => ({
  ...terms,
  campaigns: campaigns.map(({ word, until, count: accounts }) => ({ word, until, accounts })),
});

async function changeTerms(
  tx: Db,
  { change, by, ifMatch, zone }: { change: GivenTrialTerms; by: Maker; ifMatch: string | undefined; zone: string },
): Promise<TrialTerms> {
  // A wrong time is refused before the version of the caller.
  const given = change.campaigns?.map(({ until, ...each }, at) => ({
    ...{ ...each, used: 0 },
    until: readGivenTime(`campaigns.${at}.until`, until, zone).toISOString(),
  }));
  const current = await lockTrialTerms(tx);
  await requireLastVersion(tx, ifMatch, { target, etag: etagOfTerms(current), current });
  const { trial_days = current.trial_days, open = current.open } = change;
  await updateTrialTerms(tx, {
    trial_days: trial_days ?? 0,
    open: open ?? false,
    campaigns: change.campaigns === undefined ? current.campaigns : (given ?? []),
  });
  const after = await findTrialTerms(tx);
  if (etagOfTerms(current) !== etagOfTerms(after))
    await writeAudit(tx, {
      by,
      action: 'site.trial',
      target,
      before: toldOf(current),
      after: toldOf(after),
    });
  return after;
}
