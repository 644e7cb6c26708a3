import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/app/cli/site/database.ts';
import { isCatalogEmpty } from '../../src/features/catalog/server/catalog.ts';
import { OperatorError } from '../../src/server/command/operator-error.ts';
import type { Config } from '../../src/server/config/config.ts';
import { createPool } from '../../src/server/database/db.ts';
import { migrate } from '../../src/server/migrations/migrate.ts';
import { isLeftBare } from '../../src/server/testing/bare-tables.ts';
import { fillTables } from './fill.ts';
import { type Asked, makePlan, mostChapters } from './plan.ts';

export const usage =
  'Usage: npm run -s grow -- --books N [--chapters N] [--events N] [--likes N] [--users N] [--seed N] [--json]';

const counts = ['books', 'chapters', 'events', 'likes', 'users', 'seed'] as const;
const mostOfAnything = 2 ** 31 - 1;
const readableOfKind = 1000;

/** Reads the options, with defaults for missing ones; throws `OperatorError` for impossible values. */
export function readAsked(args: readonly string[]): Asked & { isJson: boolean } {
  const given = parse(args);
  const count = (name: (typeof counts)[number], fallback: number) => readCount(name, given[name], fallback);
  if (given.books === undefined) throw new OperatorError(`How many books? ${usage}`);
  const books = count('books', 0);
  if (books === 0) throw new OperatorError(`--books 0 would fill nothing. ${usage}`);
  const chapters = count('chapters', books * 20);
  if (chapters < books || chapters > books * mostChapters)
    throw new OperatorError(`${books} books have ${books} to ${books * mostChapters} chapters, not ${chapters}.`);
  const users = count('users', Math.ceil(books / 10));
  const likes = count('likes', Math.min(books * 5, users * chapters));
  if (likes > users * chapters)
    throw new OperatorError(
      `${users} users can like ${chapters} chapters at most ${users * chapters} times, not ${likes}.`,
    );
  const events = count('events', books * 50);
  return { books, chapters, events, likes, users, seed: count('seed', 1), isJson: given.json === true };
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { books: text, chapters: text, events: text, likes: text, users: text, seed: text };
    return parseArgs({ args: [...args], options: { ...options, json: { type: 'boolean' } }, strict: true }).values;
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

function readCount(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback;
  const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (!(value <= mostOfAnything))
    throw new OperatorError(`--${name} wants a whole number up to ${mostOfAnything}, not ${JSON.stringify(given)}.`);
  return value;
}

export function refuseProduction(environment: string | undefined): void {
  if (environment !== 'production') return;
  throw new OperatorError('A grown site is for tests and measurements: grow does not work with NODE_ENV=production.');
}

/** Fills the empty site of these settings; returns the numbers of rows. */
export async function grow(
  config: Config,
  given: { asked: Asked; onProgress: (what: string) => void; readableOfKind?: number },
): Promise<Asked & { seconds: number }> {
  refuseProduction(config.environment);
  const began = performance.now();
  const database = await openDatabase(config, given.onProgress);
  try {
    await migrate({ url: database.url });
    await requireEmpty(database.url);
    const plan = makePlan(given.asked, { now: new Date(), readableOfKind: given.readableOfKind ?? readableOfKind });
    const { onProgress } = given;
    await fillTables({ url: database.url, dataDir: config.dataDir, plan, onProgress });
    return { ...given.asked, seconds: Math.round((performance.now() - began) / 100) / 10 };
  } finally {
    await database.leave();
  }
}

async function requireEmpty(url: string): Promise<void> {
  const db = createPool({ url, purpose: 'import', max: 1 });
  try {
    if (await isLeftBare(db))
      throw new OperatorError('An earlier grow was cut short here: remove this database or folder, and begin anew.');
    if (!(await isCatalogEmpty(db)))
      throw new OperatorError('There are books here already: grow fills an empty site only. Nothing was changed.');
  } finally {
    await db.end();
  }
}
