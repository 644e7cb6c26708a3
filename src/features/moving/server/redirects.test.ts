import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests, startTestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { upload } from '../../importing/testing/imports.ts';

const database = forAllTests(createTestDatabase);
const server = serverForTests({ database, addPages: addTestPages });
/** Another process of the same site. */
const other = forAllTests(
  () => startTestServer({ database: { ...database, drop: async () => {} }, addPages: addTestPages }),
  ({ stop }) => stop(),
);
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(() => server.db.query('delete from redirect_lists'));

const ask = askerOf(server, owner);
const read = (as = owner) => ask('GET', '/redirects', { as });
async function put(body: object, given: { as?: SignedInUser; etag?: string } = {}) {
  return ask('PUT', '/redirects', { body, etag: (await read()).etag, ...given });
}
const go = async (path: string, on = server) => {
  const { statusCode, headers } = await on.app.inject(path);
  return [statusCode, headers.location];
};

describe('redirects', () => {
  it('lead an old address of WordPress to its chapter, on every process', async () => {
    const { chapterIds, id } = await makeBook(server.db, { chapters: 2 });
    const chapter = chapterIds[1] ?? '';
    const text = `/manga/a-book/chapter-2/ chapter:${chapter}\n/manga/a-book book:${id} 302\n/gone 410\n/gone.xml 410\n/feed.php /updates\n/old.html /updates`;
    const changed = await put({ text });
    expect(changed).toMatchObject({ status: 200, body: { data: { result: { count: 6, hosts: [], text } } } });
    expect((await read()).body.data.result.etag).toBe(changed.etag);
    other.pass(5000);
    for (const on of [server, other]) {
      expect(await go('/manga/a-book/chapter-2', on)).toEqual([301, `/reader/book/chapter/${id}/${chapter}/2`]);
      expect(await go('/manga/a-book/?p=1', on)).toEqual([302, `/book/chapters/${id}`]);
      expect(await go('/feed.php', on)).toEqual([301, '/updates']);
      expect(await go('/old.html', on)).toEqual([301, '/updates']);
      expect(await go('/gone', on)).toEqual([410, undefined]);
      const gone = await on.app.inject('/gone?lang=fr-fr');
      expect(gone.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(gone.body).toMatch(/<html lang="fr-FR".*noindex/s);
      expect((await on.app.inject('/gone.xml')).json().code).toBe('gone');
      expect(await go('/other', on)).toEqual([302, '/']);
    }
    await server.db.query('update books set hidden = true where id = $1', [id]);
    expect(await go('/manga/a-book/chapter-2')).toEqual([302, '/']);
  });

  inLong('never stand in the place of an own address, nor of calls and files', async () => {
    await put({ text: '/* /contact-us\n/books /search' });
    expect(await go('/x/y')).toEqual([301, '/contact-us']);
    expect((await go('/books'))[0]).toBe(200);
    expect((await go('/api/v1/nope'))[0]).toBe(404);
    expect((await go('/assets/nope.js'))[0]).toBe(404);
    const posted = await server.app.inject({ method: 'POST', url: '/x/y' });
    expect(posted.headers.location).toBeUndefined();
  });

  it('send nobody off the site by what their address says', async () => {
    await put({ text: '/go/* /:splat' });
    for (const path of ['/go//evil.example', '/go/%2Fevil.example', '/go/%5cevil.example', '/go/%252Fevil.example'])
      expect([path, ...(await go(path))]).toEqual([path, 302, '/']);
    expect(await go('/go/on')).toEqual([301, '/on']);
  });

  it('are all refused for one wrong line, which is named', async () => {
    await put({ text: '/a /books' });
    const lost = `/x /y\n^/a(.*) /z\n/b https://evil.example/\n/c chapter:${randomUUID()}\n/d /d`;
    const { status, body } = await put({ text: lost }, { etag: '' });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['line 2', 'line 3', 'line 4', 'line 5']);
    expect(await go('/x')).toEqual([302, '/']);
    expect((await put({ text: '/b https://evil.example/', hosts: ['EVIL.example'] })).status).toBe(200);
    expect(await go('/b')).toEqual([301, 'https://evil.example/']);
    expect((await put({ hosts: null })).body.details).toMatchObject([{ path: 'line 1' }]);
    expect((await put({ text: null, hosts: null })).body.data.result).toMatchObject({ count: 0, text: '' });
  });

  inLong('are at most 50,000', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `/old-${n} /books`).join('\n');
    const { status, body } = await put({ text: lines(50_001) });
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect((await put({ text: lines(50_000) })).body.data.result.count).toBe(50_000);
    expect(await go('/old-49999')).toEqual([301, '/books']);
  });

  inLong('are changed by owners who know the newest version, and stand in the audit', async () => {
    for (const role of ['editor', 'support'] as const) {
      const as = await signInStaff(server, role);
      expect((await put({ text: '' }, { as })).body.code).toBe('forbidden');
    }
    expect((await put({ text: '' }, { etag: '' })).body.code).toBe('version_missing');
    const { etag } = await read();
    const both = await Promise.all([put({ text: '/a /b' }, { etag }), put({ text: '/c /d' }, { etag })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const refused = both.find(({ status }) => status === 412);
    expect(refused?.body).toMatchObject({ code: 'edit_conflict', etag: (await read()).etag, current: { count: 1 } });
    const audit = await server.app.inject({ url: '/api/v1/studio/audit?action=redirect.edit', headers: owner.headers });
    expect(audit.json().data.result[0]).toMatchObject({ target: { kind: 'redirect' }, after: { count: 1 } });
  });

  it('come from a file too, which is used once and may not be empty', async () => {
    const list = await upload(server, owner, '[{"from": "/ghost/", "to": "/books", "permanent": true}]');
    expect((await put({ upload: list })).status).toBe(200);
    expect(await go('/ghost')).toEqual([301, '/books']);
    expect((await put({ upload: list })).status).toBe(400);
    expect((await put({ upload: await upload(server, owner, '\n') })).status).toBe(400);
    expect((await put({ upload: await upload(server, owner, Buffer.from([0xff, 0xfe])) })).body.details[0].path).toBe(
      'upload',
    );
    expect((await put({ text: '', upload: list })).status).toBe(400);
    expect((await put({})).status).toBe(400);
  });
});
