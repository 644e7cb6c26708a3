import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { runJob, serverForTests, startTestServer } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../../app/testing/users.ts';
import { createTestDatabase } from '../../../../server/testing/database.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { uploadLimits } from '../rules.ts';

const database = forAllTests(createTestDatabase);
const server = serverForTests({ database });
const editor = forAllTests(() => signInStaff(server, 'editor'));
let origin: string;
beforeAll(async () => {
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
});

const uploads = '/api/v1/studio/uploads';
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const metadata = (path: string | Buffer, more = '') => `path ${base64(path)}${more}`;
const octets = { 'content-type': 'application/offset+octet-stream' };

type Method = 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS';
async function ask(
  method: Method,
  path: string,
  given: { headers?: Record<string, string>; body?: Buffer | string; as?: SignedInUser } = {},
) {
  const answer = await server.app.inject({
    method,
    url: path,
    headers: { 'tus-resumable': '1.0.0', ...(given.as ?? editor).headers, ...given.headers },
    ...(given.body === undefined ? {} : { payload: given.body }),
  });
  const code = answer.body === '' ? undefined : answer.json().code;
  return { status: answer.statusCode, headers: answer.headers, code };
}
const create = (length: number | string, path: string | Buffer = 'a.png', headers: Record<string, string> = {}) =>
  ask('POST', uploads, { headers: { 'upload-length': String(length), 'upload-metadata': metadata(path), ...headers } });
const made = async (length: number) => String((await create(length)).headers.location);
const patch = (path: string, offset: number, body: Buffer | string) =>
  ask('PATCH', path, { headers: { ...octets, 'upload-offset': String(offset) }, body });
const offsetOf = async (path: string) => Number((await ask('HEAD', path)).headers['upload-offset']);
const fileOf = (path: string) => join(server.config.dataDir, 'uploads', path.split('/').at(-1) ?? '');

/** A PATCH over a socket whose bytes come as the test says. */
function slowPatch(path: string, offset: number, length: number) {
  const request = httpRequest(`${origin}${path}`, {
    method: 'PATCH',
    headers: {
      ...editor.headers,
      'tus-resumable': '1.0.0',
      ...octets,
      'upload-offset': String(offset),
      'content-length': String(length),
    },
  });
  const answered = new Promise<{ status: number; headers: IncomingHttpHeaders } | null>((resolve) => {
    request.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
    });
    request.on('error', () => resolve(null));
  });
  return { request, answered };
}

