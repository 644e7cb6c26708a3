import type { CommandSite } from '../../../server/command/command.ts';
import type { DbPool } from '../../../server/database/db.ts';
import { tellNewChapters } from '../server/new-chapters.ts';

/** Tells members whose membership ends soon or has ended; returns how many notices were made of each. */
export type TellMembers = (db: DbPool) => Promise<{ ending: number; ended: number }>;

/** `longstrip notices send`. */
export function runNoticesSend(site: CommandSite, options: { json?: true }, tellMembers: TellMembers): Promise<void> {
  return site.withDatabase(async (db) => {
    const newChapter = await tellNewChapters(db);
    const { ending, ended } = await tellMembers(db);
    const counts = { new_chapter: newChapter, membership_ending: ending, membership_ended: ended };
    const told = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
    console.log(options.json ? JSON.stringify(counts) : `Notices: ${told.join(', ')}`);
  });
}
