import type { LiveSettings } from '../../settings/server/settings.ts';
import type { StudioPlatform } from '../../studio/server/studio-api.ts';
import { announcementStudioCalls } from '../studio-contract.ts';
import { changeAnnouncement, listAnnouncements, makeAnnouncement, removeAnnouncement } from './announcements.ts';

export interface StudioAnnouncementsDeps extends StudioPlatform {
  settings: Pick<LiveSettings, 'change'>;
}

/** The studio's calls for announcements (spec: site.md#announcements). */
export function mountStudioAnnouncements(deps: StudioAnnouncementsDeps): void {
  const { studio, primary: db, clock, setting, settings } = deps;
  const changeOf = <By>(by: By) => ({ by, now: clock(), zone: setting('time_zone') });

  studio.add(announcementStudioCalls.listAnnouncements, async () => {
    const result = await listAnnouncements(db);
    return { result, total: result.length };
  });
  studio.add(announcementStudioCalls.makeAnnouncement, async ({ body, by }) => ({
    result: await settings.change((tx) => makeAnnouncement(tx, body, changeOf(by))),
  }));
  studio.add(
    announcementStudioCalls.changeAnnouncement,
    async ({ params: { announcement_id: id }, body: change, by }) => ({
      result: await settings.change((tx) => changeAnnouncement(tx, { id, change }, changeOf(by))),
    }),
  );
  studio.add(announcementStudioCalls.removeAnnouncement, ({ params: { announcement_id: id }, by }) =>
    settings.change((tx) => removeAnnouncement(tx, id, changeOf(by))),
  );
}
