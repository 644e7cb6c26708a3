import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onEveryCore } from './load.ts';
import { type Database, startDatabase, startLongstrip } from './longstrip.ts';
import type { Running } from './processes.ts';

/** A served grown site, and its database. */
export interface GrownSite {
  server: Running;
  database: Database;
}

/** The site at full size and a site of 10,000 books; each is started at its first use. */
export interface GrownSites {
  large(): Promise<GrownSite>;
  small(): Promise<GrownSite>;
  stop(): Promise<void>;
}

const largeBooks = 1_000_000;
const smallBooks = 10_000;

/** `kept`: the DATA_DIR of an existing grown site; without it a site of full size is grown, which takes long. */
export function openGrownSites(given: {
  kept: string | null;
  scratch: string;
  log: (line: string) => void;
}): GrownSites {
  const started = new Map<string, Promise<GrownSite>>();
  const once = (dataDir: string, books: number | null) => {
    const known = started.get(dataDir) ?? open(dataDir, books, given.log);
    started.set(dataDir, known);
    return known;
  };
  return {
    large: () => (given.kept ? once(given.kept, null) : once(join(given.scratch, 'grown-large'), largeBooks)),
    small: () => once(join(given.scratch, 'grown-small'), smallBooks),
    async stop() {
      for (const opening of started.values()) {
        const { server, database } = await opening;
        await server.stop();
        await database.stop();
      }
    },
  };
}

async function open(dataDir: string, books: number | null, log: (line: string) => void): Promise<GrownSite> {
  if (books !== null) await grow(dataDir, books, log);
  const database = await startDatabase(join(dataDir, 'postgres'));
  const server = await startLongstrip({ dataDir, databaseUrl: database.url });
  return { server, database };
}

/** Fills a new folder with a grown site. */
export async function grow(dataDir: string, books: number, log: (line: string) => void): Promise<void> {
  log(`… growing ${books} books`);
  const command = [process.execPath, '--import', 'tsx', 'lab/grow.ts', '--books', String(books)];
  const [program = '', ...args] = onEveryCore(command);
  const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore'] });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`grow ended with ${status}`);
}

/** The time of a request in ms, as the caller sees it. */
export async function timeOf(url: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - began;
}

/** A cache may keep an answer so long; a pause of this length avoids cached answers. */
export const cachedForMs = 5_500;

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
