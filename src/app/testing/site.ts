import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { importCommand } from '../../features/importing/server/importing.ts';
import { createMedia } from '../../features/media/server/media.ts';
import { ownerKey } from '../../features/media/server/store-owner.ts';
import { drawPicture } from '../../features/media/testing/pictures.ts';
import { createCampaign, redeemCoupon } from '../../features/membership/server/coupons.ts';
import { createPool, type Db, type DbPool } from '../../server/database/db.ts';
import { createTestDatabase } from '../../server/testing/database.ts';
import { forAllTests } from '../../server/testing/for-all-tests.ts';
import { runCommandLine } from '../cli/cli.ts';

/** A database and a data folder that belong together, for the command line in this process. */
export type TestSite = {
  url: string;
  readonly db: DbPool;
  dataDir: string;
  /** Runs a command on this site; returns its output and exit status. */
  run(...argv: string[]): Promise<Said>;
  /** As `run`, with the pictures of another folder. */
  runIn(dataDir: string, ...argv: string[]): Promise<Said>;
  /** Closes all connections of `db`; its next query opens a new one. */
  quiet(): Promise<void>;
  remove(): Promise<void>;
};

type Said = { status: number; out: string; err: string };

export async function createTestSite(options: { empty?: true } = {}): Promise<TestSite> {
  const database = await createTestDatabase(options);
  const { url } = database;
  const dataDir = mkdtempSync(join(tmpdir(), 'longstrip-site-'));
  const open = () => createPool({ url, purpose: 'web' });
  let db = open();
  return {
    url,
    get db() {
      return db;
    },
    dataDir,
    run: (...argv) => runCommand({ DATABASE_URL: url, DATA_DIR: dataDir }, argv),
    runIn: (other, ...argv) => runCommand({ DATABASE_URL: url, DATA_DIR: other }, argv),
    async quiet() {
      await db.end();
      db = open();
    },
    async remove() {
      await db.end();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A site for all tests of a file. */
export const siteForTests = (options?: { empty?: true }): TestSite =>
  forAllTests(
    () => createTestSite(options),
    ({ remove }) => remove(),
  );

/** The command line in this process, without the line that says which site it is; an empty DATABASE_URL is none. */
export function runCommand(settings: Record<string, string>, argv: readonly string[]): Promise<Said> {
  return runAsTyped(settings, ['--quiet', ...argv]);
}

/** As `runCommand`, with the command's full output. */
export async function runAsTyped(settings: Record<string, string>, argv: readonly string[]): Promise<Said> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const said = { out: '', err: '' };
  const log = vi.spyOn(console, 'log').mockImplementation((line) => {
    said.out += `${line}\n`;
  });
  const error = vi.spyOn(console, 'error').mockImplementation((line) => {
    said.err += `${line}\n`;
  });
  try {
    const status = await runCommandLine(['node', 'longstrip', ...argv]);
    return { status, ...said };
  } finally {
    log.mockRestore();
    error.mockRestore();
    vi.unstubAllEnvs();
  }
}

/** Publishes a comic of two chapters, its pictures converted as an import converts them. */
export async function publishComic(
  site: Pick<TestSite, 'db' | 'dataDir'>,
  given: { title: string; seed: number },
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'longstrip-comic-'));
  // Four small pictures: to start a second converter would take longer than they do.
  const media = createMedia({ dataDir: site.dataDir, workers: { size: 1 } });
  try {
    await writeFile(
      join(folder, 'book.yaml'),
      `title: ${given.title}\ntags: [玄幻奇幻, 末世]\npublic_free_chapters: 1\n`,
    );
    for (const chapter of [1, 2]) {
      await mkdir(join(folder, String(chapter)));
      for (const page of [1, 2]) {
        const bytes = await drawPicture({ width: 300, height: 400, seed: given.seed + chapter * 10 + page });
        await writeFile(join(folder, String(chapter), `${page}.jpg`), bytes);
      }
    }
    const silent = { write: () => true };
    const status = await importCommand({ db: site.db, media, stdout: silent, stderr: silent }, { paths: [folder] });
    if (status !== 0) throw new Error('The comic was not imported');
  } finally {
    await media.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a coupon code that many users may redeem, so that a ledger can grow during a test. */
export async function offerCoupon(db: DbPool, word: string): Promise<(userId: string) => Promise<void>> {
  await createCampaign(db, {
    word,
    terms: { gives: { days: 7 }, maxUses: 1_000, newUsersOnly: false, expiresAt: null },
  });
  return async (userId) => {
    const redeemed = await redeemCoupon(db, { userId, code: word });
    if (redeemed.kind !== 'redeemed') throw new Error(`The coupon was not redeemed: ${redeemed.kind}`);
  };
}

/**
 * A sum over all rows of each table of the site, by its name. Notes of the server about itself are left out, and the
 * list of backups made, which a backup joins only once it is written.
 */
export async function sumTables(db: Db): Promise<Record<string, string>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
       and relname not in ('schema_migrations', 'server_notes', 'store_turns', 'backups') order by relname`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await db.query<{ sum: string }>(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as sum from "${name}" t`,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  return sums;
}

/** SHA-256 of every file of a picture in the media folder, by its path. */
export async function sumFiles(dataDir: string): Promise<Record<string, string>> {
  const root = join(dataDir, 'media');
  const sums: Record<string, string> = {};
  const entries = await readdir(root, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && entry.name !== ownerKey)
      sums[path.slice(root.length + 1)] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
  }
  return sums;
}
