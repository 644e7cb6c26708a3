import type { Db } from '../../../server/database/db.ts';
import type { FileStore } from '../../../server/store/file-store.ts';
import { findImageFiles, findKnownHashes, listImageFiles, listSourceHashes } from './queries.ts';
import { imageKey, imageOf, originalKey, originalOf } from './store/picture-keys.ts';

/** A file that the database names, with the number or the hash of its bytes, whichever is known. */
export type KeptFile = { key: string; sha256: string; bytes: null } | { key: string; sha256: null; bytes: number };

const AT_ONCE = 1_000;

/** Every file that the database names, whether it exists or not. */
export async function* listKeptFiles(db: Db): AsyncGenerator<KeptFile> {
  for await (const { id, files } of allPages(
    (after) => listImageFiles(db, { after, limit: AT_ONCE }),
    ({ id }) => id,
  ))
    for (const { name, bytes } of files) yield { key: imageKey(id, name), sha256: null, bytes };
  for await (const hash of allPages(
    (after) => listSourceHashes(db, { after, limit: AT_ONCE }),
    (hash) => hash,
  ))
    yield { key: originalKey(hash), sha256: hash, bytes: null };
}

async function* allPages<T>(
  list: (after: string | null) => Promise<T[]>,
  keyOf: (item: T) => string,
): AsyncGenerator<T> {
  for (let after: string | null = null; ; ) {
    const page: T[] = await list(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined) return;
    after = keyOf(last);
  }
}

/** Removes the files that the database does not name. No import may run meanwhile. */
export async function removeUnknownFiles(db: Db, store: FileStore): Promise<void> {
  let keys: string[] = [];
  for await (const { key } of store.list('')) {
    keys.push(key);
    if (keys.length < AT_ONCE) continue;
    await removeUnknown(db, store, keys);
    keys = [];
  }
  await removeUnknown(db, store, keys);
}

async function removeUnknown(db: Db, store: FileStore, keys: readonly string[]): Promise<void> {
  const known = await findKnownKeys(db, keys);
  await store.delete(keys.filter((key) => !known.has(key)));
}

/** The keys of all files that the database names, of the images and originals whose keys are given. */
export async function findKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const images = await findImageFiles(db, [...new Set(keys.flatMap((key) => imageOf(key) ?? []))]);
  const originals = await findKnownHashes(
    db,
    keys.flatMap((key) => originalOf(key) ?? []),
  );
  return new Set([
    ...[...images].flatMap(([id, names]) => names.map((name) => imageKey(id, name))),
    ...[...originals].map(originalKey),
  ]);
}
