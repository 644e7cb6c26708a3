import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { addTestPages } from '../../../../app/testing/pages.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { daysFromNow, signIn } from '../../../../app/testing/users.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { bookKeyOfName } from '../../../catalog/rules.ts';
import { makeBook } from '../../../catalog/testing/books.ts';
import type { StoredBlock } from '../../../catalog/text/blocks.ts';
import { importCommand } from '../../../importing/server/importing.ts';
import { createMedia } from '../../../media/server/media.ts';
import { makeImage, makeStoredImage } from '../../../media/testing/images.ts';
import { drawPicture } from '../../../media/testing/pictures.ts';
import { makeKey } from '../../testing/keys.ts';
import { linkTo } from '../given/links.ts';

let member: { id: string; key: string };
let stranger: { id: string; key: string };
let comic: { id: string; chapterIds: string[] };
let novel: { id: string; chapterIds: string[] };

const server = serverForTests({ addPages: addTestPages, settings: { RATE_LIMIT_SCALE: '1' } });
beforeAll(async () => {
  const pages = await Promise.all([makePicture(), makePicture()]);
  const cover = await makePicture();
  const chapter = (title: string) => ({ editions: { 'en-us': { title, imageIds: pages } } });
  comic = await makeBook(server.db, {
    ...{ titles: { 'en-us': 'A comic' }, author: 'Ada', readingDirection: 'rtl', downloads: 'everyone' },
    ...{ publicFreeChapters: 1, chapters: [chapter('Tom &amp; "Été" 红'), chapter('Two')] },
  });
  const blocks = (words: string, more: StoredBlock[] = []): StoredBlock[] => [
    { type: 'p', inlines: [{ type: 'text', text: words }] },
    ...more,
  ];
  const math = { type: 'math' as const, text: 'a', nodes: [{ tag: 'mi' as const, depth: 0, text: 'a' }] };
  const rich: StoredBlock[] = [
    { type: 'h3', inlines: [{ type: 'ruby', base: '漢', text: 'かん' }] },
    { type: 'p', inlines: [{ type: 'note', text: '1', note: 'A note' }, math], indent: 1 },
    { type: 'img', imageId: cover, alt: 'A map' },
    { type: 'hr' },
  ];
  novel = await makeBook(server.db, {
    ...{ kind: 'novel', titles: { 'ar-sa': 'رواية' }, author: 'Ada & Bo', downloads: 'everyone' },
    ...{ licence: 'CC BY 4.0', attribution: 'Ada', introductions: { 'ar-sa': 'مقدمة' }, covers: { 'ar-sa': cover } },
    publicFreeChapters: 1,
    chapters: [
      { editions: { 'ar-sa': { title: 'الأول', blocks: blocks('نص', rich) } } },
      { editions: { 'ar-sa': { title: '', blocks: blocks('سر') } } },
      { access: 'free', editions: { 'en-us': { title: 'Third', blocks: blocks('Open') } } },
    ],
  });
});
beforeEach(async () => {
  member = await userWithKey({ expireAt: daysFromNow(10) });
  stranger = await userWithKey();
});

async function userWithKey(given: { expireAt?: Date } = {}) {
  const { id } = await signIn(server, given);
  return { id, key: await makeKey(server.db, { userId: id, scopes: ['read'] }) };
}

const makePicture = async () =>
  makeStoredImage(server, { bytes: await drawPicture({ width: 480, height: 640, format: 'webp' }) });

const cbz = (at: number) => linkTo({ form: 'cbz', id: comic.chapterIds[at] ?? '', language: 'en-us', title: 'x' }).path;
const epub = () => linkTo({ form: 'epub', id: novel.id, language: 'ar-sa', title: 'رواية' }).path;
let nextAddress = 0;

/** Each visitor has an address of their own: files of an hour are counted. */
function ask(url: string, { key, method = 'GET', ...headers }: Record<string, string> = {}) {
  nextAddress += 1;
  return server.app.inject({
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    url,
    remoteAddress: `10.0.${Math.floor(nextAddress / 250)}.${nextAddress % 250}`,
    headers: { ...(key && { 'x-api-key': key }), ...headers },
  });
}

async function filesIn(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry);
    files.set(entry.fileName, Buffer.concat(await stream.toArray()));
  }
  return files;
}

