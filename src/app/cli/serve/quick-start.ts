import { describeFailure } from '../../../server/command/operator-error.ts';
import { type Config, loadConfig } from '../../../server/config/config.ts';
import { withPool } from '../../../server/database/db.ts';
import { runServer } from './start.ts';

/**
 * The last step of `npm start`, after install and build: runs `longstrip start`, with the demo in an empty catalogue.
 */
export async function quickStart(): Promise<number> {
  const print = (line: string) => console.log(line);
  try {
    const config = loadConfig();
    const prepare = (url: string) => seedWhereWanted({ url, site: config, print });
    return await runServer(config, { print, ...(config.environment !== 'production' && { prepare }) });
  } catch (error) {
    console.error(describeFailure(error));
    return 1;
  }
}

function seedWhereWanted(given: { url: string; site: Config; print: (line: string) => void }): Promise<void> {
  const { url, site, print } = given;
  return withPool({ url, purpose: 'import' }, async (db) => {
    const { seedDemo, wantsDemo } = await import('../../../features/importing/commands/seed.ts');
    if (await wantsDemo({ db, site })) await seedDemo({ db, site, print });
  });
}
