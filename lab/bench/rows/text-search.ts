import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DbPool } from '../../../src/server/database/db.ts';
import { missingForLoad, p99OfReaders } from '../lib/load.ts';
import { type Database, fillCatalogue, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import type { Running } from '../lib/processes.ts';
import { interleave, type Row } from '../row.ts';

const books = 1000;
const chapters = 1000;
const passagesOfChapter = 40;
const wordsOfPassage = 9;
const seconds = 12;
/** Twelve at once every 6 seconds are the 120 a minute that an address may ask for. */
const searchesAtOnce = 12;
const waveMs = 6000;
/** Readers' lists in one round, each asked once. */
const lists = 4500;
/** All come from one address here: the limits are those of a hundred, and what is refused under load is as ever. */
const limits = { RATE_LIMIT_SCALE: '100' };

export const textSearchBeside: Row = {
  name: 'text-search-beside',
  what: `p99 of readers of lists that no cache has, about 300 requests a second, none refused, beside ${searchesAtOnce} searches at once, 120 a minute, in a novel of 12 million characters`,
  against: 'the same readers without searches',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 2 },
  async run({ scratch }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'text-search-beside');
    const database = await startDatabase(join(folder, 'postgres'));
    await fillCatalogue(database.db, books);
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url, settings: limits });
    try {
      return await readBesideSearches(server, database);
    } finally {
      await server.stop();
      await database.stop();
    }
  },
};

async function readBesideSearches(server: Running, { db }: Database) {
  const novel = await publishNovel(db);
  const searched = { found: 0, refused: 0 };
  let words = 0;
  async function search(): Promise<void> {
    words += 1;
    const answer = await fetch(`${server.url}/api/v1/reader/book/${novel}/en-us/text?q=words ${words}`);
    await answer.arrayBuffer();
    if (answer.status !== 200 && answer.status !== 503) throw new Error(`A search answered ${answer.status}`);
    searched[answer.ok ? 'found' : 'refused'] += 1;
  }
  /** Waves of searches, each begun when it is due or when the one before has ended. */
  async function searchOn(): Promise<void> {
    const beganAt = performance.now();
    for (let dueMs = 0; dueMs < seconds * 1000; dueMs += waveMs) {
      await Promise.all(Array.from({ length: searchesAtOnce }, search));
      await sleep(Math.max(0, beganAt + dueMs + waveMs - performance.now()));
    }
  }
  const pause = () => sleep(seconds * 1000);
  const read = (work: () => Promise<unknown>) => p99OfReaders(server.url, nextLists(), work);
  const beside = () => read(searchOn);
  await beside();
  searched.found = 0;
  searched.refused = 0;
  const measured = await interleave(4, beside, () => read(pause));
  return { ...measured, note: `${searched.found} searches in ${4 * seconds} s, ${searched.refused} others refused` };
}

let rounds = 0;

/** Addresses that nobody has asked for. */
function nextLists(): string[] {
  rounds += 1;
  return Array.from(
    { length: lists },
    (_, n) => `/api/v1/comics/book/search?tag=tag${rounds}&page_size=${(n % 100) + 1}&page=${Math.floor(n / 100)}`,
  );
}

/** A free novel of words that compress as badly as those of a language, or worse. */
async function publishNovel(db: DbPool): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into books (source_key, kind, original_language, author, chapter_count, public_free_chapters)
     values ('the long novel', 'novel', 'en-us', '', $1, $1) returning id`,
    [chapters],
  );
  const id = rows[0]?.id ?? '';
  await db.query(
    `insert into chapters (book_id, number, source_key, created_at) select $1, n, 'chapter ' || n, now() from generate_series(1, $2::int) n`,
    [id, chapters],
  );
  await db.query(
    `insert into chapter_editions (chapter_id, language, title, has_content, blocks)
     select id, 'en-us', 'Chapter ' || number, true, (
       select jsonb_agg(jsonb_build_object('type', 'p', 'inlines', jsonb_build_array(jsonb_build_object('type', 'text', 'text', (
         select string_agg(md5(number || ' ' || passage || ' ' || word), ' ') from generate_series(1, $3::int) word)))))
       from generate_series(1, $2::int) passage)
     from chapters where book_id = $1`,
    [id, passagesOfChapter, wordsOfPassage],
  );
  await db.query('analyze');
  return id;
}