describe('the server of uploads', () => {
  it('tells anybody what it can do', async () => {
    const answer = await server.app.inject({ method: 'OPTIONS', url: uploads });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({ 'tus-version': '1.0.0', 'tus-max-size': '2147483648' });
    const extensions = String(answer.headers['tus-extension']).split(',').sort();
    expect(extensions).toEqual(['creation', 'creation-with-upload', 'expiration', 'termination']);
  });

  it('takes a file in parts and says how far it is', async () => {
    const begun = await create(10);
    expect(begun.status).toBe(201);
    expect(begun.headers['tus-resumable']).toBe('1.0.0');
    expect(String(begun.headers.location)).toMatch(/^\/api\/v1\/studio\/uploads\/[0-9a-f-]{36}$/);
    const days = (Date.parse(String(begun.headers['upload-expires'])) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    const path = String(begun.headers.location);
    const first = await patch(path, 0, 'hello');
    expect([first.status, first.headers['upload-offset']]).toEqual([204, '5']);
    expect(first.headers['upload-expires']).toBeDefined();
    const head = await ask('HEAD', path);
    expect(head.status).toBe(200);
    expect(head.headers).toMatchObject({ 'upload-offset': '5', 'upload-length': '10', 'cache-control': 'no-store' });
    const last = await patch(path, 5, 'world');
    expect([last.status, last.headers['upload-offset'], last.headers['upload-expires']]).toEqual([
      204,
      '10',
      undefined,
    ]);
    expect(await readFile(fileOf(path), 'utf8')).toBe('helloworld');
  });

  it('takes the first bytes, or all, with the creation', async () => {
    const headers = { ...octets, 'upload-length': '5', 'upload-metadata': metadata('a') };
    const answer = await ask('POST', uploads, { headers, body: 'hello' });
    expect([answer.status, answer.headers['upload-offset']]).toEqual([201, '5']);
    const before = await readdir(join(server.config.dataDir, 'uploads'));
    const more = await ask('POST', uploads, { headers, body: 'too much' });
    expect([more.status, more.code, more.headers.location]).toEqual([413, 'payload_too_large', undefined]);
    expect(await readdir(join(server.config.dataDir, 'uploads'))).toEqual(before);
  });

  it('takes other methods by POST, for clients behind something that lets no others pass', async () => {
    const path = await made(4);
    const by = (method: string, headers = {}, body?: string) =>
      ask('POST', path, { headers: { 'x-http-method-override': method, ...headers }, ...(body && { body }) });
    expect((await by('patch', { ...octets, 'upload-offset': '0' }, 'ab')).status).toBe(204);
    expect(await by('HEAD')).toMatchObject({ status: 200, headers: { 'upload-offset': '2' } });
    expect((await by('DELETE')).status).toBe(204);
    expect((await by('HEAD')).code).toBe('upload_not_found');
    expect((await by('PUT')).status).toBe(405);
  });

  it('takes a file without a byte', async () => {
    const answer = await create(0);
    expect([answer.status, answer.headers['upload-expires']]).toEqual([201, undefined]);
    expect(await offsetOf(String(answer.headers.location))).toBe(0);
  });

  it('refuses another version of tus, another type and another offset', async () => {
    const path = await made(10);
    const old = await ask('PATCH', path, { headers: { ...octets, 'tus-resumable': '0.2.2', 'upload-offset': '0' } });
    expect([old.status, old.headers['tus-version']]).toEqual([412, '1.0.0']);
    const type = await ask('PATCH', path, {
      headers: { 'content-type': 'application/json', 'upload-offset': '0' },
      body: '{}',
    });
    expect([type.status, type.code]).toEqual([415, 'unsupported_media_type']);
    const other = await patch(path, 3, 'abc');
    expect([other.status, other.code]).toEqual([409, 'upload_offset']);
    const none = await ask('PATCH', path, { headers: octets, body: 'abc' });
    expect([none.status, none.code]).toEqual([400, 'invalid_request']);
    const beyond = await patch(path, 0, 'twelve bytes');
    expect([beyond.status, beyond.code]).toEqual([413, 'payload_too_large']);
    expect(await offsetOf(path)).toBe(0);
  });

  it.each([
    ['no length', { 'upload-metadata': metadata('a') }],
    ['a negative length', { 'upload-length': '-1', 'upload-metadata': metadata('a') }],
    ['a length that is no decimal', { 'upload-length': '0x10', 'upload-metadata': metadata('a') }],
    ['a length that comes later', { 'upload-defer-length': '1', 'upload-metadata': metadata('a') }],
    ['no metadata', { 'upload-length': '1' }],
    ['metadata without a path', { 'upload-length': '1', 'upload-metadata': `name ${base64('a')}` }],
    ['metadata that is no base64', { 'upload-length': '1', 'upload-metadata': 'path a.png' }],
    ['a path that is given twice', { 'upload-length': '1', 'upload-metadata': `${metadata('a')},${metadata('b')}` }],
  ])('refuses %s', async (_what, headers) => {
    const answer = await ask('POST', uploads, { headers });
    expect([answer.status, answer.code]).toEqual([400, 'invalid_request']);
  });

  it.each([
    ['..', '../a'],
    ['a step up inside', 'a/../b'],
    ['a step that is a dot', './a'],
    ['an empty step', 'a//b'],
    ['an empty path', ''],
    ['an absolute path', '/a'],
    ['a drive', 'C:/a'],
    ['a backslash', 'a\\b'],
    ['a null', 'a\0b'],
    ['a control character', 'a\u001bb'],
    ['a control character of the second set', 'a\u0085b'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62])],
    ['over 1,024 bytes', 'é'.repeat(513)],
    ['over 8 folders', 'a/b/c/d/e/f/g/h/i/j.png'],
  ])('refuses a name with %s', async (_what, path) => {
    const answer = await create(1, path);
    expect([answer.status, answer.code]).toEqual([400, 'unsafe_name']);
  });

  it('takes 8 folders and a name of 1,024 bytes', async () => {
    expect((await create(1, 'a/b/c/d/e/f/g/h/i.png')).status).toBe(201);
    expect((await create(1, 'é'.repeat(512))).status).toBe(201);
  });

  it('refuses a file over 2 GiB and an import that is not there', async () => {
    const large = await create(uploadLimits.fileBytes + 1);
    expect([large.status, large.code]).toEqual([413, 'payload_too_large']);
    for (const id of [randomUUID(), 'none']) {
      const answer = await create(1, 'a', { 'upload-metadata': metadata('a', `,import ${base64(id)}`) });
      expect([answer.status, answer.code]).toEqual([404, 'import_not_found']);
    }
  });

  it('knows neither unknown, foreign, terminated nor expired uploads', async () => {
    const stranger = await signInStaff(server, 'owner');
    const foreign = await made(5);
    const terminated = await made(5);
    expect((await ask('DELETE', terminated)).status).toBe(204);
    expect(await readFile(fileOf(terminated)).catch(() => null)).toBeNull();
    const expired = await made(5);
    const { rowCount } = await server.db.query(`update uploads set expires_at = now() where id = $1`, [
      expired.split('/').at(-1),
    ]);
    expect(rowCount).toBe(1);
    const cases: [string, SignedInUser][] = [
      [`${uploads}/${randomUUID()}`, editor],
      [`${uploads}/nonsense`, editor],
      [foreign, stranger],
      [terminated, editor],
      [expired, editor],
    ];
    for (const [path, as] of cases) {
      expect((await ask('HEAD', path, { as })).status).toBe(404);
      for (const method of ['PATCH', 'DELETE'] as const) {
        const headers = { ...octets, 'upload-offset': '0' };
        const answer = await ask(method, path, { as, headers, ...(method === 'PATCH' ? { body: 'hello' } : {}) });
        expect([method, path, answer.status, answer.code]).toEqual([method, path, 404, 'upload_not_found']);
      }
    }
  });

  it('goes by the size of the file, whatever was stored', async () => {
    const path = await made(5);
    await patch(path, 0, 'hello');
    await server.db.query('update uploads set finished_at = null where id = $1', [path.split('/').at(-1)]);
    expect(await offsetOf(path)).toBe(5);
    const { rows } = await server.db.query('select from uploads where id = $1 and finished_at is not null', [
      path.split('/').at(-1),
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('bytes that come over a line', () => {
  it('are kept when the line is cut', async () => {
    const path = await made(1000);
    const { request, answered } = slowPatch(path, 0, 1000);
    request.write(Buffer.alloc(300, 1));
    await expect.poll(() => offsetOf(path)).toBe(300);
    request.destroy();
    expect(await answered).toBeNull();
    await expect.poll(async () => (await patch(path, 300, Buffer.alloc(700, 2))).status).toBe(204);
    const bytes = await readFile(fileOf(path));
    expect(bytes.equals(Buffer.concat([Buffer.alloc(300, 1), Buffer.alloc(700, 2)]))).toBe(true);
  });

  it('are those of one request, where two come at once', async () => {
    const path = await made(200_000);
    const bodies = [1, 2, 3, 4].map((fill) => Buffer.alloc(200_000, fill));
    const answers = await Promise.all(bodies.map((body) => patch(path, 0, body)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(204);
    for (const status of statuses.slice(1)) expect([409, 423]).toContain(status);
    const winner = bodies[answers.findIndex(({ status }) => status === 204)];
    expect((await readFile(fileOf(path))).equals(winner ?? Buffer.alloc(0))).toBe(true);
  });

  inLong('lock the upload while they come, and give it up when they stall', async () => {
    const path = await made(1000);
    const first = slowPatch(path, 0, 1000);
    first.request.write(Buffer.alloc(100, 1));
    await expect.poll(() => offsetOf(path)).toBe(100);
    const other = await patch(path, 0, 'x');
    expect([other.status, other.code]).toEqual([423, 'upload_locked']);
    const second = await patch(path, 100, Buffer.alloc(900, 2));
    expect(second.status).toBe(204);
    const answer = await first.answered;
    expect([null, 423]).toContain(answer?.status ?? null);
    expect((await readFile(fileOf(path))).equals(Buffer.concat([Buffer.alloc(100, 1), Buffer.alloc(900, 2)]))).toBe(
      true,
    );
  });

  inLong('may come from eight requests of a user, and no more', async () => {
    const paths = await Promise.all(Array.from({ length: 8 }, () => made(10)));
    const open = paths.map((path) => slowPatch(path, 0, 10));
    for (const { request } of open) request.write('a');
    const stranger = await signInStaff(server, 'editor');
    await expect.poll(async () => (await ask('POST', uploads, { headers: { 'upload-length': '1' } })).status).toBe(429);
    const theirs = { headers: { 'upload-length': '1', 'upload-metadata': metadata('a') }, as: stranger };
    expect((await ask('POST', uploads, theirs)).status).toBe(201);
    for (const { request } of open) request.end('b'.repeat(9));
    const answers = await Promise.all(open.map(({ answered }) => answered));
    expect(answers.map((answer) => answer?.status)).toEqual(Array.from({ length: 8 }, () => 204));
    await expect.poll(async () => (await create(1)).status).toBe(201);
  });

  it('arrive from the real client, in parts', async () => {
    const bytes = randomBytes(3_000_000);
    const url = await new Promise<string | null>((resolve, reject) => {
      const upload = new Upload(bytes, {
        endpoint: `${origin}${uploads}`,
        headers: editor.headers,
        chunkSize: 1_000_000,
        metadata: { path: 'Ünï/1.png' },
        uploadSize: bytes.length,
        uploadDataDuringCreation: true,
        onError: reject,
        onSuccess: () => resolve(upload.url),
      });
      upload.start();
    });
    expect((await readFile(fileOf(url ?? ''))).equals(bytes)).toBe(true);
  });

  it('go on from where they were, with the real client', async () => {
    const bytes = randomBytes(2_000_000);
    const path = await made(bytes.length);
    expect((await patch(path, 0, bytes.subarray(0, 700_000))).status).toBe(204);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        uploadUrl: `${origin}${path}`,
        headers: editor.headers,
        uploadSize: bytes.length,
        onError: reject,
        onSuccess: () => resolve(),
      }).start();
    });
    expect((await readFile(fileOf(path))).equals(bytes)).toBe(true);
  });
});

describe('several processes', () => {
  inLong('take any part of an upload, and hold each other off while one of them writes', async () => {
    const other = await startTestServer({ database, settings: { DATA_DIR: server.config.dataDir } });
    try {
      const path = await made(6);
      expect((await patch(path, 0, 'abc')).status).toBe(204);
      const there = { 'tus-resumable': '1.0.0', ...editor.headers };
      const asked = await other.app.inject({ method: 'HEAD', url: path, headers: there });
      expect(asked.headers['upload-offset']).toBe('3');
      const slow = slowPatch(path, 3, 3);
      slow.request.write('d');
      await expect.poll(() => offsetOf(path)).toBe(4);
      const headers = { ...there, ...octets, 'upload-offset': '4' };
      // The first one has stalled, so it is given up, and what it sends later counts for nothing.
      const held = await other.app.inject({ method: 'PATCH', url: path, headers, payload: 'EF' });
      expect([held.statusCode, held.headers['upload-offset']]).toEqual([204, '6']);
      slow.request.end('ef');
      await slow.answered;
      expect(await readFile(fileOf(path), 'utf8')).toBe('abcdEF');
    } finally {
      await other.app.close();
      await other.close();
    }
  });
});

describe('the job', () => {
  it('removes files that belong to none when any upload would be over', async () => {
    const stray = fileOf(`/${randomUUID()}`);
    await made(5); // the folder is there
    await writeFile(stray, 'bytes');
    for (const [days, isThere] of [
      [6, true],
      [8, false],
    ] as const) {
      const touched = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
      await utimes(stray, touched, touched);
      await runJob(server, 'uploads');
      expect(existsSync(stray)).toBe(isThere);
    }
  });

  it('removes expired uploads with their files', async () => {
    const path = await made(5);
    await server.db.query(`update uploads set expires_at = now() - interval '1 day' where id = $1`, [
      path.split('/').at(-1),
    ]);
    await runJob(server, 'uploads');
    expect(await readFile(fileOf(path)).catch(() => null)).toBeNull();
    const { rows } = await server.db.query('select from uploads where id = $1', [path.split('/').at(-1)]);
    expect(rows).toEqual([]);
  });
});
