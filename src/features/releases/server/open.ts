import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Chores } from '../../../server/jobs/retention.ts';
import { listsAdult } from '../../catalog/rules.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import { releasesCalls } from '../contract.ts';
import { listCalendar } from './calendar.ts';
import { toldEntryRetention } from './queries.ts';
import { mountReleaseCalls, type ReleaseCallsDeps } from './studio-routes.ts';

/** Opens the calendar of readers (spec: catalog.md#calendar), and the studio's calls about dates and access. */
export function openReleases(
  platform: Platform,
  { dates, ...neighbours }: Neighbours<ReleaseCallsDeps> & { dates: Dates },
): Chores {
  const { api, config, db } = platform;
  api.add(releasesCalls.getCalendar, async ({ query }) => ({
    result: await listCalendar(db, { ...query, adult: listsAdult(config.adultBooks, query), dates }),
  }));
  mountReleaseCalls({ ...platform, ...neighbours });
  return { retentions: [toldEntryRetention] };
}
