import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { addTestPages } from '../../../../app/testing/pages.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { signIn } from '../../../../app/testing/users.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../testing/books.ts';
import { type ImportedBook, writeImport } from '../imports.ts';

const server = serverForTests({ addPages: addTestPages });
const editor = forAllTests(() => signInStaff(server, 'editor'));
const reader = forAllTests(() => signIn(server));

const ask = askerOf(server, editor, '/api/v1');
const move = (chapters: readonly string[], to: string, before: string | null = null) =>
  ask('POST', '/studio/chapters/move_to', { body: { chapters, book_uuid: to, before } });
const titlesOf = async (bookId: string): Promise<string[]> =>
  (await ask('GET', `/studio/books/${bookId}/chapters`)).result.map(({ title }: { title: string }) => title);

/** A book as files have it, with chapters of these titles, each with its own page. */
async function importBook(titles: readonly string[], sourceKey: string = randomUUID()) {
  const book: ImportedBook = {
    ...{ sourceKey, kind: 'comic', likelyLanguage: 'en-us', originalLanguage: 'en-us' },
    editions: [{ language: 'en-us', title: `Book ${sourceKey}`, introduction: '' }],
    chapters: titles.map((title, index) => ({
      sourceKey: String(index + 1).padStart(5, '0'),
      createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
      editions: [{ language: 'en-us', title, pages: [{ sourceKey: title, imageIds: [imageOf(title)] }] }],
    })),
  };
  const again = (prune = false) =>
    withTransaction(server.db, (tx) =>
      writeImport(tx, book, {
        now: new Date(),
        ...(prune && { prune: { chapters: true, pages: true }, mayPruneMost: true }),
      }),
    );
  const { bookId } = await again();
  const { result } = await ask('GET', `/studio/books/${bookId}/chapters`);
  return { id: bookId, again, chapterIds: result.map((row: { chapter_uuid: string }) => row.chapter_uuid) as string[] };
}
const images = new Map<string, string>();
function imageOf(title: string): string {
  const image = images.get(title) ?? randomUUID();
  images.set(title, image);
  return image;
}

