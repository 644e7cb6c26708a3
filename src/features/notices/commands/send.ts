import type { CommandSite } from '../../../server/command/command.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { readSettings } from '../../settings/server/settings.ts';
import { tellNewChapters } from '../server/new-chapters.ts';
import { rememberPushKeys } from '../server/push-keys.ts';
import { sendPushes } from '../server/push-sending.ts';

/** Tells members whose membership ends soon or has ended; returns how many notices were made of each. */
export type TellMembers = (db: DbPool) => Promise<{ ending: number; ended: number }>;

/** `longstrip notices send`. */
export function runNoticesSend(site: CommandSite, options: { json?: true }, tellMembers: TellMembers): Promise<void> {
  return site.withDatabase(async (db) => {
    const newChapter = await tellNewChapters(db);
    const { ending, ended } = await tellMembers(db);
    const setting = await readSettings(db, site.site);
    const pushes = await sendPushes(db, {
      ...{ loopback: site.push.loopback, keys: rememberPushKeys(db, site.push.keys) },
      contact: () => setting('contact'),
    });
    const counts = { new_chapter: newChapter, membership_ending: ending, membership_ended: ended, pushes };
    const told = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
    console.log(options.json ? JSON.stringify(counts) : `Notices: ${told.join(', ')}`);
  });
}
