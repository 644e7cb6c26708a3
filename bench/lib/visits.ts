import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { promisify } from 'node:util';
import type { DbPool } from '../../src/server/db.ts';
import { paths } from '../../src/shared/paths.ts';
import { otherCore } from './load.ts';

const run = promisify(execFile);

/** The kinds of requests of a visit, and how often each is asked: without the images, which a CDN may take. */
export const visit = { home: 1, list: 1, book: 1, chapter: 3, events: 2 } as const;
export type VisitKind = keyof typeof visit;
export const visitKinds = Object.keys(visit) as VisitKind[]; // the keys of the constant above

const most = 5000;
const mostTries = 5;

/** The questions of each kind; but for the home page so many that no cache has the answer when one is asked again. */
export async function listQuestions(db: DbPool): Promise<Record<VisitKind, string[]>> {
  const { rows: books } = await db.query<{ id: string }>('select id from books where not hidden order by id limit $1', [
    most,
  ]);
  const { rows: chapters } = await db.query<{ id: string; language: string }>(
    `select distinct on (c.id) c.id, e.language from chapters c
     join books b on b.id = c.book_id and b.kind = 'comic' and not b.hidden
     join chapter_editions e on e.chapter_id = c.id and e.has_content
     where c.number <= least(3, coalesce(b.public_free_chapters, 3)) order by c.id limit $1`,
    [most],
  );
  const languages = ['zh-cn', 'en-us', 'fr-fr', 'es-es', 'ar-sa'];
  return {
    home: ['/?lang=en-us'],
    list: Array.from(
      { length: most },
      (_, n) => `/api/v1/comics/book/search?language=${languages[n % 5]}&page=${n % 320}&page_size=${5 + (n % 11)}`,
    ),
    book: books.map(({ id }) => `${paths.book(id)}?lang=en-us`),
    chapter: chapters.map(({ id, language }) => `/api/v1/comics/chapter_comics/${id}/${language}`),
    events: books.map(({ id }) => `/api/v1/events ${id}`),
  };
}

/** The file that visits.lua reads. */
export function fileOfQuestions(questions: Record<VisitKind, string[]>): string {
  return visitKinds.flatMap((kind) => [`${visit[kind]} ${kind}`, ...questions[kind], '']).join('\n');
}

export interface Rate {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/**
 * Asks from the generator's core: without pauses as fast as the answers come. A process that other programs hold refuses
 * some, which spoils the figure; so it is measured again, some times.
 */
export async function askVisits(url: string, asked: Asked): Promise<Rate> {
  for (let tries = 1; ; tries += 1) {
    const printed = await runVisits(url, asked);
    if (!/Non-2xx/.test(printed)) {
      const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(printed)?.[1]);
      return { perSecond, p50Ms: shareOf(printed, '50%'), p99Ms: shareOf(printed, '99%') };
    }
    if (tries === mostTries) throw new Error(`Answers to visits were errors:\n${printed}`);
  }
}

export interface Asked {
  /** Made by `fileOfQuestions`. */
  file: string;
  connections: number;
  seconds: number;
  /** The mean pause after an answer. */
  pauseMs?: number;
  only?: VisitKind;
}

async function runVisits(url: string, { file, connections, seconds, pauseMs = 0, only }: Asked): Promise<string> {
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', 'bench/lib/visits.lua', url, '--'];
  const args = [file, String(pauseMs), ...(only ? [only] : [])];
  return (await run('taskset', ['-c', otherCore, 'wrk', ...flags, ...args])).stdout;
}

function shareOf(printed: string, share: string): number {
  const [, figure, unit] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)\\b`).exec(printed) ?? [];
  return Number(figure) * (unit === 's' ? 1000 : unit === 'ms' ? 1 : 0.001);
}

/** The times in ms of questions that are asked one after the other. */
export async function timeEach(
  url: string,
  { questions, count }: { questions: readonly string[]; count: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await ask(url, questions[n % questions.length] ?? '', agent);
    times.push(performance.now() - began);
  }
  agent.destroy();
  return times;
}

/** The times in ms from one answer to the next, while so many connections ask for a mix of visits without a pause. */
export async function gapsOf(
  url: string,
  given: { questions: Record<VisitKind, string[]>; connections: number; count: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: given.connections });
  const kinds = visitKinds.flatMap((kind) => Array.from({ length: visit[kind] }, () => given.questions[kind]));
  const ends: number[] = [];
  let asked = 0;
  const askOn = async () => {
    while (asked < given.count) {
      asked += 1;
      const questions = kinds[Math.floor(Math.random() * kinds.length)] ?? [];
      await ask(url, questions[asked % questions.length] ?? '', agent);
      ends.push(performance.now());
    }
  };
  await Promise.all(Array.from({ length: given.connections }, askOn));
  agent.destroy();
  return ends.slice(1).map((end, at) => Math.round(1000 * (end - (ends[at] ?? end))) / 1000);
}

/** The mean size of some answers as they are sent, without their heads. */
export async function meanBytesOf(url: string, questions: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sizes: number[] = [];
  for (const question of questions.slice(0, 50)) sizes.push(await ask(url, question, agent));
  agent.destroy();
  return Math.round(sum(sizes) / sizes.length);
}

/** Asks one question, and returns the bytes of its answer. */
async function ask(url: string, question: string, agent: Agent): Promise<number> {
  const [path = '', book] = question.split(' ');
  const body = book ? JSON.stringify({ events: [eventOf(book)] }) : null;
  const headers = body
    ? { 'Content-Type': 'application/json', 'X-Visitor-Id': crypto.randomUUID().slice(0, 8) }
    : { 'Accept-Encoding': 'br' };
  const asking = request(url + path, { agent, method: body ? 'POST' : 'GET', headers }).end(body);
  const [response] = (await once(asking, 'response')) as [IncomingMessage]; // node:http's own event
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  await once(response, 'end');
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${path} answered ${response.statusCode}`);
  return bytes;
}

function eventOf(book: string) {
  const times = { event_id: crypto.randomUUID(), occurred_at: new Date().toISOString() };
  return { ...times, name: 'open_book', book_uuid: book, language: 'en-us' };
}

/** The processor time in ms that the database's processes have used; those that ended count with their parent. */
export async function processorMsOfDatabase(db: DbPool): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = statOf(String(rows[0]?.pid))?.[1] ?? '';
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      // The fields after the program's name: its parent, then user and system time of itself and of its ended children.
      const fields = statOf(pid);
      if (fields === null || (pid !== postmaster && fields[1] !== postmaster)) return 0;
      return sum([11, 12, ...(pid === postmaster ? [13, 14] : [])].map((at) => Number(fields[at])));
    });
  return sum(ticks) * 10;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function statOf(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? null;
  } catch {
    return null; // ended meanwhile
  }
}
