import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addWindow, setBookRules, setPublication } from '../features/catalog/server/dates/publication.ts';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeStoredImage } from '../features/media/testing/images.ts';
import { commandLine } from '../features/studio/server/audit.ts';
import { withTransaction } from '../server/database/db.ts';
import { inLong } from '../server/testing/depth.ts';
import { forAllTests } from '../server/testing/for-all-tests.ts';
import { readPreviewWish } from './studio/preview-wish.ts';
import { serverForTests } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
import { daysFromNow, signIn } from './testing/users.ts';

const timeZone = 'Asia/Shanghai';
let bookId: string;
let chapterIds: string[];
let imageId: string;
const server = serverForTests({ settings: { STUDIO_TIME_ZONE: timeZone } });
const editor = forAllTests(() => signInStaff(server, 'editor'));
beforeEach(async () => {
  imageId = await makeStoredImage(server);
  const chapter = (imageIds?: string[]) => (imageIds ? { editions: { 'en-us': { title: 'The last', imageIds } } } : {});
  const made = await makeBook(server.db, {
    publicFreeChapters: 1,
    chapters: [chapter(), chapter(), chapter([imageId])],
  });
  bookId = made.id;
  chapterIds = made.chapterIds;
  const later = { by: commandLine, chapterId: chapterIds[2] ?? '', publishedAt: daysFromNow(10) };
  await withTransaction(server.db, (tx) => setPublication(tx, later));
});

