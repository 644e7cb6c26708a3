import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../testing/books.ts';

const dayMs = 24 * 60 * 60 * 1000;
const begin = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(begin + days * dayMs).toISOString();
const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));

const ask = askerOf(server, editor);
const books = (ids: readonly string[], action: string, value?: unknown) =>
  ask('POST', '/books/bulk', { body: { books: ids, action, ...(value !== undefined && { value }) } });
const chapters = (ids: readonly string[], action: string, value?: unknown) =>
  ask('POST', '/chapters/bulk', { body: { chapters: ids, action, ...(value !== undefined && { value }) } });
const codesOf = (rows: { code: string | null }[]) => rows.map(({ code }) => code);

/** A book whose first chapters are published and whose others are drafts. */
async function bookOf({ published, drafts }: { published: number; drafts: number }) {
  const made = await makeBook(server.db, { titles: { 'en-us': `Book ${randomUUID()}` }, chapters: published + drafts });
  const { status } = await chapters(made.chapterIds.slice(published), 'unpublish');
  if (drafts > 0) expect(status).toBe(200);
  await server.db.query('update chapter_editions set first_published_at = null where chapter_id = any($1::uuid[])', [
    made.chapterIds.slice(published),
  ]);
  return made;
}
async function statesOf(bookId: string): Promise<string[]> {
  const { result } = await ask('GET', `/books/${bookId}/chapters`);
  return result.map((row: { editions: { state: string }[] }) => row.editions[0]?.state ?? 'empty');
}
async function orderOf(bookId: string): Promise<string[]> {
  const { result } = await ask('GET', `/books/${bookId}/chapters`);
  return result.map((row: { chapter_uuid: string }) => row.chapter_uuid);
}
async function auditOf(id: string): Promise<string[]> {
  const { rows } = await server.db.query<{ action: string }>(
    'select action from audit_entries where target_id = $1 order by id',
    [id],
  );
  return rows.map(({ action }) => action);
}

