import { workAhead } from '../../process/work-ahead.ts';
import type { StoredFile } from '../../store/file-store.ts';
import type { Manifest } from './manifest.ts';
import type { ObjectStore } from './objects.ts';
import { keepReadings, type Readings, readReadings } from './readings.ts';
import { type Repository, readManifests } from './repository.ts';
import { measure } from './sums.ts';

/** What to read: the objects of the newest snapshot; a share, so that a week reads all; or all, stray objects too. */
type Extent = 'newest' | 'share' | 'all';

export interface CheckReport {
  /** How many objects were read. */
  checked: number;
  damaged: string[];
  missing: string[];
  /** What is known now of the whole repository. */
  readings: Readings;
}

/** Objects that are read at once: each waits for the store's answer. */
const checkedAtOnce = 8;
const hourMs = 60 * 60_000;
/** A shelf is due after six days: it is then read within a week, even if the next share comes late. */
const dueAfterMs = 6 * 24 * hourMs;
/** A reading older than this proves nothing any more. */
const countsForMs = 8 * 24 * hourMs;
/** A share reads this part of all bytes. Shares come every four hours, so the first pass takes under three days. */
const partOfAll = 1 / 16;
/** A small repository is read in one go. */
const leastShareBytes = 1024 ** 3;

/** Reads objects and compares them with their sums; keeps what it found in the repository. */
export async function checkRepository(
  { store }: Repository,
  { extent, now }: { extent: Extent; now: Date },
): Promise<CheckReport> {
  const before = await readReadings(store);
  const listed: StoredFile[] = [];
  for await (const object of store.list('objects/')) listed.push(object);
  const there = new Set(listed.map(({ key }) => key));
  const shelves = new Set(chooseShelves(listed, { before, extent, now }));
  const more = new Set(extent === 'newest' ? [] : [...writtenSince(listed, before.read_up_to), ...before.damaged]);
  const isDue = (key: string) => shelves.has(shelfOf(key)) || more.has(key);
  const told = await readTold(store, (key) => extent !== 'newest' && (isDue(key) || !there.has(key)));
  const { ids, newest, cut, sums } = told;
  for (const key of there) {
    const [, sum] = /\/([0-9a-f]{64})$/.exec(key) ?? [];
    if (sum !== undefined && isDue(key)) sums.set(key, sum);
  }
  if (extent === 'newest') for (const { key, sha256 } of newest?.objects ?? []) sums.set(key, sha256);

  const [whole, gone, damaged] = [new Set<string>(), new Set<string>(), [...cut]];
  const work = async ([key, sha256]: [string, string]) => ({ key, sha256, found: await measure(store, key) });
  for await (const { key, sha256, found } of workAhead(sums, { atOnce: checkedAtOnce, work })) {
    if (!found) gone.add(key);
    else if (found.sha256 === sha256) whole.add(key);
    else damaged.push(key);
  }

  // A backup may have written some of them anew since the beginning.
  const after = await readReadings(store);
  const suspects = new Set([...after.damaged, ...damaged, ...gone].filter((key) => !whole.has(key)));
  const { needed, faulty } = await findNeeded(store, suspects);
  const lasts = (key: string) => needed.has(key) || (there.has(key) && !gone.has(key));
  const at = now.toISOString();
  const readings: Readings = {
    shelves: { ...after.shelves, ...Object.fromEntries([...shelves].map((shelf) => [shelf, at])) },
    read_up_to: extent === 'newest' ? after.read_up_to : newestChange(listed, now),
    damaged: [...cut, ...[...suspects].filter(lasts)],
    verified: {},
  };
  const isRead = (shelf: string) => ageOf(readings, shelf, now) <= countsForMs;
  const areAllRead = listed.every(({ key }) => isRead(shelfOf(key)));
  for (const id of ids) {
    const isNews = extent === 'newest' ? id === newest?.id : areAllRead;
    const verified = isNews ? at : after.verified[id];
    if (verified !== undefined && !faulty.has(id)) readings.verified[id] = verified;
  }
  await keepReadings(store, readings);
  // A prune may have removed the others since their snapshots were listed.
  return { checked: sums.size, damaged, missing: [...gone].filter((key) => needed.has(key)), readings };
}

function shelfOf(key: string): string {
  return key.split('/')[1] ?? '';
}

function ageOf({ shelves }: Readings, shelf: string, now: Date): number {
  const at = shelves[shelf];
  return at === undefined ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - Date.parse(at));
}

/** The shelves to read as a whole; for a share those that were not read for longest. */
function chooseShelves(
  listed: readonly StoredFile[],
  { before, extent, now }: { before: Readings; extent: Extent; now: Date },
): string[] {
  if (extent === 'newest') return [];
  const bytesOf = new Map<string, number>();
  for (const { key, size } of listed) bytesOf.set(shelfOf(key), (bytesOf.get(shelfOf(key)) ?? 0) + size);
  if (extent === 'all') return [...bytesOf.keys()];
  const total = [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
  let left = Math.max(leastShareBytes, total * partOfAll);
  const due = [...bytesOf.keys()].filter((shelf) => ageOf(before, shelf, now) > dueAfterMs);
  due.sort((one, other) => (before.shelves[one] ?? '').localeCompare(before.shelves[other] ?? ''));
  return due.filter((shelf) => {
    const isTaken = left > 0;
    left -= bytesOf.get(shelf) ?? 0;
    return isTaken;
  });
}

/** The keys of objects written since that time, by the clock of the place. */
function writtenSince(listed: readonly StoredFile[], time: string | null): string[] {
  if (time === null) return [];
  return listed.filter(({ changedAt }) => changedAt >= new Date(time)).map(({ key }) => key);
}

/** A file of the future would hide all that is written until then. */
function newestChange(listed: readonly StoredFile[], now: Date): string {
  const newest = listed.reduce((time, { changedAt }) => Math.max(time, changedAt.getTime()), 0);
  return new Date(Math.min(newest, now.getTime())).toISOString();
}

/**
 * From all manifests: the ids of the snapshots, the newest one, the keys of cut or altered manifests, and the sums of
 * the wanted objects.
 */
async function readTold(store: ObjectStore, isWanted: (key: string) => boolean) {
  const [ids, cut, sums]: [string[], string[], Map<string, string>] = [[], [], new Map()];
  let newest: Manifest | null = null;
  for await (const { key, read } of readManifests(store)) {
    if (read === 'damaged') cut.push(key);
    if (typeof read === 'string') continue;
    ids.push(read.id);
    // An object that was sealed twice has the sum of the later sealing.
    for (const object of read.objects) if (isWanted(object.key)) sums.set(object.key, object.sha256);
    if (!newest || Date.parse(read.created_at) >= Date.parse(newest.created_at)) newest = read;
  }
  return { ids, cut, sums, newest };
}

/** Which of these objects a snapshot needs, and the snapshots that need one of them. */
async function findNeeded(store: ObjectStore, keys: ReadonlySet<string>) {
  const [needed, faulty] = [new Set<string>(), new Set<string>()];
  if (keys.size === 0) return { needed, faulty };
  for await (const { read } of readManifests(store)) {
    if (typeof read === 'string') continue;
    for (const { key } of read.objects) {
      if (!keys.has(key)) continue;
      needed.add(key);
      faulty.add(read.id);
    }
  }
  return { needed, faulty };
}
