import type { Neighbours, Platform } from '../../../server/http/platform.ts';
import type { Job } from '../../../server/jobs/jobs.ts';
import { inLanguageOf } from '../../../shared/site-settings.ts';
import { announcementCalls } from '../contract.ts';
import { barsAt } from '../rules.ts';
import { newsOf, tellInboxes } from './announcements.ts';
import { mountStudioAnnouncements, type StudioAnnouncementsDeps } from './studio-routes.ts';

interface Reader {
  membership: { expireAt: Date } | null;
  now: Date;
}

/** Opens announcements; others tell what the news in an inbox say. */
export function openAnnouncements(platform: Platform<Reader>, neighbours: Neighbours<StudioAnnouncementsDeps>) {
  const { users, setting, clock } = platform;
  mountStudioAnnouncements({ ...platform, ...neighbours });
  users.add(announcementCalls.listAnnouncements, async ({ viewer: { membership, now }, query: { language } }) => {
    const isMember = membership !== null && membership.expireAt > now;
    const textOf = new Map(setting('bars').map(({ id, texts }) => [id, inLanguageOf(texts, language) ?? '']));
    const bars = barsAt(setting, { language, now: clock(), isMember });
    return { result: bars.map(({ id, pieces }) => ({ announcement_id: id, text: textOf.get(id) ?? '', pieces })) };
  });
  const job: Job = {
    name: 'announcements',
    everyMs: 5000,
    run: (db, signal) => tellInboxes(db, { now: clock, signal }),
  };
  return { newsOf, jobs: [job] };
}
