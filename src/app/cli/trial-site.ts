import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announce } from './announce.ts';
import type { CommandSite } from './command-site.ts';
import { openDatabase } from './database.ts';
import { hasPlace, hasSiteIn, placeOfSite } from './site-state.ts';

/**
 * For a command that only shows what it would do: the site itself, or, where none is yet, an empty one in a temporary
 * folder that goes when `work` is done. So the place stays empty.
 */
export async function onTrial<T>(site: CommandSite, work: (site: CommandSite) => Promise<T>): Promise<T> {
  if (await hasSite(site)) return await work({ ...site, need: 'uses' });
  if (!site.isQuiet)
    announce(`There is no site in ${placeOfSite(site)} yet, and none is made: shown is what a new one would take.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'longstrip-trial-'));
  chmodSync(dataDir, 0o711); // run by root, the database in it belongs to another user
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', remove); // a signal ends the process without coming back here
  try {
    const database = { kind: 'embedded' as const, directory: join(dataDir, 'postgres') };
    return await work({ ...site, dataDir, database, need: 'prepares', isQuiet: true });
  } finally {
    remove();
    process.off('exit', remove);
  }
}

async function hasSite(site: CommandSite): Promise<boolean> {
  if (site.database.kind === 'embedded') return hasPlace(site.database.directory);
  const database = await openDatabase(site);
  try {
    return await hasSiteIn(database.url);
  } finally {
    await database.leave();
  }
}
