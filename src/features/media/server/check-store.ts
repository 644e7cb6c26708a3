import type { Db } from '../../../server/database/db.ts';
import type { FileStore, StoredFile } from '../../../server/store/file-store.ts';
import { hasHash, isReadable } from './check-files.ts';
import { findKnownKeys } from './known-files.ts';
import { listImageFacts, listSourceHashes } from './queries.ts';
import { imageKey, originalKey } from './store/picture-keys.ts';

/** A file of the store, by its key. */
export interface StoreReport {
  missing: string[];
  damaged: string[];
  /** Files that no row names, older than a day. */
  orphaned: string[];
  checked: number;
}

const pageSize = 500;
const dayMs = 24 * 60 * 60 * 1000;
const shelves = Array.from({ length: 256 }, (_, shelf) => shelf.toString(16).padStart(2, '0'));

/**
 * Compares the store with the database: each file that it names is there and has its size, with `sums` also its bytes.
 * Files are listed a shelf at a time, so that a large store needs little memory and few requests.
 */
export async function checkStore(
  db: Db,
  given: { store: FileStore; sums: boolean; now: Date; onFile: (checked: number) => void },
): Promise<StoreReport> {
  const { store, sums, now, onFile } = given;
  const report: StoreReport = { missing: [], damaged: [], orphaned: [], checked: 0 };

  async function judge(key: string, facts: { found: StoredFile | undefined; isWhole: () => Promise<boolean> }) {
    report.checked += 1;
    onFile(report.checked);
    // A list may be older than the file.
    const found = facts.found ?? (await store.stat(key));
    if (!found) report.missing.push(key);
    else if (!(await facts.isWhole())) report.damaged.push(key);
  }

  const images = shelvesOf(store, 'images');
  for (let after: string | null = null; ; ) {
    const page = await listImageFacts(db, { after, limit: pageSize });
    for (const { id, variants } of page) {
      const shelf = await images.at(id.slice(0, 2));
      const judged = variants.map(({ name, bytes }) => {
        const key = imageKey(id, name);
        const found = shelf.get(key);
        const isWhole = async () =>
          (found ?? (await store.stat(key)))?.size === bytes && (!sums || (await isReadable(store, key)));
        return judge(key, { found, isWhole });
      });
      await Promise.all(judged);
    }
    const last = page.at(-1);
    if (!last) break;
    after = last.id;
  }
  const originals = shelvesOf(store, 'originals');
  for (let after: string | null = null; ; ) {
    const page: string[] = await listSourceHashes(db, { after, limit: pageSize });
    for (const hash of page) {
      const key = originalKey(hash);
      const found = (await originals.at(hash.slice(0, 2))).get(key);
      await judge(key, { found, isWhole: async () => !sums || (await hasHash(store, key, hash)) });
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last;
  }
  for (const kind of ['images', 'originals'] as const)
    for (const shelf of shelves) report.orphaned.push(...(await findOrphans(db, { store, kind, shelf, now })));
  // A picture that was freed since its row was read needs no files any more. The files of one picture are looked at at
  // once.
  report.missing = await stillNamed(db, report.missing);
  report.damaged = await stillNamed(db, report.damaged);
  return report;
}

async function stillNamed(db: Db, keys: readonly string[]): Promise<string[]> {
  const named: string[] = [];
  for (let from = 0; from < keys.length; from += pageSize) {
    const some = keys.slice(from, from + pageSize);
    const known = await findKnownKeys(db, some);
    named.push(...some.filter((key) => known.has(key)));
  }
  return named.sort();
}

/** One shelf at a time: callers ask for them in their order. */
function shelvesOf(store: FileStore, kind: 'images' | 'originals') {
  let open = '';
  let files = new Map<string, StoredFile>();
  return {
    async at(shelf: string): Promise<Map<string, StoredFile>> {
      if (shelf === open) return files;
      open = shelf;
      files = new Map();
      for await (const file of store.list(`${kind}/${shelf}/`)) files.set(file.key, file);
      return files;
    },
  };
}

async function findOrphans(
  db: Db,
  given: { store: FileStore; kind: 'images' | 'originals'; shelf: string; now: Date },
): Promise<string[]> {
  const { store, kind, shelf, now } = given;
  const old: string[] = [];
  for await (const { key, changedAt } of store.list(`${kind}/${shelf}/`))
    if (changedAt.getTime() < now.getTime() - dayMs) old.push(key);
  if (old.length === 0) return [];
  const known = await findKnownKeys(db, old);
  return old.filter((key) => !known.has(key));
}
