import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cachedForMs, grow } from '../lib/grown.ts';
import { missingForLoad } from '../lib/load.ts';
import { type Database, startDatabase, startLongstrip } from '../lib/longstrip.ts';
import type { Running } from '../lib/processes.ts';
import { askVisits, fileOfQuestions, listQuestions, type VisitKind, visit, visitKinds } from '../lib/visits.ts';
import { median, type Row } from '../row.ts';

const books = 5000;
const full = 8;
const rounds = 3;
/** The kinds whose answers a cache keeps, and that a visit does not find there. */
const cached: ReadonlySet<VisitKind> = new Set(['list', 'book', 'chapter']);
/** Users who pause: so many, at this share of what the process can answer. */
const users = 100;
const busyShare = 0.6;

export const visits: Row = {
  name: 'visits',
  what: 'visits of readers (home, list, book, chapters, events; no images), answers not cached but for the home page',
  against: 'what each kind of these requests, asked alone, adds up to',
  unit: 'req/s',
  target: { kind: 'ratioAtLeast', value: 0.8 },
  async run({ scratch, log }) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const folder = join(scratch, 'visits');
    await grow(folder, books, log);
    const database = await startDatabase(join(folder, 'postgres'));
    const server = await startLongstrip({ dataDir: folder, databaseUrl: database.url });
    try {
      return await measure(server, database, join(folder, 'questions.txt'));
    } finally {
      await server.stop();
      await database.stop();
    }
  },
};

/** Service times, throughput and times under load, in rounds, so that a busy moment of the machine meets all of them. */
async function measure({ url }: Running, { db }: Database, file: string) {
  const questions = await listQuestions(db);
  writeFileSync(file, fileOfQuestions(questions));
  const mixed = () => askAnew(() => askVisits(url, { file, connections: full, seconds: 8 }));
  await mixed();
  const pauseMs = (1000 * users) / (busyShare * (await mixed()).perSecond);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const serviceMs = await askAnew(() => ofEachKind(measureService));
    const busy = await askAnew(() => askVisits(url, { file, connections: users, seconds: 20, pauseMs }));
    measured.push({ serviceMs, full: await mixed(), busy });
  }
  const over = (figure: (round: Round) => number) => median(measured.map(figure));
  return {
    ours: over((round) => round.full.perSecond),
    reference: over((round) => perSecondTogether(round.serviceMs)),
    ratio: over((round) => round.full.perSecond / perSecondTogether(round.serviceMs)),
    note: `${users} readers at ${100 * busyShare} % of that: p99 ${over((round) => round.busy.p99Ms).toFixed(1)} ms`,
  };

  /** For a second, in which no question comes twice: its answer would be found in a cache. */
  async function measureService(only: VisitKind) {
    const { perSecond } = await askVisits(url, { file, connections: full, seconds: 1, only });
    if (cached.has(only) && perSecond > questions[only].length)
      throw new Error(`Too few questions of the kind ${only}`);
    return 1000 / perSecond;
  }
}

/** Asks when no cache has answers of before. */
async function askAnew<T>(asking: () => Promise<T>): Promise<T> {
  await sleep(cachedForMs);
  return asking();
}

async function ofEachKind<T>(measureKind: (kind: VisitKind) => Promise<T>): Promise<Record<VisitKind, T>> {
  const all = {} as Record<VisitKind, T>; // filled by the loop below
  for (const kind of visitKinds) all[kind] = await measureKind(kind);
  return all;
}

interface Round {
  serviceMs: Record<VisitKind, number>;
  full: { perSecond: number; p99Ms: number };
  busy: { perSecond: number; p99Ms: number };
}

/** The requests a second of a visit's kinds, if each takes as long as alone. */
function perSecondTogether(serviceMs: Record<VisitKind, number>): number {
  const all = visitKinds.reduce((sum, kind) => sum + visit[kind], 0);
  return (1000 * all) / visitKinds.reduce((sum, kind) => sum + visit[kind] * serviceMs[kind], 0);
}