describe('chapters that move to another book', () => {
  it('stand there in their own order, before a chapter or at the end, with their dates and likes', async () => {
    const [from, to] = [await importBook(['A1', 'A2', 'A3', 'A4']), await importBook(['B1', 'B2'])];
    const [, a2 = '', a3 = '', a4 = ''] = from.chapterIds;
    await ask('POST', '/comics/chapter/favor', { body: { book_uuid: from.id, chapter_uuid: a2 }, as: reader });
    const { result: before } = await ask('GET', `/studio/chapters/${a2}`);
    const { status, result } = await move([a3, a2], to.id, to.chapterIds[1]);
    expect(status).toBe(200);
    expect(result).toEqual([
      { chapter_uuid: a2, book_uuid: to.id, place: 2, number: 2 },
      { chapter_uuid: a3, book_uuid: to.id, place: 3, number: 3 },
    ]);
    expect([await titlesOf(from.id), await titlesOf(to.id)]).toEqual([
      ['A1', 'A4'],
      ['B1', 'A2', 'A3', 'B2'],
    ]);
    await move([a4], to.id);
    expect(await titlesOf(to.id)).toEqual(['B1', 'A2', 'A3', 'B2', 'A4']);
    const { result: after } = await ask('GET', `/studio/chapters/${a2}`);
    expect(after).toMatchObject({ created_at: before.created_at, editions: before.editions, book_uuid: to.id });
    const { result: rows } = await ask('GET', `/studio/books/${to.id}/chapters`);
    expect(rows[1].likes).toBe(1);
    for (const id of [from.id, to.id]) {
      const { result: audit } = await ask('GET', `/studio/audit?target=${id}`);
      expect(audit.some(({ action }: { action: string }) => action === 'book.move_chapters')).toBe(true);
    }
  });

  inLong('are led to from the addresses that they had, until they come back', async () => {
    const [from, to] = [await importBook(['C1', 'C2']), await importBook(['D1'])];
    const [, chapter = ''] = from.chapterIds;
    const [old, present] = [from.id, to.id].map((id) => `/reader/book/chapter/${id}/${chapter}/2`);
    await move([chapter], to.id);
    const moved = await server.ask(`${old}?lang=fr-fr&utm=1`);
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `${present}?lang=fr-fr&utm=1`]);
    expect((await server.ask(`${present}?lang=en-us`)).statusCode).toBe(200);
    await move([chapter], from.id);
    expect((await server.ask(`${old}?lang=en-us`)).statusCode).toBe(200);
    expect((await server.ask(`${present}?lang=en-us`)).statusCode).toBe(301);
  });

  inLong('are brought into neither book by later imports, nor taken from the new one', async () => {
    const [from, to] = [await importBook(['E1', 'E2', 'E3']), await importBook(['F1', 'F2'])];
    await move(from.chapterIds.slice(1, 2), to.id, to.chapterIds[1]);
    for (const prune of [false, true]) {
      await from.again(prune);
      await to.again(prune);
      expect([await titlesOf(from.id), await titlesOf(to.id)]).toEqual([
        ['E1', 'E3'],
        ['F1', 'E2', 'F2'],
      ]);
    }
    await move(from.chapterIds.slice(1, 2), from.id);
    await from.again();
    expect(await titlesOf(from.id)).toEqual(['E1', 'E3', 'E2']);
  });

  it('take along where readers are in them and what these have read', async () => {
    const [from, to] = [await importBook(['G1', 'G2', 'G3']), await importBook(['H1', 'H2'])];
    const [g1 = '', g2 = ''] = from.chapterIds;
    const item = {
      ...{ book_uuid: from.id, chapter_uuid: g2, updated_at: new Date().toISOString() },
      position: { index: 0, fraction: 0.5 },
      furthest: { chapter_number: 2, index: 0, fraction: 0.5 },
    };
    const saved = await ask('POST', '/user/progress', { body: { items: [item] }, as: reader });
    expect(saved.status).toBe(200);
    expect((await move([g1, g2], to.id)).status).toBe(200);
    const { result } = await ask('GET', '/user/progress', { as: reader });
    const place = result.find((row: { chapter_uuid: string }) => row.chapter_uuid === g2);
    expect(place).toMatchObject({
      book_uuid: to.id,
      position: { fraction: 0.5 },
      furthest: { chapter_number: 4, fraction: 0.5 },
    });
    const { result: marks } = await ask('GET', '/user/marks', { as: reader });
    const ofBook = marks.find((row: { book_uuid: string }) => row.book_uuid === to.id).marks;
    expect(ofBook).toMatchObject([
      { first: 1, last: 2, is_read: false },
      { first: 3, last: 3, is_read: true },
    ]);
  });

  it('are refused where they do not fit, and then all of them stay', async () => {
    const [from, to] = [await importBook(['I1', 'I2']), await importBook(['J1', 'J2'])];
    const [i1 = '', i2 = ''] = from.chapterIds;
    const [, j2 = ''] = to.chapterIds;
    const novel = await makeBook(server.db, { kind: 'novel' });
    expect(await move([i1], novel.id)).toMatchObject({ status: 409, code: 'kind_differs' });
    expect(await move([i1], randomUUID())).toMatchObject({ status: 404, code: 'book_not_found' });
    expect(await move([i1, randomUUID()], to.id)).toMatchObject({ status: 404, code: 'chapter_not_found' });
    expect(await move([i1, j2], to.id)).toMatchObject({ status: 400 });
    expect(await move([i1], to.id, i2)).toMatchObject({ status: 400 });
    expect(await move([], to.id)).toMatchObject({ status: 400 });
    await ask('POST', '/studio/chapters/bulk', { body: { chapters: [i2], action: 'unpublish' } });
    await server.db.query('update chapter_editions set first_published_at = null where chapter_id = $1', [i2]);
    const { status, code, body } = await move([i1, i2], to.id, j2);
    expect([status, code]).toEqual([409, 'publish_out_of_order']);
    expect(body.conflicts).toMatchObject([{ chapter_uuid: i2 }, { chapter_uuid: j2 }]);
    expect([await titlesOf(from.id), await titlesOf(to.id)]).toEqual([
      ['I1', 'I2'],
      ['J1', 'J2'],
    ]);
  });
});
