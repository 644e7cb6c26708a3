import type { CommandSite } from '../../../server/command/command.ts';
import { systemClock } from '../../../server/process/clock.ts';
import { readSettings } from '../../settings/server/settings.ts';
import { rollUp } from '../server/roll-up.ts';
import type { NumberSources } from '../server/sources.ts';

/** `longstrip numbers roll-up`: as the job of that name. */
export function runRollUp(site: CommandSite, options: { json?: true }, sources: NumberSources): Promise<void> {
  return site.withDatabase(async (db) => {
    const { closed, open } = await rollUp({ db, setting: await readSettings(db, site.site), sources }, systemClock());
    if (options.json) console.log(JSON.stringify({ closed, open }));
    else
      console.log(
        closed.length === 0 ? `No day to close; ${open} is open.` : `Closed: ${closed.join(', ')}; ${open} is open.`,
      );
  });
}
