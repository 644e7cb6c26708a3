import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { signIn } from '../../../../app/testing/users.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../testing/books.ts';
import { type ImportedBook, writeImport } from '../imports.ts';
import { emptyTrash } from './trash.ts';

let bookId: string;
let chapterIds: string[];
const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(async () => {
  const made = await makeBook(server.db, {
    titles: { 'en-us': 'The Harbour', 'fr-fr': 'Le Port' },
    publicFreeChapters: 2,
    chapters: 4,
  });
  bookId = made.id;
  chapterIds = made.chapterIds;
});

const ask = askerOf(server, editor);
const etagOf = async (path: string) => (await ask('GET', path)).etag;
const patch = async (path: string, body: object) => ask('PATCH', path, { body, etag: await etagOf(path) });
const remove = async (path: string) => ask('DELETE', path, { etag: await etagOf(path) });
const read = async (path: string) => {
  server.pass(6000);
  return server.app.inject(`/api/v1/comics${path}`);
};
const chaptersOf = async (id = bookId) =>
  (await read(`/chapters/${id}/en-us/asc/0/50`)).json().data?.result.chapters ?? null;

/** The book as files say it, in the shape of an import. */
async function importAgain(change: Partial<ImportedBook> = {}) {
  const { rows } = await server.db.query<{ key: string }>('select source_key as key from books where id = $1', [
    bookId,
  ]);
  const chapters = chapterIds.map((_, index) => ({
    sourceKey: String(index + 1).padStart(5, '0'),
    editions: [{ language: 'en-us' as const, title: `File ${index + 1}` }],
  }));
  const given: ImportedBook = {
    sourceKey: rows[0]?.key ?? '',
    kind: 'comic',
    likelyLanguage: 'en-us',
    author: 'The File',
    editions: [
      { language: 'en-us', title: 'File title', introduction: 'From the file' },
      { language: 'fr-fr', title: 'Titre du fichier' },
    ],
    chapters,
    ...change,
  };
  return withTransaction(server.db, (tx) => writeImport(tx, given, { now: new Date() }));
}

