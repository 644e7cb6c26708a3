import pg from 'pg';
import { pause } from '../process/pause.ts';
import { processTag } from '../process/process-tag.ts';
import type { Db } from './db.ts';
import { endClient } from './end-client.ts';

const channel = 'longstrip_changes';
const reconnectMs = 1_000;
/** Many changes in a row are one: each empties what is kept for readers. */
const mostOftenMs = 400;

/** Tells every process of the site that an operator has changed it; those in a transaction are told when it commits. */
export async function tellChange(db: Db): Promise<void> {
  await db.query(`select pg_notify($1, '')`, [channel]);
}

/** Tells every process that a picture's files were made anew: its id and the names of the files. */
export async function tellPicture(db: Db, { id, names }: ToldPicture): Promise<void> {
  await db.query('select pg_notify($1, $2)', [channel, [id, ...names].join(' ')]);
}

export interface ToldPicture {
  id: string;
  names: readonly string[];
}

export type Ears = { close(): Promise<void> };

interface Hearer {
  url: string;
  /** `agoMs`: the time since the news came. */
  onChange: (agoMs: number) => void;
  /** null: news of any pictures may have been missed. */
  onPicture: (picture: ToldPicture | null) => void;
}

/**
 * Calls `onChange` after each change that any process tells, and `onPicture` after each of a picture's files. Both are
 * called as well when a lost connection is back, since a change may have been missed. While it is away nothing is
 * heard, so a cache needs an age limit of its own.
 */
export function hearChanges(given: Hearer): Ears {
  const closing = new AbortController();
  const listening = listen(given, closing.signal);
  return {
    async close() {
      closing.abort();
      await listening;
    },
  };
}

async function listen(given: Hearer, signal: AbortSignal): Promise<void> {
  const { url, onPicture } = given;
  const stopped = aborted(signal);
  const onChange = atMostEvery(mostOftenMs, given.onChange);
  let hasHeard = false;
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString: url,
      application_name: `longstrip changes ${processTag}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('error', () => {}); // followed by 'end', which is waited for
    client.on('notification', ({ payload = '' }) => {
      const [id = '', ...names] = payload.split(' ');
      if (id === '') onChange();
      else onPicture({ id, names });
    });
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    try {
      await client.connect();
      await client.query(`set tcp_keepalives_idle = 3; listen ${channel}`);
      onChange();
      if (hasHeard) onPicture(null);
      hasHeard = true;
      await Promise.race([ended, stopped]);
    } catch {
      // The database is away, which is reported elsewhere.
    }
    await endClient(client);
    await pause(reconnectMs, signal);
  }
}

/** Runs `work` at once, and again after a while for all calls that came meanwhile, with the age of the last one. */
function atMostEvery(ms: number, work: (agoMs: number) => void): () => void {
  let isResting = false;
  let wantedAt: number | null = null;
  function run(since: number) {
    isResting = true;
    wantedAt = null;
    work(performance.now() - since);
    setTimeout(() => {
      isResting = false;
      if (wantedAt !== null) run(wantedAt);
    }, ms).unref();
  }
  return () => {
    if (isResting) wantedAt = performance.now();
    else run(performance.now());
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
