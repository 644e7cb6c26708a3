import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ImportOnWire } from '../../../src/features/importing/studio-contract.ts';
import { deployedRuntime } from '../../../tools/deployed.ts';
import type { BenchContext } from '../row.ts';
import { startedOnEveryCore } from './load.ts';
import { type Database, startDatabase, startLongstrip } from './longstrip.ts';
import { logIn, register } from './member.ts';
import type { Running } from './processes.ts';

export const uploadsPath = '/api/v1/studio/uploads';

/** A served site with an owner whose session is confirmed. */
export interface Studio {
  server: Running;
  database: Database;
  /** Sends them with each call of the studio. */
  headers: Record<string, string>;
  owner: { uuid: string; username: string; token: string };
  stop(): Promise<void>;
}

/**
 * Starts a site of its own, as deploy/ does, and makes its owner. `cores: 'every'`: server and database may use all cores,
 * as in production; otherwise the server has its core for itself.
 */
export async function startStudio(
  { scratch }: BenchContext,
  given: { name: string; cores: 'every' | 'own' },
): Promise<Studio> {
  const folder = join(scratch, given.name);
  const isPinned = given.cores === 'own';
  const onItsCores = <T>(start: () => Promise<T>) => (isPinned ? start() : startedOnEveryCore(start));
  const database = await onItsCores(() => startDatabase(join(folder, 'postgres')));
  try {
    const site = { dataDir: folder, databaseUrl: database.url, pin: isPinned, settings: deployedRuntime() };
    const server = await onItsCores(() => startLongstrip(site));
    const stop = async () => {
      await server.stop();
      await database.stop();
    };
    try {
      const username = 'owner';
      await register(server.url, database, username);
      const { rows } = await database.db.query<{ uuid: string }>(
        `insert into staff (user_id, role) select id, 'owner' from users where username = $1 returning user_id as uuid`,
        [username],
      );
      // A login confirms its session.
      const token = await logIn(server.url, username);
      const owner = { uuid: rows[0]?.uuid ?? '', username, token };
      return { server, database, owner, headers: { Authorization: `Token ${token}` }, stop };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Makes the page's browser that of the owner. */
export async function enterStudio(page: Page, { server, owner }: Studio): Promise<void> {
  await page.goto(`${server.url}/robots.txt`);
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    { 'X-API-TOKEN': owner.token, USER_UUID: owner.uuid, USERNAME: owner.username },
  );
}

interface Answer<T> {
  data: T;
  etag: string;
}

/** Asks a call of the studio; rejects unless it answers 2xx. */
export async function call<T>(
  { server, headers }: Studio,
  given: { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: object; ifMatch?: string },
): Promise<Answer<T>> {
  const { method, path, body, ifMatch } = given;
  const response = await fetch(`${server.url}/api/v1/studio${path}`, {
    method,
    headers: {
      ...headers,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  const { data } = (await response.json()) as { data: T }; // the contract of the call says its shape
  return { data, etag: response.headers.get('etag') ?? '' };
}

/** The headers by which tus makes an upload of so many bytes. */
export function headersOfUpload(
  { headers }: Studio,
  given: { path: string; bytes: number; importId?: string },
): Record<string, string> {
  const values = { path: given.path, ...(given.importId !== undefined && { import: given.importId }) };
  return {
    ...headers,
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(given.bytes),
    'Upload-Metadata': Object.entries(values)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  };
}

export interface SentFile {
  path: string;
  bytes: Buffer;
}

/** So many files are on their way at once, as from the studio's page. */
const filesAtOnce = 3;

/**
 * Begins an import and sends its files; resolves to its id. `lineSpeed`: the bytes in a second that the sender's line
 * takes; by default as many as the machine.
 */
export async function sendImport(
  studio: Studio,
  files: readonly SentFile[],
  { lineSpeed = Number.POSITIVE_INFINITY } = {},
): Promise<string> {
  const { data } = await call<{ result: ImportOnWire }>(studio, { method: 'POST', path: '/imports', body: {} });
  const importId = data.result.id;
  const waiting = [...files];
  let freeAt = performance.now();
  const sendNext = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      freeAt = Math.max(freeAt, performance.now()) + (1000 * file.bytes.length) / lineSpeed;
      await sleep(freeAt - performance.now());
      await sendFile(studio, importId, file);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, sendNext));
  return importId;
}

async function sendFile(studio: Studio, importId: string, { path, bytes }: SentFile): Promise<void> {
  const response = await fetch(studio.server.url + uploadsPath, {
    method: 'POST',
    headers: {
      ...headersOfUpload(studio, { path, bytes: bytes.length, importId }),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
  if (response.status !== 201) throw new Error(`${path} got ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** As often as the studio's page. */
const askEveryMs = 1000;
const patienceMs = 30 * 60_000;

/** Does a step of an import, and waits until it has reached `state`. */
export async function stepTo(
  studio: Studio,
  importId: string,
  given: { step: 'check' | 'commit'; state: 'checked' | 'committed'; body?: object; ifMatch?: string },
): Promise<ImportOnWire> {
  const { step, state, ...asked } = given;
  await call(studio, { method: 'POST', path: `/imports/${importId}/${step}`, ...asked });
  const until = performance.now() + patienceMs;
  for (;;) {
    const { data } = await call<{ result: ImportOnWire }>(studio, { method: 'GET', path: `/imports/${importId}` });
    if (data.result.state === state) return data.result;
    if (['failed', 'canceled'].includes(data.result.state) || performance.now() > until)
      throw new Error(`The import is ${data.result.state}: ${data.result.cause}`);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