describe('a book edited by hand', () => {
  inLong('is found, changed and shown to readers', async () => {
    const path = `/books/${bookId}`;
    const { status, result } = await patch(path, {
      titles: { 'es-es': 'El puerto', 'en-us': ' The old harbour ' },
      introductions: { 'en-us': 'Ships.' },
      aliases: ['Haven'],
      status: 'hiatus',
      licence: 'CC BY 4.0',
      tags: ['末世'],
    });
    expect(status).toBe(200);
    expect(result).toMatchObject({
      titles: { 'en-us': 'The old harbour', 'es-es': 'El puerto', 'fr-fr': 'Le Port' },
      status: 'hiatus',
      edited: ['aliases', 'introductions.en-us', 'licence', 'status', 'tags', 'titles.en-us', 'titles.es-es'],
      warnings: [{ field: 'attribution', code: 'attribution_missing' }],
    });
    const found = await ask('GET', '/books?q=haven');
    expect(found.result).toMatchObject([{ book_uuid: bookId, title: 'The old harbour', chapters: 4, state: 'shown' }]);
    for (const [q, count] of [
      ['old harb', 1],
      ['harbour old', 0],
      ['o', 1],
      ['末世', 1],
    ] as const)
      expect([q, (await ask('GET', `/books?q=${encodeURIComponent(q)}`)).result.length]).toEqual([q, count]);
    const { rows } = await server.db.query('select before, after from audit_entries where target_id = $1', [bookId]);
    expect(rows[0]).toMatchObject({
      before: { 'titles.en-us': 'The Harbour', status: 'ongoing' },
      after: { 'titles.en-us': 'The old harbour', status: 'hiatus' },
    });
    const shown = (await read(`/chapters/${bookId}/en-us/asc/0/50`)).json().data.result;
    expect(shown).toMatchObject({ book_title: 'The old harbour', status: 'hiatus', licence: 'CC BY 4.0' });
  });

  it('keeps what two editors have changed at once: the later one is told how the book stands', async () => {
    const path = `/books/${bookId}`;
    const etag = await etagOf(path);
    const both = await Promise.all(['One', 'Other'].map((author) => ask('PATCH', path, { body: { author }, etag })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [won, lost] = both.sort((one, other) => one.status - other.status);
    expect(lost?.body).toMatchObject({
      code: 'edit_conflict',
      current: { author: won?.result.author },
      etag: won?.etag,
      changed_by: editor.username,
    });
    expect((await ask('PATCH', path, { body: { author: 'x' } })).code).toBe('version_missing');
  });

  it('is not overwritten by an import, until the field is given back', async () => {
    const path = `/books/${bookId}`;
    await patch(path, { titles: { 'fr-fr': 'Le vieux port' }, tags: ['末世'], downloads: 'members' });
    const report = await importAgain({ tags: ['玄幻奇幻'], downloads: 'everyone' });
    expect(report.kept).toEqual(['downloads', 'tags', 'titles.fr-fr']);
    const { result } = await ask('GET', path);
    expect(result).toMatchObject({
      titles: { 'en-us': 'File title', 'fr-fr': 'Le vieux port' },
      author: 'The File',
      tags: ['末世'],
      downloads: 'members',
      introductions: { 'en-us': 'From the file' },
    });
    const given = await patch(path, { downloads: null, follow: ['titles.fr-fr', 'tags', 'downloads'] });
    expect(given.result).toMatchObject({ downloads: null, titles: { 'fr-fr': 'Le vieux port' } });
    expect((await importAgain({ tags: ['玄幻奇幻'] })).kept).toEqual([]);
    expect((await ask('GET', path)).result).toMatchObject({
      titles: { 'fr-fr': 'Titre du fichier' },
      tags: ['玄幻奇幻'],
    });
  });

  it('takes nothing of a patch of which one value is wrong', async () => {
    const path = `/books/${bookId}`;
    const wrong: object[] = [
      { author: 'x', titles: { 'en-us': null } },
      { author: 'x', titles: { 'en-us': '  ' } },
      { author: 'x', titles: { 'en-us': 'a'.repeat(501) } },
      { author: 'x', original_language: 'zh-cn' },
      { author: 'x', introductions: { 'zh-cn': 'no title there' } },
      { author: 'x', preview: 'words' },
      { author: 'x', downloads: 'all' },
      { author: 'x', tags: Array.from({ length: 21 }, (_, index) => `t${index}`) },
      { author: 'x', follow: ['password'] },
      { author: 'x', aliases: ['a\0b'] },
    ];
    for (const body of wrong) {
      const { status, body: answer } = await patch(path, body);
      expect([status, answer.details?.length], JSON.stringify(body)).toEqual([400, 1]);
    }
    expect((await patch(path, { kind: 'novel' })).code).toBe('book_has_chapters');
    expect((await patch(path, { kind: 'novel', titles: { 'en-us': null } })).code).toBe('invalid_request');
    expect((await ask('GET', path)).result.author).toBe('');
    const spaces = await patch(path, { titles: { 'en-us': '🚢'.repeat(500) } });
    expect(spaces.status).toBe(200);
  });

  it('says what is wrong in itself before it asks for the version', async () => {
    const [a, b] = chapterIds;
    const asked = [
      await ask('PATCH', `/books/${bookId}`, { body: { follow: ['titles.tlh'] } }),
      await ask('PATCH', `/chapters/${a}`, { body: { follow: ['tags'] } }),
      await ask('POST', `/books/${bookId}/chapters/move`, { body: { chapters: [b, a], before: a } }),
      await ask('POST', `/chapters/${a}/pages/en-us/move`, { body: { pages: [2, 1], before: 1 } }),
    ];
    expect(asked.map(({ code }) => code)).toEqual(Array(4).fill('invalid_request'));
  });

  it('begins as an empty draft that readers do not see', async () => {
    const body = { kind: 'novel', original_language: 'zh-cn', titles: { 'zh-cn': '港' } };
    const made = await ask('POST', '/books', { body });
    expect(made).toMatchObject({ status: 201, result: { state: 'draft', kind: 'novel', titles: { 'zh-cn': '港' } } });
    expect((await read(`/chapters/${made.result.book_uuid}/zh-cn/asc/0/50`)).statusCode).toBe(404);
    const drafts = await ask('GET', '/books?state=draft');
    expect(drafts.result.map(({ book_uuid: id }: { book_uuid: string }) => id)).toContain(made.result.book_uuid);
    expect((await ask('POST', '/books', { body: { ...body, titles: { 'en-us': 'x' } } })).status).toBe(400);
  });

  it('is listed with its title in the language that is asked for, else the original one, and with a cover', async () => {
    const row = async (language: string) =>
      (await ask('GET', `/books?language=${language}&page_size=100`)).result.find(
        ({ book_uuid: id }: { book_uuid: string }) => id === made.id,
      );
    const titles = { 'zh-cn': '港', 'en-us': 'Harbour', 'fr-fr': 'Le port' } as const;
    const made = await makeBook(server.db, { titles, originalLanguage: 'zh-cn' });
    expect(await row('fr-fr')).toMatchObject({ title: 'Le port', original_title: '港', cover: null });
    expect(await row('es-es')).toMatchObject({ title: 'Harbour', original_title: '港' });
    expect(await row('zh-cn')).toMatchObject({ title: '港', original_title: null });
    expect((await ask('GET', '/books?language=xx')).status).toBe(400);
    expect((await ask('GET', '/books?edition=ar-sa&page_size=100')).result).toEqual([]);
  });

  it('is listed by what it lacks', async () => {
    const page = async (query: string) =>
      (await ask('GET', `/books?page_size=100&${query}`)).result.map(({ book_uuid: id }: { book_uuid: string }) => id);
    expect(await page('missing=fr-fr')).toContain(bookId);
    expect(await page('missing=en-us')).not.toContain(bookId);
    expect(await page('kind=novel')).not.toContain(bookId);
    await patch(`/books/${bookId}`, { hidden: true });
    expect(await page('state=hidden')).toContain(bookId);
    expect(await page('state=shown')).not.toContain(bookId);
  });
});

describe('the chapters of a book', () => {
  it('get other titles and dates, which imports leave alone', async () => {
    const [first] = chapterIds;
    const path = `/chapters/${first}`;
    const at = '2020-05-05T05:05:05.000Z';
    const { status, result } = await patch(path, {
      titles: { 'en-us': 'Departure' },
      created_at: at,
      season: 2,
      label: '½',
    });
    expect([status, result]).toEqual([
      200,
      expect.objectContaining({ titles: { 'en-us': 'Departure' }, created_at: at, season: 2, label: '½' }),
    ]);
    expect(result.edited).toEqual(['created_at', 'label', 'season', 'titles.en-us']);
    await importAgain();
    const rows = await chaptersOf();
    expect(rows[0]).toMatchObject({ title: 'Departure', created_at: at });
    expect(rows[1]).toMatchObject({ title: 'File 2' });
  });

  it('are put into another order, which imports keep', async () => {
    const path = `/books/${bookId}/chapters`;
    const [a, b, c, d] = chapterIds;
    const versions = () => Promise.all(chapterIds.map((id) => etagOf(`/chapters/${id}`)));
    const before = await versions();
    const moved = await ask('POST', `${path}/move`, {
      body: { chapters: [d, c], before: b },
      etag: await etagOf(path),
    });
    // A chapter's version shows its place, which c keeps.
    const isSame = (await versions()).map((etag, index) => etag === before[index]);
    expect(isSame).toEqual([true, false, true, false]);
    expect(moved.result.map(({ chapter_uuid: id }: { chapter_uuid: string }) => id)).toEqual([a, d, c, b]);
    expect(moved.result.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4]);
    await importAgain();
    expect((await chaptersOf()).map(({ chapter_uuid: id }: { chapter_uuid: string }) => id)).toEqual([a, d, c, b]);
    const { result: audit } = await ask('GET', '/audit?action=book.order');
    expect(audit[0].target).toMatchObject({ kind: 'book', id: bookId, name: expect.any(String) });
    const stale = await ask('POST', `${path}/move`, { body: { chapters: [a], before: null }, etag: '"old"' });
    expect([stale.status, stale.code]).toEqual([412, 'edit_conflict']);
    const foreign = await ask('POST', `${path}/move`, {
      body: { chapters: [randomUUID()], before: null },
      etag: moved.etag,
    });
    expect(foreign.code).toBe('chapter_not_found');
  });

  it('do not move before one that opens earlier', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const last = `/chapters/${chapterIds[3]}`;
    await ask('PUT', `${last}/publication`, { body: { published_at: at }, etag: await etagOf(last) });
    const path = `/books/${bookId}/chapters`;
    const body = { chapters: [chapterIds[3]], before: chapterIds[0] };
    const refused = await ask('POST', `${path}/move`, { body, etag: await etagOf(path) });
    expect([refused.status, refused.code]).toEqual([409, 'publish_out_of_order']);
    expect(refused.body.conflicts.length).toBeGreaterThan(0);
  });
});

