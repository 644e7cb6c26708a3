import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { drawPicture } from '../../../features/media/testing/pictures.ts';
import { joinEmbeddedDatabase } from '../../../server/embedded/postgres.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { findFreePort } from '../../../server/testing/loopback.ts';
import { isBuilt } from '../../testing/built.ts';
import { endOwn, finishOwn, type OwnProcess, serveOwn } from '../../testing/own-process.ts';

// A server that is killed at any moment, as by a machine that loses its power.
const startsWithinMs = 60_000;

let dataDir: string;
let origin: string;
let settings: { DATA_DIR: string; PORT: string };
let server: OwnProcess | null = null;
let headers: Record<string, string>;

describe.skipIf(!isBuilt)('a server that is killed amid the work of the studio', () => {
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'longstrip-killed-'));
    chmodSync(dataDir, 0o711);
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    settings = { DATA_DIR: dataDir, PORT: String(port) };
    await start();
    const create = ['user', 'create', 'editor1', '--role', 'editor', '--json'];
    const made = await finishOwn(create, settings, { input: 'a good password\n' });
    expect(made.status, made.err).toBe(0);
    const { data } = await call('POST', '/user/login', { username: 'editor1', password: 'a good password' });
    headers = { authorization: `Token ${data.jwt_token}` };
  }, 2 * startsWithinMs);
  afterAll(async () => {
    await kill('SIGTERM');
    await (await joinEmbeddedDatabase({ directory: join(dataDir, 'postgres') })).leave();
    // Converters of a killed server may still be writing.
    await vi.waitFor(() => rmSync(dataDir, { recursive: true, force: true }), { timeout: 20_000, interval: 100 });
  });

  inLong(
    'has kept every byte that it acknowledged, and goes on from there',
    async () => {
      const bytes = Buffer.alloc(5_000_000, 'longstrip');
      const { location } = await upload('/api/v1/studio/uploads', 'POST', null, {
        ...{ 'upload-length': String(bytes.length), 'upload-metadata': `path ${btoa('a.bin')}` },
      });
      const path = String(location);
      const first = bytes.subarray(0, 2_000_000);
      expect((await upload(path, 'PATCH', first, { 'upload-offset': '0' })).status).toBe(204);
      const rest = upload(path, 'PATCH', bytes.subarray(2_000_000, 3_000_000), {
        ...{ 'upload-offset': '2000000', 'content-length': '3000000' },
      }).catch(() => null);
      await kill('SIGKILL');
      await rest;
      await start();
      const { offset } = await upload(path, 'HEAD', null, {});
      expect(offset).toBeGreaterThanOrEqual(2_000_000);
      const more = await upload(path, 'PATCH', bytes.subarray(offset), { 'upload-offset': String(offset) });
      expect([more.status, more.offset]).toEqual([204, bytes.length]);
    },
    2 * startsWithinMs,
  );

  inLong(
    'has kept the draft of a text that it acknowledged',
    async () => {
      const book = await call('POST', '/studio/books', {
        ...{ kind: 'novel', original_language: 'en-us', titles: { 'en-us': 'Night' } },
      });
      const made = await call('POST', `/studio/books/${book.data.result.book_uuid}/chapters`, {
        ...{ title: 'One', language: 'en-us', markdown: 'As it was.' },
      });
      const text = `/studio/chapters/${made.data.result.chapter_uuid}/text/en-us`;
      const { etag: base } = await call('GET', text);
      const draft = { markdown: 'As it will be.', base };
      await call('PUT', `${text}/draft`, draft);
      await kill('SIGKILL');
      await start();
      expect((await call('GET', `${text}/draft`)).data.result).toMatchObject(draft);
      expect((await call('GET', text)).data.result.markdown).toBe('As it was.\n');
    },
    2 * startsWithinMs,
  );

  inLong(
    'goes on with an import, and makes nothing twice',
    async () => {
      const { data } = await call('POST', '/studio/imports', {});
      const id = data.result.id;
      const pages = Array.from({ length: 40 }, (_, index) => index + 1);
      for (const page of pages) {
        const bytes = await drawPicture({ width: 800, height: 1200, seed: page });
        const name = `Night/${Math.ceil(page / 10)}/${page}.jpg`;
        const facts = `path ${btoa(name)},import ${btoa(id)}`;
        const sent = await upload('/api/v1/studio/uploads', 'POST', bytes, {
          ...{ 'upload-length': String(bytes.length), 'upload-metadata': facts },
        });
        expect(sent.status).toBe(201);
      }
      const asked = async () => (await call('GET', `/studio/imports/${id}`)).data.result;
      const reaches = (state: string) =>
        vi.waitFor(async () => expect((await asked()).state).toBe(state), { timeout: startsWithinMs, interval: 200 });
      await call('POST', `/studio/imports/${id}/check`, {});
      await kill('SIGKILL');
      await start();
      await reaches('checked');
      const { etag } = await call('GET', `/studio/imports/${id}/plan`);
      await call('POST', `/studio/imports/${id}/commit`, { publish: 'now' }, { 'if-match': etag });
      await vi.waitFor(async () => expect((await asked()).done).toBeGreaterThan(3), { timeout: 30_000, interval: 50 });
      await kill('SIGKILL');
      await start();
      await reaches('committed');
      const done = await asked();
      expect(done.counts).toMatchObject({ files: 40, new: 40, failed: 0 });
      expect(done.books).toHaveLength(1);
      const chapters = await call('GET', `/studio/books/${done.books[0].book_uuid}/chapters`);
      expect(chapters.data.total).toBe(4);
      const audit = await call('GET', `/studio/audit?target=${id}`);
      const actions = audit.data.result.map(({ action }: { action: string }) => action);
      expect(actions.filter((action: string) => action === 'import.commit')).toHaveLength(1);
    },
    4 * startsWithinMs,
  );
});

async function start(): Promise<void> {
  server = await serveOwn(settings);
}

async function kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (server) await endOwn(server, signal);
  server = null;
}

async function call(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { ...headers, ...more, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answered = await answer.json();
  expect([path, answer.ok, answered.code]).toEqual([path, true, undefined]);
  return { data: answered.data, etag: answer.headers.get('etag') ?? '' };
}

/** A request of tus; with a longer `content-length` it stays open until the server is gone. */
function upload(path: string, method: string, bytes: Buffer | null, more: Record<string, string>) {
  return new Promise<{ status: number; offset: number; location: string | undefined }>((resolve, reject) => {
    const request = httpRequest(`${origin}${path}`, {
      method,
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        ...(bytes && { 'content-type': 'application/offset+octet-stream', 'content-length': String(bytes.length) }),
        ...more,
      },
    });
    request.on('response', (response) => {
      response.resume();
      const { location } = response.headers;
      resolve({ status: response.statusCode ?? 0, offset: Number(response.headers['upload-offset']), location });
    });
    request.on('error', reject);
    if (bytes) request.write(bytes);
    if (!more['content-length']) request.end();
  });
}
