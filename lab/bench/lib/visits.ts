import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DbPool } from '../../../src/server/database/db.ts';
import { paths } from '../../../src/shared/paths.ts';
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
  const flags = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', 'lab/bench/lib/visits.lua', url, '--'];
  const args = [file, String(pauseMs), ...(only ? [only] : [])];
  return (await run('taskset', ['-c', otherCore, 'wrk', ...flags, ...args])).stdout;
}

function shareOf(printed: string, share: string): number {
  const [, figure, unit] = new RegExp(`${share}\\s+([\\d.]+)(us|ms|s)\\b`).exec(printed) ?? [];
  return Number(figure) * (unit === 's' ? 1000 : unit === 'ms' ? 1 : 0.001);
}