describe('the trash', () => {
  it('takes a chapter from readers at once, and gives it back with its likes at its place', async () => {
    const reader = await signIn(server);
    const [, second, third] = chapterIds;
    await server.db.query(
      `insert into chapter_likes (user_id, chapter_id, liked, liked_on, changed_at) values ($1, $2, true, now(), now())`,
      [reader.id, second],
    );
    expect((await remove(`/chapters/${second}`)).status).toBe(204);
    expect((await read(`/chapter_comics/${second}/en-us`)).statusCode).toBe(404);
    const left = await chaptersOf();
    expect(left.map(({ chapter_uuid: id }: { chapter_uuid: string }) => id)).not.toContain(second);
    expect(left[1]).toMatchObject({ chapter_uuid: third, chapter_number: 2 });
    expect((await ask('GET', `/chapters/${second}`)).code).toBe('chapter_not_found');
    await importAgain();
    expect((await chaptersOf()).length).toBe(3);
    const listed = await ask('GET', '/trash');
    expect(listed.result).toMatchObject([
      { id: second, kind: 'chapter', book_uuid: bookId, deleted_by: editor.username },
    ]);
    expect((await ask('POST', `/trash/${second}/restore`)).status).toBe(200);
    const back = await chaptersOf();
    expect(back[1]).toMatchObject({ chapter_uuid: second, chapter_number: 2 });
    const { rows: likes } = await server.db.query('select user_id from chapter_likes where chapter_id = $1', [second]);
    expect(likes).toEqual([{ user_id: reader.id }]);
    expect((await ask('POST', `/trash/${second}/restore`)).code).toBe('not_found');
  });

  it('takes a book with a fresh password, and for ever only by its title', async () => {
    const stale = await signInStaff(server, 'editor', { confirmedSecondsAgo: 16 * 60 });
    const path = `/books/${bookId}`;
    const etag = await etagOf(path);
    expect((await ask('DELETE', path, { etag, as: stale })).body).toMatchObject({ code: 'password_needed' });
    expect((await ask('DELETE', path, { etag })).status).toBe(204);
    expect(await chaptersOf()).toBeNull();
    expect((await ask('GET', path)).code).toBe('book_not_found');
    const wrong = await ask('DELETE', `/trash/${bookId}`, { as: owner, body: { name: 'The harbor' } });
    expect([wrong.status, wrong.code]).toEqual([400, 'invalid_request']);
    expect((await ask('DELETE', `/trash/${bookId}`, { body: { name: 'The Harbour' } })).code).toBe('forbidden');
    const gone = await ask('DELETE', `/trash/${bookId}`, { as: owner, body: { name: 'The Harbour' } });
    expect(gone.status).toBe(204);
    expect((await server.db.query('select from books where id = $1', [bookId])).rowCount).toBe(0);
  });

  it('gives no chapter back into a book that lies there itself', async () => {
    const [first] = chapterIds;
    await remove(`/chapters/${first}`);
    await remove(`/books/${bookId}`);
    expect((await ask('POST', `/trash/${first}/restore`)).code).toBe('book_in_trash');
    expect((await ask('POST', `/trash/${bookId}/restore`)).status).toBe(200);
    expect((await ask('POST', `/trash/${first}/restore`)).status).toBe(200);
    expect((await chaptersOf()).length).toBe(4);
  });

  it('is emptied of what has lain there for 30 days', async () => {
    await remove(`/chapters/${chapterIds[0]}`);
    await remove(`/chapters/${chapterIds[1]}`);
    await server.db.query(`update chapters set deleted_at = now() - interval '30 days' where id = $1`, [chapterIds[0]]);
    await emptyTrash(server.db);
    const { rows } = await server.db.query<{ id: string }>('select id from chapters where book_id = $1', [bookId]);
    expect(rows.map(({ id }) => id).sort()).toEqual(chapterIds.slice(1).sort());
    const { rows: told } = await server.db.query(
      `select made_by from audit_entries where action = 'chapter.remove' and target_id = $1`,
      [chapterIds[0]],
    );
    expect(told).toEqual([{ made_by: 'system' }]);
  });
});
