import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { packageRoot } from '../server/package-root.ts';
import { registerPages } from './rendering/pages.ts';
import { createRenderer } from './rendering/render.tsx';
import { assets } from './testing/assets.ts';
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
  let nginx: ReturnType<typeof spawn>;
  let port: number;
  let book: Awaited<ReturnType<typeof makeBook>>;

  beforeAll(async () => {
    const site = { name: 'Ink', contactEmail: 'desk@example.org', timeZone: 'UTC' };
    server = await startTestServer({
      addPages: ({ http, api, config }) => {
        const renderer = createRenderer({ ask: api.ask, site, publicUrl: config.publicUrl, assets });
        registerPages({ http, renderer, publicUrl: config.publicUrl });
      },
    });
    book = await makeBook(server.db, { chapters: 2 });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    folder = mkdtempSync(join(tmpdir(), 'longstrip-nginx-'));
    const { port: own } = server.app.server.address() as AddressInfo; // it listens at a port
    port = await freePort();
    nginx = await startNginx({ folder, site: own, absent: await freePort(), port });
  });

  afterAll(async () => {
    nginx?.kill();
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  function ask(path: string, headers: Record<string, string> = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, path, headers, rejectUnauthorized: false };
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

  it('asks the other process where one is away', async () => {
    for (let turn = 0; turn < 12; turn++) expect((await ask(`/healthz?turn=${turn}`)).status).toBe(200);
  });

  it('shows the figures to nobody', async () => {
    expect((await ask('/metrics')).status).toBe(404);
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = createListener().listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo; // it listens at a port
      listener.close(() => resolve(port));
    });
  });
}

/** Starts nginx with the file for operators: other ports, folders and certificate, and no limit (one address asks). */
async function startNginx(given: { folder: string; site: number; absent: number; port: number }) {
  const { folder, site, absent, port } = given;
  const plain = await freePort();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=comics.example.org', '-days', '2'];
  const rsa = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...rsa, ...subject], { stdio: 'ignore' });
  const ours = readFileSync(join(packageRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${site}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${absent}`)
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
    .replace('/var/cache/nginx/longstrip', join(folder, 'cache'))
    .replace('rate=50r/s', 'rate=100000r/s');
  mkdirSync(join(folder, 'temp'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/temp;`);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temp.join(' ')}
${ours}
}
`,
  );
  execFileSync('nginx', ['-t', '-q', '-c', config, '-p', folder], { stdio: 'pipe' });
  const child = spawn('nginx', ['-c', config, '-p', folder], { stdio: 'ignore' });
  child.once('error', () => {});
  await vi.waitFor(() => execFileSync('nginx', ['-s', 'reopen', '-c', config, '-p', folder], { stdio: 'pipe' }), 5000);
  expect(child.exitCode).toBeNull();
  return child;
}