describe('the CBZ of a chapter', () => {
  it('has its pages behind a ComicInfo.xml, as JPEG or as they are stored', async () => {
    const answer = await ask(cbz(0));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.comicbook+zip',
      'content-length': String(answer.rawPayload.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': `attachment; filename="${comic.chapterIds[0]}-en-us.cbz"; filename*=UTF-8''Tom%20%26%20%C3%89t%C3%A9%20%E7%BA%A2.cbz`,
    });
    const files = await filesIn(answer.rawPayload);
    expect([...files.keys()]).toEqual(['ComicInfo.xml', '001.jpg', '002.jpg']);
    expect(files.get('001.jpg')?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const info = String(files.get('ComicInfo.xml'));
    expect(info).toContain('<Title>Tom &amp; &quot;Été&quot; 红</Title>');
    expect(info).toContain('<Manga>YesAndRightToLeft</Manga>');
    const stored = await filesIn((await ask(`${cbz(0)}?as=webp`)).rawPayload);
    expect([...stored.keys()]).toEqual(['ComicInfo.xml', '001.webp', '002.webp']);
    expect((await ask(`${cbz(0)}?as=png`)).statusCode).toBe(400);
  });

  it('is the same bytes each time, in ranges too, and is not sent again to whoever has it', async () => {
    const whole = await ask(cbz(0));
    const again = await ask(cbz(0).replace('x.cbz', 'another%20name.cbz'), { key: member.key });
    expect(again.rawPayload.equals(whole.rawPayload)).toBe(true);
    const etag = String(whole.headers.etag);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect([again.headers.etag, (await ask(cbz(0), { 'if-none-match': etag })).statusCode]).toEqual([etag, 304]);
    const { length } = whole.rawPayload;
    for (const [start, end] of [
      [0, 0],
      [1, 40],
      [25, length - 1],
      [length - 30, length - 1],
      [100, length - 100],
    ] as const) {
      const part = await ask(cbz(0), { range: `bytes=${start}-${end}` });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${length}`);
      expect(part.rawPayload.equals(whole.rawPayload.subarray(start, end + 1))).toBe(true);
    }
    expect((await ask(cbz(0), { range: `bytes=${length}-` })).statusCode).toBe(416);
    expect((await ask(cbz(0), { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
    const head = await ask(cbz(0), { method: 'HEAD' });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(length), 0]);
  });

  it('is known to KOReader by its bytes once a user has it', async () => {
    const bytes = (await ask(cbz(1), { key: member.key })).rawPayload;
    const md5 = createHash('md5');
    for (const at of [0, 1024, 4096, 16_384, 65_536]) md5.update(bytes.subarray(at, at + 1024));
    const key = await makeKey(server.db, { userId: member.id, scopes: ['sync'] });
    const pushed = await server.app.inject({
      ...{ method: 'PUT', url: '/koreader/syncs/progress' },
      headers: { 'x-auth-user': 'me', 'x-auth-key': createHash('md5').update(key).digest('hex') },
      payload: { document: md5.digest('hex'), progress: '2', percentage: 1, device: 'Kobo', device_id: 'K1' },
    });
    expect(pushed.statusCode).toBe(200);
    const { rows } = await server.db.query('select chapter_id, position_index from reading_places where user_id = $1', [
      member.id,
    ]);
    expect(rows).toEqual([{ chapter_id: comic.chapterIds[1], position_index: 1 }]);
  });

  it('of a chapter for members is a member’s alone, until the right ends, whatever mark or name they have', async () => {
    const mine = await ask(cbz(1), { key: member.key });
    expect([mine.statusCode, mine.headers['cache-control']]).toEqual([200, 'private, no-cache']);
    const etag = String(mine.headers.etag);
    for (const method of ['GET', 'HEAD']) {
      const refused = await ask(cbz(1), { key: stranger.key, method, 'if-none-match': etag });
      expect([refused.statusCode, refused.headers['cache-control']]).toEqual([403, 'no-store']);
      const visitor = await ask(cbz(1), { method, range: 'bytes=0-9', 'if-range': etag });
      expect([visitor.statusCode, visitor.headers['cache-control']]).toEqual([401, 'no-store']);
      expect(visitor.headers['www-authenticate']).toMatch(/^Basic realm=/);
    }
    await server.db.query('update memberships set expire_at = now() where user_id = $1', [member.id]);
    server.pass(5000);
    expect((await ask(cbz(1), { key: member.key, 'if-none-match': etag })).statusCode).toBe(403);
  });

  it('is nothing for a wrong key, one without the scope, or what is no comic’s chapter', async () => {
    const writing = await makeKey(server.db, { userId: member.id, scopes: ['sync'] });
    expect((await ask(cbz(0), { key: 'lst_wrong' })).statusCode).toBe(401);
    expect((await ask(cbz(0), { key: writing })).statusCode).toBe(401);
    const [first = ''] = novel.chapterIds;
    for (const url of [
      linkTo({ form: 'cbz', id: first, language: 'ar-sa', title: 'x' }).path,
      linkTo({ form: 'cbz', id: comic.id, language: 'en-us', title: 'x' }).path,
      linkTo({ form: 'epub', id: comic.id, language: 'en-us', title: 'x' }).path,
      cbz(0).replace('en-us', 'fr-fr'),
      cbz(0).replace('.cbz', '.zip'),
      ...['/opds/files/x/en-us/x.cbz', `/opds/files/${novel.id}/xx-xx/x.epub`],
    ])
      expect((await ask(url, { key: member.key })).statusCode, url).toBe(404);
  });
});

describe('the files of a book', () => {
  it('are taken along by whom its `downloads` says', async () => {
    const statuses = async (downloads: string | null) => {
      await server.db.query('update books set downloads = $2 where id = $1', [comic.id, downloads]);
      return Promise.all(
        [{}, { key: stranger.key }, { key: member.key }].map(async (who) => {
          const { statusCode, headers, body } = await ask(cbz(0), who);
          if (statusCode !== 403) return statusCode;
          expect([JSON.parse(body).code, headers['cache-control']]).toEqual(['downloads_off', 'no-store']);
          return statusCode;
        }),
      );
    };
    expect(await statuses('none')).toEqual([403, 403, 403]);
    expect(await statuses(null)).toEqual([403, 403, 403]);
    expect(await statuses('members')).toEqual([401, 403, 200]);
    expect(await statuses('everyone')).toEqual([200, 200, 200]);
  });

  it('are 10 an hour of an address and 60 of a user, whatever the key; ranges, HEAD and 304 are none', async () => {
    const own = { remoteAddress: '192.0.2.1', url: cbz(0) };
    const asked = (headers = {}, method: 'GET' | 'HEAD' = 'GET') => server.app.inject({ ...own, method, headers });
    for (let count = 0; count < 10; count += 1) {
      expect((await asked({ range: 'bytes=0-1' })).statusCode).toBe(206);
      expect((await asked({ range: 'bytes=1-2' })).statusCode).toBe(206);
    }
    const refused = await asked();
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    expect(refused.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': String(refused.body.length),
    });
    expect(refused.headers.etag).toBeUndefined();
    expect((await asked({}, 'HEAD')).statusCode).toBe(200);
    expect((await asked({ 'if-none-match': String((await asked({}, 'HEAD')).headers.etag) })).statusCode).toBe(304);
    const atOnce = await Promise.all(
      Array.from({ length: 11 }, () => server.app.inject({ ...own, remoteAddress: '192.0.2.2' })),
    );
    expect(atOnce.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(200), 429]);
    const second = await makeKey(server.db, { userId: member.id, scopes: ['read'] });
    const statuses = [];
    for (let count = 0; count < 61; count += 1) {
      const answer = await ask(cbz(0), { key: count % 2 ? second : member.key, range: 'bytes=0-1' });
      statuses.push(answer.statusCode);
    }
    expect(statuses.slice(58)).toEqual([206, 206, 429]);
  });
});

describe('the work of making a file', () => {
  it('is asked for by one taker for 6 files at once, by any method, and 60 more wait', async () => {
    const cover = await makePicture();
    const { id } = await makeBook(server.db, {
      ...{ kind: 'novel', titles: { 'en-us': 'Slow' }, downloads: 'everyone', covers: { 'en-us': cover } },
      ...{ publicFreeChapters: 1, chapters: 1 },
    });
    const { path: url } = linkTo({ form: 'epub', id, language: 'en-us', title: 'Slow' });
    let refused = 0;
    const asked = await withTransaction(server.db, async (tx) => {
      await tx.query('lock table images in access exclusive mode');
      const asking = Array.from({ length: 140 }, async () => {
        const { statusCode } = await server.app.inject({ method: 'HEAD', url, remoteAddress: '192.0.2.3' });
        if (statusCode === 429) refused += 1;
      });
      await vi.waitFor(() => expect(refused).toBeGreaterThan(0), 9000);
      return asking;
    });
    await Promise.all(asked);
    expect((await ask(url)).statusCode).toBe(200);
  });

  it('is not begun for who has had all files of the hour', async () => {
    const picture = await makeImage(server.db);
    const { chapterIds } = await makeBook(server.db, {
      ...{ titles: { 'en-us': 'Lost' }, downloads: 'everyone', publicFreeChapters: 1 },
      chapters: [{ editions: { 'en-us': { title: 'Lost', imageIds: [picture] } } }],
    });
    const lost = linkTo({ form: 'cbz', id: chapterIds[0] ?? '', language: 'en-us', title: 'Lost' }).path;
    const take = (url: string) => server.app.inject({ url, remoteAddress: '192.0.2.4' });
    expect((await take(lost)).statusCode).not.toBe(429);
    for (let count = 0; count < 10; count += 1) await take(cbz(0));
    expect((await take(lost)).statusCode).toBe(429);
  });
});

describe('the EPUB of a novel', () => {
  it('has one document for each chapter that its reader may read, then the licence, and no fault', async () => {
    const bytes = (await ask(epub(), { key: member.key })).rawPayload;
    const files = await filesIn(bytes);
    const names = [...files.keys()];
    expect(names[0]).toBe('mimetype');
    expect(names.filter((name) => /^c\d/.test(name))).toEqual(['c1.xhtml', 'c2.xhtml', 'c3.xhtml']);
    const opf = String(files.get('content.opf'));
    expect(opf).toContain(`>urn:uuid:${novel.id}:ar-sa</dc:identifier>`);
    expect(opf).toContain('page-progression-direction="rtl"');
    expect(opf).toContain('properties="cover-image"');
    expect(opf).toContain('<meta property="dcterms:rights">CC BY 4.0');
    expect(String(files.get('c1.xhtml'))).toContain('lang="ar-SA" xml:lang="ar-SA" dir="rtl"');
    expect(String(files.get('c3.xhtml'))).toContain('lang="en-US" xml:lang="en-US" dir="ltr"');
    expect(String(files.get('c2.xhtml'))).toContain('<h1>الفصل ٢</h1>');
    const last = String(files.get('last.xhtml'));
    expect(last).toContain(`/book/chapters/${novel.id}?lang=ar-sa`);
    expect(last).toContain('CC BY 4.0');
    const { messages } = await EpubCheck.validate(bytes);
    expect(messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')).toEqual([]);
  });

  it('has for a visitor the free chapters alone, and is another file', async () => {
    const [whole, free] = [await ask(epub(), { key: member.key }), await ask(epub())];
    const names = [...(await filesIn(free.rawPayload)).keys()].filter((name) => /^c\d/.test(name));
    expect(names).toEqual(['c1.xhtml', 'c2.xhtml']);
    expect(free.rawPayload.includes('سر')).toBe(false);
    expect((await ask(epub(), { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(200);
    expect(free.headers.etag).not.toBe(whole.headers.etag);
    // KOReader would take a file for the other whose first bytes are the same.
    const [one, other] = [whole, free].map(({ rawPayload }) => rawPayload.subarray(0, 1024).toString('hex'));
    expect(one).not.toBe(other);
  });

  it('goes back in by an import, which changes nothing', async () => {
    const [title, author] = ['Back again', 'Ada'];
    const { id } = await makeBook(server.db, {
      ...{
        kind: 'novel',
        titles: { 'en-us': title },
        author,
        downloads: 'everyone',
        publicFreeChapters: 2,
        chapters: 2,
      },
      ...{
        licence: 'CC BY 4.0',
        attribution: 'Written by Ada',
        sourceKey: bookKeyOfName({ kind: 'novel', title, author }),
      },
    });
    const path = join(server.config.dataDir, `${title}.epub`);
    await writeFile(path, (await ask(linkTo({ form: 'epub', id, language: 'en-us', title }).path)).rawPayload);
    const media = createMedia({ dataDir: server.config.dataDir, workers: { size: 1 } });
    const out: string[] = [];
    const stdout = { write: (text: string) => out.push(text) };
    await importCommand({ db: server.db, media, stdout, stderr: stdout }, { paths: [path], avif: 'later' });
    await media.close();
    expect(out.join('')).toContain(`${title}: unchanged, 2 chapters`);
  });

  it('changes with a text, and the one before is not sent half', async () => {
    const before = await ask(epub());
    await server.db.query(
      `update chapter_editions set blocks = '[{"type":"p","inlines":[{"type":"text","text":"Another text"}]}]'
       where chapter_id = $1`,
      [novel.chapterIds[2]],
    );
    const after = await ask(epub(), { 'if-none-match': String(before.headers.etag) });
    expect(after.statusCode).toBe(200);
    expect(after.rawPayload.includes('Another text')).toBe(true);
  });
});
