import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readIdentity } from '../../../server/backup/queries.ts';
import type { Db } from '../../../server/database/db.ts';
import { type FileStore, readStored } from '../../../server/store/file-store.ts';
import { findKnownKeys } from './known-files.ts';
import { findLastTurn, insertTurn, isTurnOf, keepsTurns } from './owner-queries.ts';
import { makeStagingFolder } from './store/files.ts';
import { imageOf, originalOf } from './store/picture-keys.ts';

// A store of pictures belongs to one database (spec: media.md#the-owner-of-a-store). Its mark names the site, and a turn
// of the database that frees files there.

export const ownerKey = 'longstrip-media.json';
const noteSchema = z.object({
  longstrip_media: z.literal(1),
  site_id: z.string(),
  turn: z.uuid(),
  since: z.iso.datetime(),
  adopted: z.boolean(),
});

export interface OwnerNote {
  siteId: string;
  turn: string;
  /** When the store became that site's. */
  since: Date;
  /** An operator said so, and has seen what the store held that the database does not name. */
  isAdopted: boolean;
}

export type StoreOwner =
  | { kind: 'ours'; mark: OwnerNote }
  /** It has no mark: it is empty, or the database names what it holds. */
  | { kind: 'free' }
  /** A database that came later from this site's database uses it; this database is an older copy. */
  | { kind: 'copy'; mark: OwnerNote }
  | { kind: 'other site'; siteId: string }
  /** It has no mark, and the database names few of its files. */
  | { kind: 'strange' };

export class StoreRefusedError extends Error {
  override name = 'StoreRefusedError';
}

/** Says to whom a store belongs; `db` null: there is no site yet. */
export async function findOwner(db: Db | null, store: FileStore): Promise<StoreOwner> {
  const mark = await readOwnerNote(store);
  if (!db)
    return mark ? { kind: 'other site', siteId: mark.siteId } : { kind: (await isEmpty(store)) ? 'free' : 'strange' };
  if (!mark) return (await namesMost(db, store)) ? { kind: 'free' } : { kind: 'strange' };
  if (mark.siteId !== (await readIdentity(db)).siteId) return { kind: 'other site', siteId: mark.siteId };
  const isKnown = (await keepsTurns(db)) && (await isTurnOf(db, mark.turn));
  return { kind: isKnown ? 'ours' : 'copy', mark };
}

/** Rejects with a `StoreRefusedError` where this site may not use a store; `setting` is what names it. */
export async function requireOwner(
  db: Db,
  { store, setting }: { store: FileStore; setting: string },
): Promise<StoreOwner> {
  const owner = await findOwner(db, store);
  if (owner.kind !== 'other site' && owner.kind !== 'strange') return owner;
  throw new StoreRefusedError(
    `${describeOwner(store, owner)}, and nothing was changed there. Correct ${setting} or DATABASE_URL. If they are right, \`longstrip media check --adopt\` makes the store this site's.`,
  );
}

/** As `requireOwner`, and marks a store that is free. */
export async function requireStore(
  db: Db,
  given: { store: FileStore; staging: string; now: Date; setting: string },
): Promise<void> {
  const owner = await requireOwner(db, given);
  if (owner.kind === 'free') await noteOwner(db, { ...given, isAdopted: false });
}

/** Says in a sentence without its end why the files of a store are not freed. */
export function describeOwner(store: FileStore, owner: Exclude<StoreOwner, { kind: 'ours' | 'free' }>): string {
  const place = store.nameOf('');
  if (owner.kind === 'other site') return `${place} has the pictures of another site (${owner.siteId || 'unknown'})`;
  if (owner.kind === 'copy') return `${place} is used by a later state of this database, of which this one is a copy`;
  return `${place} has pictures, most of which this database does not name`;
}

/** Makes a store this database's from now on. */
export async function noteOwner(
  db: Db,
  given: { store: FileStore; staging: string; now: Date; isAdopted: boolean },
): Promise<void> {
  const { store, staging, now: since, isAdopted } = given;
  const { siteId } = await readIdentity(db);
  const turn = (await findLastTurn(db)) ?? (await insertTurn(db));
  await writeOwnerNote({ store, staging, mark: { siteId: siteId ?? '', turn, since, isAdopted } });
}

/** Writes the next turn into a store of ours. The database knows it first, so after a kill the store is still ours. */
export async function takeNextTurn(
  db: Db,
  { store, staging, mark }: { store: FileStore; staging: string; mark: OwnerNote },
): Promise<void> {
  await writeOwnerNote({ store, staging, mark: { ...mark, turn: await insertTurn(db) } });
}

async function isEmpty(store: FileStore): Promise<boolean> {
  for await (const _ of store.list('')) return false;
  return true;
}

const sampled = 1000;

/** Whether the database names at least half of some files of a store; files from before `after` do not count. */
export async function namesMost(db: Db, store: FileStore, after = new Date(0)): Promise<boolean> {
  const keys: string[] = [];
  for await (const { key, changedAt } of store.list('')) {
    if (changedAt < after || (imageOf(key) === null && originalOf(key) === null)) continue;
    if (keys.push(key) === sampled) break;
  }
  if (keys.length === 0) return true;
  const known = await findKnownKeys(db, keys);
  return keys.filter((key) => known.has(key)).length * 2 >= keys.length;
}

/** A mark that cannot be read is another site's: that of nobody. */
async function readOwnerNote(store: FileStore): Promise<OwnerNote | null> {
  const bytes = await readStored(store, ownerKey);
  if (!bytes) return null;
  const read = z.safeParse(noteSchema, parseOrNull(bytes.toString()));
  if (!read.success) return { siteId: '', turn: '', since: new Date(), isAdopted: false };
  const { site_id: siteId, turn, since, adopted } = read.data;
  return { siteId, turn, since: new Date(since), isAdopted: adopted };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function writeOwnerNote(given: { store: FileStore; staging: string; mark: OwnerNote }): Promise<void> {
  const { store, mark } = given;
  const staging = await makeStagingFolder(given.staging);
  const path = join(staging, ownerKey);
  try {
    const { siteId, turn, since, isAdopted } = mark;
    const told = { longstrip_media: 1, site_id: siteId, turn, since: since.toISOString(), adopted: isAdopted };
    await writeFile(path, `${JSON.stringify(told)}\n`);
    await store.put([{ key: ownerKey, path }]);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
