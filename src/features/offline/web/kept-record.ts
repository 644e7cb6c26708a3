import { type KeptChapter, keptAddress, keptCacheName, type Owner } from '../rules.ts';

/** The details of a kept chapter; null where it is not kept, or incomplete. It creates no cache. */
export async function readRecord(kept: { owner: Owner; chapterUuid: string }): Promise<KeptChapter | null> {
  const name = keptCacheName(kept);
  if (!(await caches.has(name))) return null;
  const record = await (await caches.open(name)).match(keptAddress(kept, 'record'));
  return record ? ((await record.json()) as KeptChapter) : null; // written by keep-chapter.ts
}