describe('many books at once', () => {
  inLong('get all their drafts published, each by itself, and one that is not there is told in its row', async () => {
    const [one, other] = [await bookOf({ published: 1, drafts: 2 }), await bookOf({ published: 0, drafts: 1 })];
    const nobody = randomUUID();
    const { status, result } = await books([nobody, one.id, other.id, one.id], 'publish');
    expect(status).toBe(200);
    expect(result).toEqual([
      { book_uuid: nobody, ok: false, code: 'book_not_found', error: expect.any(String) },
      ...[one.id, other.id, one.id].map((id) => ({ book_uuid: id, ok: true, code: null, error: null })),
    ]);
    expect([await statesOf(one.id), await statesOf(other.id)]).toEqual([Array(3).fill('published'), ['published']]);
    expect(await auditOf(one.chapterIds[2] ?? '')).toEqual(Array(2).fill('chapter.publication'));
    expect(await auditOf(one.chapterIds[0] ?? '')).toEqual([]);
  });

  it('get their drafts scheduled on the clocks of a zone, unless a chapter before them comes later', async () => {
    const [free, held] = [await bookOf({ published: 1, drafts: 2 }), await bookOf({ published: 0, drafts: 3 })];
    await chapters(held.chapterIds.slice(0, 1), 'schedule', { published_at: inDays(9) });
    const { result } = await books([free.id, held.id], 'schedule', {
      published_at: `${inDays(3).slice(0, 10)}T08:00`,
      time_zone: 'Asia/Shanghai',
    });
    expect(codesOf(result)).toEqual([null, 'publish_out_of_order']);
    expect(result[1].conflicts).toMatchObject([{ chapter_uuid: held.chapterIds[0], place: 1 }]);
    const { result: rows } = await ask('GET', `/books/${free.id}/chapters`);
    expect(rows[1].editions[0].published_at).toBe(`${inDays(3).slice(0, 10)}T00:00:00.000Z`);
    expect(await statesOf(held.id)).toEqual(['scheduled', 'draft', 'draft']);
  });

  it('get free chapters, tags and a place out of sight; a twenty-first tag is refused in its row', async () => {
    const [one, full] = [await makeBook(server.db), await makeBook(server.db, { tags: ['a'] })];
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect(codesOf((await books([one.id, full.id], 'tags_add', twenty)).result)).toEqual([null, 'invalid_request']);
    expect(codesOf((await books([full.id], 'tags_add', [...twenty, 'tag 20'])).result)).toEqual(['invalid_request']);
    expect((await books([one.id], 'tags_remove', [...twenty.slice(2), 'tag 20'])).result).toMatchObject([{ ok: true }]);
    expect((await books([full.id], 'tags_remove', ['b', ...twenty])).result).toMatchObject([{ ok: true }]);
    await books([one.id], 'free_chapters', 7);
    await books([one.id], 'hide');
    const { result } = await ask('GET', `/books/${one.id}`);
    expect(result).toMatchObject({ tags: ['tag 0', 'tag 1'], public_free_chapters: 7, state: 'hidden' });
    expect(result.edited).toEqual(expect.arrayContaining(['tags', 'public_free_chapters']));
    const before = (await auditOf(one.id)).length;
    await books([one.id], 'hide');
    expect(await auditOf(one.id)).toHaveLength(before);
    await books([one.id], 'show');
    expect((await ask('GET', `/books/${one.id}`)).result.state).toBe('shown');
  });

  it('go to the trash only with the password, which is asked before the rest is looked at', async () => {
    const { id } = await makeBook(server.db);
    const late = await signInStaff(server, 'editor', { confirmedSecondsAgo: 3600 });
    const body = { books: [id], action: 'trash' };
    const sensitive = { status: 403, body: { code: 'password_needed', for: 'sensitive' } };
    expect(await ask('POST', '/books/bulk', { body, as: late })).toMatchObject(sensitive);
    expect(await ask('POST', '/books/bulk', { body: { ...body, books: [] }, as: late })).toMatchObject(sensitive);
    expect((await ask('POST', '/books/bulk', { body: { ...body, action: 'hide' }, as: late })).status).toBe(200);
    expect((await books([id], 'trash')).result).toMatchObject([{ ok: true }]);
    expect((await ask('GET', `/books/${id}`)).code).toBe('book_not_found');
  });

  it.each([
    ['no book', { books: [], action: 'hide' }],
    ['too many books', { books: Array.from({ length: 201 }, () => randomUUID()), action: 'hide' }],
    ['a malformed id', { books: ['1'], action: 'hide' }],
    ['an unknown action', { books: [randomUUID()], action: 'burn' }],
    ['a value where there is none', { books: [randomUUID()], action: 'hide', value: 1 }],
    ['no tags', { books: [randomUUID()], action: 'tags_add', value: [] }],
    ['a wrong time', { books: [randomUUID()], action: 'schedule', value: { published_at: 'soon' } }],
    ['a time too far ahead', { books: [randomUUID()], action: 'schedule', value: { published_at: inDays(2000) } }],
    ['too many free chapters', { books: [randomUUID()], action: 'free_chapters', value: 1_000_000 }],
  ])('refuse %s as a whole', async (_what, body) => {
    expect(await ask('POST', '/books/bulk', { body })).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each(['soon', inDays(2000)])('name the field of a time that they refuse: %s', async (at) => {
    const { details } = await books([randomUUID()], 'schedule', { published_at: at });
    expect(details).toMatchObject([{ path: 'value.published_at' }]);
  });
});

describe('many chapters at once', () => {
  it('are dated in the order of their book, whatever order was asked', async () => {
    const { id, chapterIds } = await bookOf({ published: 0, drafts: 4 });
    const asked = [...chapterIds].reverse();
    const { result } = await chapters(asked, 'schedule', { published_at: inDays(1) });
    expect(result.map((row: { chapter_uuid: string; ok: boolean }) => [row.chapter_uuid, row.ok])).toEqual(
      asked.map((chapter) => [chapter, true]),
    );
    expect(await statesOf(id)).toEqual(Array(4).fill('scheduled'));
    await chapters(asked, 'publish');
    expect(await statesOf(id)).toEqual(Array(4).fill('published'));
  });

  it('are changed as far as it goes, and each other one says what is in its way', async () => {
    const { id, chapterIds } = await bookOf({ published: 1, drafts: 4 });
    const [, second = '', third = '', fourth = '', fifth = ''] = chapterIds;
    const { result } = await chapters([fifth, second, fourth], 'publish');
    expect(codesOf(result)).toEqual(['publish_out_of_order', null, 'publish_out_of_order']);
    expect(result[2].conflicts).toMatchObject([{ chapter_uuid: third }]);
    expect(await statesOf(id)).toEqual(['published', 'published', 'draft', 'draft', 'draft']);
  });

  it('of which some lack the language are refused, those alone', async () => {
    const edition = (title: string) => ({ title, imageIds: [randomUUID()] });
    const { id, chapterIds } = await makeBook(server.db, {
      titles: { 'en-us': 'Two tongues', 'fr-fr': 'Deux langues' },
      chapters: [
        { editions: { 'en-us': edition('One'), 'fr-fr': edition('Un') } },
        { editions: { 'en-us': edition('Two') } },
      ],
    });
    await chapters(chapterIds, 'unpublish');
    const { result } = await chapters(chapterIds, 'publish', { languages: ['fr-fr'] });
    expect(codesOf(result)).toEqual([null, 'chapter_empty']);
    const { result: rows } = await ask('GET', `/books/${id}/chapters`);
    expect(rows[0].editions.map((each: { state: string }) => each.state)).toEqual(['draft', 'published']);
  });

  it('of several books get the same access', async () => {
    const [one, other] = [await makeBook(server.db, { chapters: 2 }), await makeBook(server.db)];
    const [first = ''] = one.chapterIds;
    const ids = [...one.chapterIds, ...other.chapterIds];
    expect((await chapters(ids, 'access', { access: 'members', free_at: inDays(5) })).status).toBe(200);
    const { result } = await ask('GET', `/chapters/${first}`);
    expect(result).toMatchObject({ access: 'members', free_at: inDays(5) });
    expect((await chapters(ids, 'access', { access: 'free', free_at: inDays(5) })).status).toBe(400);
    expect((await chapters(ids, 'access', {})).status).toBe(400);
    await chapters([first], 'access', { access: 'free' });
    expect(codesOf((await chapters(ids, 'access', { free_at: inDays(6) })).result)).toEqual([
      'invalid_request',
      null,
      null,
    ]);
  });

  it('move to a place of their book, keeping their order', async () => {
    const { id, chapterIds } = await bookOf({ published: 0, drafts: 5 });
    const [a = '', b = '', c = '', d = '', e = ''] = chapterIds;
    await chapters([d, b], 'move', { before: a });
    expect(await orderOf(id)).toEqual([b, d, a, c, e]);
    await chapters([b], 'move', { before: null });
    expect(await orderOf(id)).toEqual([d, a, c, e, b]);
    const other = await makeBook(server.db);
    expect(await chapters([a], 'move', { before: other.chapterIds[0] })).toMatchObject({ status: 400 });
    expect(await chapters([a, ...other.chapterIds], 'move', { before: null })).toMatchObject({ status: 400 });
    expect(await chapters([a], 'move', { before: a })).toMatchObject({ status: 400 });
    expect(await chapters([a], 'move', { before: randomUUID() })).toMatchObject({ code: 'chapter_not_found' });
  });

  it('move by themselves where some may not, as a published one behind a draft', async () => {
    const { id, chapterIds } = await bookOf({ published: 1, drafts: 2 });
    const [published = '', draft = '', last = ''] = chapterIds;
    const { result } = await chapters([published, draft], 'move', { before: null });
    expect(codesOf(result)).toEqual(['publish_out_of_order', null]);
    expect(await orderOf(id)).toEqual([published, last, draft]);
  });

  inLong('go to the trash, hundreds by one call, and stand in the audit one by one', async () => {
    const { id, chapterIds } = await makeBook(server.db, { chapters: 301 });
    for (const action of ['unpublish', 'publish', 'trash'])
      expect((await chapters(chapterIds.slice(1), action)).result.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect(await orderOf(id)).toEqual(chapterIds.slice(0, 1));
    expect(await auditOf(chapterIds[300] ?? '')).toEqual([
      'chapter.publication',
      'chapter.publication',
      'chapter.delete',
    ]);
    const tooMany = Array.from({ length: 1001 }, () => randomUUID());
    expect((await chapters(tooMany, 'publish')).status).toBe(400);
  });
});
