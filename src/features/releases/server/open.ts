import type { Platform } from '../../../server/http/platform.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import type { StudioApi } from '../../studio/server/studio-api.ts';
import { releasesCalls } from '../contract.ts';
import { listCalendar } from './calendar.ts';
import { mountReleaseCalls } from './studio-routes.ts';
import type { HoursOf } from './what-if.ts';

interface ReleasesNeighbours {
  studio: StudioApi;
  dates: Dates;
  /** Lets this process know of a change at once. */
  refresh(): Promise<void>;
  hoursOf: HoursOf;
}

/** Opens the calendar of readers (spec: catalog.md#calendar), and the studio's calls about dates and access. */
export function openReleases(platform: Platform, { dates, ...neighbours }: ReleasesNeighbours): void {
  const { api, db } = platform;
  api.add(releasesCalls.getCalendar, async ({ query }) => ({ result: await listCalendar(db, { ...query, dates }) }));
  mountReleaseCalls({ ...platform, ...neighbours });
}
