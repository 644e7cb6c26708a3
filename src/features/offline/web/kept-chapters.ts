import { everyone, type KeptChapter, keptAddress, keptCacheName, type Owner, readKeptCacheName } from '../rules.ts';
import { readRecord } from './kept-record.ts';

/** An interrupted keeping leaves an incomplete cache; after so long no page works on it any more. */
const abandonedMs = 60 * 60_000;

/** Whether this browser can keep chapters of this site: old ones cannot, and none can on a site without TLS. */
export function canKeep(): boolean {
  return isSecureContext && 'caches' in globalThis && 'serviceWorker' in navigator;
}

/** The chapters that are kept for this reader, the latest first. */
export async function listKept(viewer: string | null): Promise<KeptChapter[]> {
  if (!canKeep()) return [];
  const names = (await caches.keys()).map(readKeptCacheName).filter((kept) => kept !== null);
  const own = names.filter(({ owner }) => owner === everyone || owner === viewer);
  const records = await Promise.all(own.map(readRecord));
  return records.filter((record) => record !== null).sort((a, b) => (a.keptAt < b.keptAt ? 1 : -1));
}

export async function removeKept(kept: { owner: Owner; chapterUuid: string }): Promise<void> {
  await caches.delete(keptCacheName(kept));
}

/** Writes the record of a kept chapter; a chapter that was removed meanwhile stays removed. */
export async function writeRecord(record: KeptChapter): Promise<void> {
  const name = keptCacheName(record);
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  await cache.put(keptAddress(record, 'record'), new Response(JSON.stringify(record)));
}

/** Removes members' chapters that another user kept, and incomplete chapters. */
export async function sweepKept({ viewer, now }: { viewer: string | null; now: number }): Promise<void> {
  if (!canKeep()) return;
  for (const name of await caches.keys()) {
    const kept = readKeptCacheName(name);
    if (!kept) continue;
    const isForeign = kept.owner !== everyone && kept.owner !== viewer;
    if (isForeign || (await isAbandoned(kept, now))) await caches.delete(name);
  }
}

async function isAbandoned(kept: { owner: Owner; chapterUuid: string }, now: number): Promise<boolean> {
  const cache = await caches.open(keptCacheName(kept));
  if (await cache.match(keptAddress(kept, 'record'))) return false;
  const begun = await cache.match(keptAddress(kept, 'begun'));
  return now - Number((await begun?.text()) ?? 0) > abandonedMs;
}
