import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { writeTitles } from '../../../src/features/catalog/testing/fillable.ts';
import { createPool, type DbPool } from '../../../src/server/database/db.ts';
import { joinEmbeddedDatabase } from '../../../src/server/embedded/postgres.ts';
import { migrate } from '../../../src/server/migrations/migrate.ts';
import { bareTables, putInPlace } from '../../../src/server/testing/bare-tables.ts';
import { findFreePort } from '../../../src/server/testing/loopback.ts';
import { onEveryCore } from './load.ts';
import { type Running, startServer } from './processes.ts';

const quiet = { LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '0', NODE_ENV: 'development' };

export interface Database {
  url: string;
  db: DbPool;
  stop(): Promise<void>;
}

/** A new migrated database for this run; it runs on the core of this process. */
export async function startDatabase(directory: string): Promise<Database> {
  const embedded = await joinEmbeddedDatabase({ directory });
  await migrate({ url: embedded.url });
  const db = createPool({ url: embedded.url, purpose: 'import' });
  return {
    url: embedded.url,
    db,
    async stop() {
      await db.end();
      await embedded.leave();
    },
  };
}

interface Place {
  dataDir: string;
  databaseUrl?: string;
  /** Further settings. */
  settings?: Record<string, string>;
}

function environment({ dataDir, databaseUrl, settings }: Place, port: number): Record<string, string> {
  return {
    ...quiet,
    ...settings,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
}

/** The built product, serving on the server's core. */
export async function startLongstrip(options: Place & { command?: string[]; pin?: boolean }): Promise<Running> {
  const port = await findFreePort();
  return startServer({
    command: options.command ?? [process.execPath, 'bin/longstrip.mjs', 'start'],
    env: environment(options, port),
    port,
    path: '/readyz',
    ...(options.pin === undefined ? {} : { pin: options.pin }),
  });
}

/** Runs a command of the command line to its end; resolves to its output. */
export async function runLongstrip(args: string[], options: Place & { mayFail?: boolean }): Promise<string> {
  const [program = '', ...rest] = onEveryCore([process.execPath, join('bin', 'longstrip.mjs'), ...args]);
  const child = spawn(program, rest, {
    env: { ...process.env, ...environment(options, 3000) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const [status] = await once(child, 'exit');
  if (status !== 0 && !options.mayFail) throw new Error(`longstrip ${args.join(' ')} ended with ${status}`);
  return printed;
}

/** Books without pictures, each with five of 50 tags, in two languages. */
export async function fillCatalogue(db: DbPool, books: number): Promise<void> {
  const tables = ['books', 'book_tags', 'editions'];
  const removed = await bareTables(db, tables);
  await db.query(
    `insert into books (source_key, kind, original_language, author, tags, chapter_count, updated_at)
     select 'bench ' || n, case n % 3 when 0 then 'novel' else 'comic' end, 'zh-cn', 'Author ' || n % 997,
       array(select 'tag' || (n * 7 + k * 11) % 50 from generate_series(0, 4) k), n % 600,
       timestamptz '2026-01-01' + n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [books],
  );
  await db.query(
    `insert into book_tags (book_id, tag, updated_at, popularity, chapter_count, hidden)
     select id, unnest(tags), updated_at, popularity, chapter_count, hidden from books`,
  );
  await db.query(
    `insert into editions (book_id, language, title, introduction)
     select id, language, 'The book of ' || source_key, 'An introduction of a usual length, for a book among many.'
     from books cross join unnest(array['zh-cn', 'en-us']) language`,
  );
  await putInPlace(db, { tables, removed, onProgress: () => {} });
  await writeTitles(db);
  await db.query('analyze');
}

/** Gives the only book so many chapters, with titles and without content. */
export async function fillChapters(db: DbPool, chapters: number): Promise<void> {
  await db.query(
    `insert into chapters (book_id, number, source_key, created_at)
     select id, n, 'chapter ' || n, timestamptz '2026-01-01' + n * interval '1 hour'
     from books cross join generate_series(1, $1::int) n`,
    [chapters],
  );
  await db.query(
    `insert into chapter_editions (chapter_id, language, title, has_content)
     select id, 'zh-cn', 'The storm, part ' || number, true from chapters`,
  );
  await db.query('update books set chapter_count = $1', [chapters]);
  await db.query('analyze');
}
