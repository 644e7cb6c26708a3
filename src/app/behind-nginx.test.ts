import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { setPublication } from '../features/catalog/server/dates/publication.ts';
import { makeBook } from '../features/catalog/testing/books.ts';
import { commandLine } from '../features/studio/server/audit.ts';
import { withTransaction } from '../server/database/db.ts';
import { inLong } from '../server/testing/depth.ts';
import { findFreePort } from '../server/testing/loopback.ts';
import { type Nginx, startNginx } from './testing/nginx.ts';
import { addTestPages } from './testing/pages.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
import { daysFromNow, signIn } from './testing/users.ts';

/** deploy/nginx.conf in a real nginx before a real server. It is skipped where nginx or openssl is absent. */
const isAbsent = spawnSync('nginx', ['-v']).status !== 0 || spawnSync('openssl', ['version']).status !== 0;

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

describe.skipIf(isAbsent)('the site behind nginx', () => {
  let server: TestServer;
  let folder: string;
  let nginx: Nginx;
  let book: Awaited<ReturnType<typeof makeBook>>;

  beforeAll(async () => {
    server = await startTestServer({ addPages: addTestPages });
    book = await makeBook(server.db, { chapters: 2 });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    folder = mkdtempSync(join(tmpdir(), 'longstrip-nginx-'));
    const { port: own } = server.app.server.address() as AddressInfo; // it listens at a port
    nginx = await startNginx({ folder, ports: [own, await findFreePort()] }); // nothing listens at the second
  });

  afterAll(async () => {
    await nginx?.stop();
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  function ask(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: nginx.port, path, headers, rejectUnauthorized: false };
      const asking = request(options, async (response) => {
        let body = '';
        for await (const part of response.setEncoding('utf8')) body += part;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
      asking.once('error', reject).end();
    });
  }

  async function everyAddress(): Promise<string[]> {
    const { body } = await server.app.inject('/api/v1/openapi.json');
    const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, unknown>> }; // our own description
    const values: Record<string, string> = {
      ...{ bookId: book.id, book_uuid: book.id, chapterUuid: book.chapterIds[0] ?? '', language: 'en-us' },
      ...{ direction: 'asc', page: '0', pageSize: '10', format: 'json' },
    };
    const calls = Object.keys(paths).filter((path) => paths[path]?.get);
    const addresses = calls.map((path) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? book.id));
    return [
      '/',
      '/?lang=en-us',
      `/book/chapters/${book.id}?lang=ar-sa`,
      '/profile?lang=fr-fr',
      '/nowhere',
      ...addresses,
    ];
  }

  it('keeps no answer that is private, whoever asks first', async () => {
    const member = await signIn(server, { expireAt: daysFromNow(30) });
    const owner = await signInStaff(server, 'owner', { confirmedSecondsAgo: 0 });
    const viewers = { visitor: {}, member: member.headers, owner: owner.headers };
    const addresses = await everyAddress();
    expect(addresses.length).toBeGreaterThan(40);
    const faults: string[] = [];
    const kept = new Set<string>();
    for (const path of addresses) {
      for (const [name, headers] of [...Object.entries(viewers), ...Object.entries(viewers)]) {
        const { status, headers: got } = await ask(path, headers);
        if (status === 429 && !got['x-request-id']) faults.push(`${path} of ${name}: refused by nginx`);
        const caching = got['cache-control'] ?? '';
        const isKept = got['x-cache'] === 'HIT';
        if (isKept && (!caching.startsWith('public') || name !== 'visitor'))
          faults.push(`${path} of ${name}: ${caching}`);
        if (isKept) kept.add(path);
      }
    }
    expect(faults).toEqual([]);
    expect([...kept]).toEqual(expect.arrayContaining(['/?lang=en-us', '/api/v1/comics/book/search']));
  });

  it('keeps no picture, since that of a hidden book must be gone at once', async () => {
    for (const path of ['/media', '/origin/media']) {
      const { status, headers } = await ask(`${path}/${book.id}/w480.webp`);
      expect([path, status, headers['x-cache']]).toEqual([path, 404, undefined]);
    }
  });

  it('asks the other process where one is away', async () => {
    for (let turn = 0; turn < 12; turn++) expect((await ask(`/healthz?turn=${turn}`)).status).toBe(200);
  });

  it('logs no code and no signature of an address', async () => {
    const code = 'canary-0123';
    const addresses = [`/reset-password/${code}`, `/studio/claim/${code}?lang=fr-fr`, `/feeds/updates/${code}.atom`];
    for (const path of [...addresses, `/media/${book.id}/w60.webp?e=1&s=a&v=1&sig=${code}`]) await ask(path);
    await ask('/book/a-last-one');
    const log = await vi.waitFor(() => {
      const text = readFileSync(join(folder, 'access.log'), 'utf8');
      expect(text).toContain('/book/a-last-one');
      return text;
    });
    expect(log).toContain('/reset-password/[redacted]');
    expect(log).toContain('w60.webp?[redacted]');
    expect(log).not.toContain(code);
  });

  it('shows the figures to nobody', async () => {
    expect((await ask('/metrics')).status).toBe(404);
  });

  // The last one: the server is away from here on.
  inLong('gives answers on while no process answers, but none past a change that was known', async () => {
    const [plain, changing] = ['/api/v1/comics/book/search?page_size=7', '/api/v1/comics/book/search?page_size=8'];
    expect((await ask(plain)).headers['cache-control']).toContain('s-maxage=5');
    const publishedAt = new Date(Date.now() + 4_900);
    const later = { by: commandLine, chapterId: book.chapterIds[1] ?? '', publishedAt };
    await withTransaction(server.db, (tx) => setPublication(tx, later));
    server.noteChange();
    expect((await ask(changing)).headers['cache-control']).toMatch(/s-maxage=[1-4], stale-while-revalidate=0$/);
    await server.app.close();
    expect(await ask(changing)).toMatchObject({ status: 200, headers: { 'x-cache': 'HIT' } });
    const until = { timeout: 8_000, interval: 200 };
    await vi.waitFor(async () => expect((await ask(changing)).status).toBe(502), until);
    await vi.waitFor(async () => expect((await ask(plain)).headers['x-cache']).toBe('STALE'), until);
    expect((await ask(plain)).status).toBe(200);
  });
});
