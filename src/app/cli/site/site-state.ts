import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { countAllBooks } from '../../../features/catalog/server/catalog.ts';
import type { SiteNeed } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import type { Settings } from '../../../server/config/config.ts';
import { nameOfStore } from '../../../server/config/media.ts';
import { type Db, withPool } from '../../../server/database/db.ts';
import { hasSchema, migrate, readSchema } from '../../../server/migrations/migrate.ts';
import { settingsIn } from '../../../shared/site-settings.ts';

/** The settings of a site, and what a command may do to it. */
export type NeededSite = Settings & { need: SiteNeed; isQuiet: boolean };

/**
 * Refuses a missing folder before anything is opened: a command that creates no site must not create its folder either.
 */
export function requirePlace(site: NeededSite): void {
  const { need, database } = site;
  if (need !== 'uses' && need !== 'looks at') return;
  if (database.kind === 'embedded' && !hasPlace(database.directory)) throw noSite(site);
}

/** A broken link counts as a place: it has lost its database, and a later check reports that. */
export function hasPlace(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Creates or migrates the site where the command may do so; else throws an `OperatorError` for a site that does not
 * fit.
 */
export async function requireNeed(site: NeededSite, url: string): Promise<void> {
  const { need } = site;
  if (need === 'brings up' || need === 'replaces') return;
  const state = await withPool(oneConnection(url), (db) => (need === 'looks at' ? lookAt(db) : readSchema(db)));
  if (state.kind === 'current') return;
  if (state.kind === 'older') throw new OperatorError(olderSchema(site, state));
  if (need !== 'prepares') throw noSite(site);
  await migrate({ url });
}

const oneConnection = (url: string) => ({ url, purpose: 'import', max: 1 }) as const;

/** Migrates a site to this version's schema; `isNew`: the site was created just now. */
export async function migrateSite(url: string): Promise<{ applied: string[]; isNew: boolean }> {
  const isNew = !(await hasSiteIn(url));
  return { isNew, applied: await migrate({ url }) };
}

export function hasSiteIn(url: string): Promise<boolean> {
  return withPool(oneConnection(url), hasSchema);
}

async function lookAt(db: Db): Promise<{ kind: 'none' | 'current' }> {
  return { kind: (await hasSchema(db)) ? 'current' : 'none' };
}

export function noSite(site: Settings): OperatorError {
  const where = site.database.kind === 'embedded' ? 'DATA_DIR, or run the command where its .env is' : 'DATABASE_URL';
  return new OperatorError(
    `There is no site in ${placeOfSite(site)}, and nothing was changed there. If yours is elsewhere, correct ${where}. A new one begins with \`longstrip start\`, \`migrate\`, \`seed\`, \`import\`, \`user create\` or \`restore\`.`,
  );
}

function olderSchema(site: Settings, { has, wants }: { has: string; wants: string }): string {
  return `The site in ${placeOfSite(site)} has the schema ${nameOfSchema(has)}, and this version of Longstrip has ${nameOfSchema(wants)}. Nothing was changed. Run \`longstrip migrate\` first (\`longstrip start\` does it too), or use the version that the site is served by.`;
}

/** A migration's file name without its ending: the number that an operator compares, and the change. */
export function nameOfSchema(migration: string): string {
  return migration.replace(/\.sql$/, '');
}

/** Describes in one line the site that a command works on. */
export async function describeSite(site: Settings, url: string): Promise<string> {
  const books = await withPool(oneConnection(url), async (db) => ((await hasSchema(db)) ? await countAllBooks(db) : 0));
  const name = JSON.stringify(settingsIn(site.site)('name'));
  return `Site ${name} in ${placeOfSite(site)}: ${books} ${books === 1 ? 'book' : 'books'}`;
}

/** The folder of the site, or its database and the folder of its pictures. */
export function placeOfSite({ database, dataDir, media }: Settings): string {
  const isBeside = media.store.kind === 'folder' && media.store.path === join(dataDir, 'media');
  const pictures = isBeside ? dataDir : nameOfStore(media.store);
  if (database.kind === 'external') return `${placeOf(database.url)} (pictures in ${pictures})`;
  return isBeside ? dataDir : `${dataDir} (pictures in ${pictures})`;
}

/** The place in a database's address, without user and password. */
export function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