async function ask(path: string, preview: { as?: string; at?: Date | string } = {}, user = editor) {
  const at = preview.at instanceof Date ? preview.at.toISOString() : preview.at;
  const answer = await server.app.inject({
    url: path.startsWith('/media/') ? path : `/api/v1${path}`,
    headers: {
      ...user.headers,
      ...(preview.as ? { 'x-preview-as': preview.as } : {}),
      ...(at ? { 'x-preview-at': at } : {}),
    },
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.body.startsWith('{') ? answer.json() : null,
  };
}
const chapter = (place: number) => `/comics/chapter_comics/${chapterIds[place - 1]}/en-us`;

describe('a preview', () => {
  inLong('shows a scheduled chapter as of its day, to each viewer as they would get it', async () => {
    const at = daysFromNow(11);
    expect((await ask(chapter(3))).status).toBe(404);
    expect((await ask(chapter(3), { as: 'member', at: daysFromNow(9) })).status).toBe(404);
    const answers = await Promise.all(
      ['visitor', 'user', 'member', 'expired'].map(async (as) => {
        const { status, body } = await ask(chapter(3), { as, at });
        return `${status} ${body.code ?? body.data.result.access.reason}`;
      }),
    );
    expect(answers).toEqual([
      '403 membership_required',
      '403 membership_required',
      '200 member',
      '403 membership_expired',
    ]);
    const detail = await ask(`/comics/chapters/${bookId}/en-us/asc/0/10`, { at });
    expect(detail.body.data.result.total_chapters).toBe(3);
    expect(detail.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-preview-as': 'visitor',
      'x-preview-at': at.toISOString(),
    });
  });

  it('takes a time without an offset by the clocks of the site', async () => {
    const text = daysFromNow(11).toISOString().slice(0, 16);
    const moment = new Date(`${text}+08:00`);
    expect((await ask(chapter(3), { at: text })).headers['x-preview-at']).toBe(moment.toISOString());
    const wish = readPreviewWish(new URLSearchParams({ at: text }), { now: new Date(), timeZone });
    expect(wish?.at).toEqual(moment);
  });

  inLong('tells an expired member of the month that ended a day before', async () => {
    const at = daysFromNow(11);
    const { body } = await ask(chapter(3), { as: 'expired', at });
    const daysBefore = (days: number) => new Date(at.getTime() - days * 86_400_000).toISOString();
    expect(body.had).toEqual({
      from: daysBefore(31),
      until: daysBefore(1),
      plan: null,
      new_chapters: expect.any(Number),
    });
  });

  it('looks back as well: a chapter was not there before its day', async () => {
    const { body } = await ask(`/comics/chapters/${bookId}/en-us/asc/0/10`, { at: '2025-12-31T00:00:00Z' });
    expect(body).toMatchObject({ code: 'book_not_found' });
    const then = await ask(`/comics/chapters/${bookId}/en-us/asc/0/10`, { as: 'user' });
    expect(then.body.data.result.total_chapters).toBe(2);
  });

  inLong('keeps nothing: neither what it turned, nor its answers', async () => {
    await ask(`/comics/chapters/${bookId}/en-us/asc/0/10`, { at: daysFromNow(11) });
    await ask(chapter(3), { as: 'member', at: daysFromNow(11) });
    const member = await signIn(server, { expireAt: daysFromNow(5) });
    expect((await ask(chapter(3), {}, member)).status).toBe(404);
    const visitor = await server.app.inject(`/api/v1/comics/chapters/${bookId}/en-us/asc/0/10`);
    expect(visitor.json().data.result.total_chapters).toBe(2);
  });

  inLong('goes by the windows and early access of that moment', async () => {
    await withTransaction(server.db, async (tx) => {
      await setBookRules(tx, { by: commandLine, bookId, earlyAccessDays: 30 });
      await addWindow(tx, { by: commandLine, bookId, from: daysFromNow(12), to: daysFromNow(13) });
    });
    const accessAt = async (at: Date) => {
      const { status, body } = await ask(chapter(3), { at });
      return `${status} ${(body.chapter ?? body.data.result).access.reason}`;
    };
    expect(await accessAt(daysFromNow(11))).toBe('403 early_access');
    expect(await accessAt(daysFromNow(12.5))).toBe('200 window');
    expect(await accessAt(daysFromNow(14))).toBe('403 early_access');
    expect(await accessAt(daysFromNow(41))).toBe('200 early_access');
  });

  it('opens pictures for its editor alone, while they may preview', async () => {
    const { body } = await ask(chapter(3), { as: 'member', at: daysFromNow(11) });
    const [address = ''] = body.data.result.images;
    expect((await ask(`/media/${imageId}/w480.webp`)).status).toBe(404);
    const opened = await ask(address);
    expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const other = await signInStaff(server, 'support');
    await server.db.query('delete from staff where user_id = $1', [editor.id]);
    expect((await ask(address)).status).toBe(403);
    await server.db.query("insert into staff (user_id, role) values ($1, 'editor')", [editor.id]);
    expect((await ask(address)).status).toBe(200);
    server.pass(16 * 60_000);
    expect((await ask(address)).status).toBe(403);
    expect(other).toBeDefined();
  });

  it.each([
    [{ as: 'king' }, 'x-preview-as'],
    [{ at: 'tomorrow' }, 'x-preview-at'],
    [{ at: daysFromNow(401) }, 'x-preview-at'],
  ])('refuses %o', async (preview, path) => {
    const { status, body } = await ask(chapter(1), preview);
    expect([status, body.code, body.details[0].path]).toEqual([400, 'invalid_request', path]);
  });

  it('is for editors: the headers of others are ignored', async () => {
    const support = await signInStaff(server, 'support');
    for (const user of [support, await signIn(server)]) {
      const { status, headers } = await ask(chapter(3), { as: 'member', at: daysFromNow(11) }, user);
      expect([status, headers['x-preview-as']]).toEqual([404, undefined]);
    }
    const visitor = await server.app.inject({
      url: `/api/v1${chapter(3)}`,
      headers: { 'x-preview-as': 'king', 'x-preview-at': 'tomorrow' },
    });
    expect(visitor.statusCode).toBe(404);
  });

  it('refuses a GET that would write, and no other: each answers without a fault', async () => {
    const good: Record<string, string> = { chapterUuid: chapterIds[0] ?? '', bookId, order_id: randomUUID() };
    const usual: Record<string, string> = { language: 'en-us', direction: 'asc', page: '0', pageSize: '10' };
    const gets = [...server.routes].flatMap(([route, methods]) =>
      route.startsWith('/api/v1/') && !route.startsWith('/api/v1/studio/') && methods.has('GET') ? [route] : [],
    );
    expect(gets.length).toBeGreaterThan(15);
    const refused: string[] = [];
    for (const route of gets)
      for (const as of ['member', 'visitor']) {
        const path = route.replace('/api/v1', '').replace(/:(\w+)/g, (_, name) => good[name] ?? usual[name] ?? name);
        const { status, body } = await ask(path.endsWith('/text') ? `${path}?q=words` : path, { as });
        expect([route, as, status]).toEqual([route, as, expect.toSatisfy((code: number) => code < 500)]);
        if (status === 409) refused.push(`${as} ${route} ${body.code}`);
      }
    expect(refused).toEqual(['member /api/v1/user/invite_code preview_only']);
  });

  it('gives its connection back when its editor goes before it has begun', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo; // of a port, it is no text
    const head = `GET /api/v1${chapter(1)} HTTP/1.1\r\nHost: a\r\nAuthorization: ${editor.headers.authorization}`;
    for (let number = 0; number < 14; number += 1) {
      const line = connect(port, '127.0.0.1');
      line.write(`${head}\r\nX-Preview-As: member\r\n\r\n`.repeat(2));
      await once(server.app.server, 'request');
      line.destroy();
    }
    await vi.waitFor(() => expect(server.db.use()).toMatchObject({ waiting: 0, total: server.db.use().idle }));
    expect((await ask(chapter(1), { as: 'member' })).status).toBe(200);
  });

  it('saves nothing', async () => {
    for (const [method, path] of [
      ['POST', '/events'],
      ['POST', '/user/progress'],
      ['PUT', `/user/follows/${bookId}`],
      ['PATCH', `/studio/books/${bookId}`],
    ] as const) {
      const answer = await server.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: { ...editor.headers, 'x-preview-as': 'visitor' },
        payload: {},
      });
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 409, 'preview_only']);
    }
    expect((await server.db.query('select from follows')).rowCount).toBe(0);
  });
});
