import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announce } from '../../../server/command/announce.ts';
import { openDatabase } from './database.ts';
import type { NeededSite } from './site-state.ts';
import { hasPlace, hasSiteIn, placeOfSite } from './site-state.ts';

/**
 * Runs a command that only shows what it would do: on the site, or, where there is none yet, on an empty site in a
 * temporary folder. The folder is removed when `work` ends, so that the place stays empty.
 */
export async function onTrial<T>(site: NeededSite, work: (site: NeededSite) => Promise<T>): Promise<T> {
  if (await hasSite(site)) return await work({ ...site, need: 'uses' });
  if (!site.isQuiet)
    announce(`There is no site in ${placeOfSite(site)} yet, and none is made: shown is what a new one would take.`);
  const dataDir = mkdtempSync(join(tmpdir(), 'longstrip-trial-'));
  chmodSync(dataDir, 0o711); // run by root, the database in it belongs to another user
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', remove); // a signal ends the process without running `finally`
  try {
    const database = { kind: 'embedded' as const, directory: join(dataDir, 'postgres') };
    const media = { ...site.media, store: { kind: 'folder' as const, path: join(dataDir, 'media') }, fallback: null };
    return await work({ ...site, dataDir, database, media, need: 'prepares', isQuiet: true });
  } finally {
    remove();
    process.off('exit', remove);
  }
}

async function hasSite(site: NeededSite): Promise<boolean> {
  if (site.database.kind === 'embedded') return hasPlace(site.database.directory);
  const database = await openDatabase(site);
  try {
    return await hasSiteIn(database.url);
  } finally {
    await database.leave();
  }
}
