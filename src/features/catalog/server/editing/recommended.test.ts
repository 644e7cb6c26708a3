import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../testing/books.ts';
import { writeImport } from '../imports.ts';

let books: string[];
const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));
beforeEach(async () => {
  await server.db.query('delete from books');
  books = [];
  for (const name of ['One', 'Two', 'Three'])
    books.push((await makeBook(server.db, { titles: { 'en-us': name, 'fr-fr': name } })).id);
});

const url = '/api/v1/studio/recommended';
async function readList() {
  const answer = await server.app.inject({ url, headers: editor.headers });
  return { etag: String(answer.headers.etag), ...answer.json().data };
}
async function put(items: object[], etag?: string) {
  const version = etag ?? (await readList()).etag;
  return server.app.inject({
    method: 'PUT',
    url,
    headers: { ...editor.headers, 'if-match': version },
    payload: { items },
  });
}
const plain = { original_title: null, cover: null };
const item = (book: string | undefined, limits: object = {}) => ({ book_uuid: book, ...limits });
/** The first books of the carousel, as a visitor gets them five seconds later. */
async function carousel(language = 'en-us', count = 2) {
  server.pass(6000);
  const answer = await server.app.inject(`/api/v1/comics/book/recommendation/list?language=${language}`);
  return answer
    .json()
    .data.result.slice(0, count)
    .map(({ book_uuid: id }: { book_uuid: string }) => books.indexOf(id));
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

inLong('stand first for readers in the order that was made', async () => {
  const answer = await put([item(books[2]), item(books[0])]);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().data).toEqual({
    result: [
      { book_uuid: books[2], languages: null, from: null, until: null, title: 'Three', ...plain },
      { book_uuid: books[0], languages: null, from: null, until: null, title: 'One', ...plain },
    ],
    total: 2,
  });
  expect(await carousel()).toEqual([2, 0]);
  await put([item(books[0]), item(books[2])]);
  expect(await carousel()).toEqual([0, 2]);
});

it('are shown only in their languages and from when until when', async () => {
  await put([
    item(books[2], { languages: ['fr-fr'] }),
    item(books[1], { from: inHours(1) }),
    item(books[0], { from: inHours(-1), until: inHours(1) }),
  ]);
  expect(await carousel('en-us', 1)).toEqual([0]);
  expect(await carousel('fr-fr')).toEqual([2, 0]);
  await put([item(books[1], { until: inHours(-1) }), item(books[2])]);
  expect(await carousel('en-us', 1)).toEqual([2]);
});

it('are all shown, however many', async () => {
  for (let index = 0; index < 18; index += 1) books.push((await makeBook(server.db)).id);
  await put(books.map((id) => item(id)));
  expect(await carousel('en-us', 50)).toEqual(books.map((_, index) => index));
});

it('are in no cache for longer than until the list changes by itself', async () => {
  await put([item(books[0], { until: new Date(Date.now() + 20_000).toISOString() })]);
  server.pass(6000);
  const answer = await server.app.inject('/api/v1/comics/book/recommendation/list?language=es-es');
  expect(answer.headers['cache-control']).not.toContain('stale-while-revalidate=30');
});

inLong('keep their places whatever an import brings, and one that was taken out stays out', async () => {
  const importAll = async () => {
    for (const [index, id] of books.entries()) {
      const { rows } = await server.db.query<{ key: string }>('select source_key as key from books where id = $1', [
        id,
      ]);
      await withTransaction(server.db, (tx) =>
        writeImport(
          tx,
          {
            ...{ sourceKey: rows[0]?.key ?? '', kind: 'comic', likelyLanguage: 'en-us', author: '', chapters: [] },
            ...{ editions: [{ language: 'en-us', title: `Book ${index}` }], recommended: index !== 2 },
          },
          { now: new Date() },
        ),
      );
    }
  };
  await importAll();
  expect((await readList()).result.map(({ book_uuid: id }: { book_uuid: string }) => id).sort()).toEqual(
    [books[0], books[1]].sort(),
  );
  await put([item(books[2]), item(books[1])]);
  await importAll();
  expect((await readList()).result.map(({ book_uuid: id }: { book_uuid: string }) => id)).toEqual([books[2], books[1]]);
  expect(await carousel()).toEqual([2, 1]);
});

it('are refused whole where an item is wrong', async () => {
  await put([item(books[0])]);
  const wrong = [
    [item(randomUUID())],
    [item(books[1]), item(books[1])],
    [item(books[1], { from: inHours(2), until: inHours(1) })],
    [item(books[1], { languages: [] })],
    [item(books[1], { from: 'soon' })],
    Array.from({ length: 51 }, () => item(books[1])),
  ];
  for (const items of wrong) {
    const answer = await put(items);
    expect([answer.statusCode, answer.json().details.length > 0]).toEqual([400, true]);
  }
  expect((await readList()).total).toBe(1);
});

it('tell somebody with an old version how the list stands, and let one of two at once win', async () => {
  const { etag } = await readList();
  const both = await Promise.all([put([item(books[0])], etag), put([item(books[1])], etag)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
  const lost = both.find(({ statusCode }) => statusCode === 412)?.json();
  const { result, etag: now } = await readList();
  expect(lost).toMatchObject({ code: 'edit_conflict', current: result, etag: now, changed_by: editor.username });
  const missing = await server.app.inject({ method: 'PUT', url, headers: editor.headers, payload: { items: [] } });
  expect([missing.statusCode, missing.json().code]).toEqual([428, 'version_missing']);
});

it('write one row of the audit for a change, and none for the same list', async () => {
  await put([item(books[0], { languages: ['en-us'] })]);
  await put([item(books[0], { languages: ['en-us'] })]);
  const { rows } = await server.db.query<{ after: object }>(
    `select after from audit_entries where action = 'recommended.edit' order by at desc limit 2`,
  );
  expect(rows[0]?.after).toEqual({ items: [{ book_uuid: books[0], title: 'One', languages: ['en-us'] }] });
  expect(rows[1]?.after).not.toEqual(rows[0]?.after);
});

it('are told by their titles in the language of who asks, with the original where it differs', async () => {
  const titles = { 'zh-cn': '灯笼鲸', 'fr-fr': 'La Baleine' };
  const { id } = await makeBook(server.db, { titles, originalLanguage: 'zh-cn' });
  const { etag } = await readList();
  await put([item(id), item(books[0])], etag);
  const asked = async (language: string) =>
    (await server.app.inject({ url: `${url}?language=${language}`, headers: editor.headers }))
      .json()
      .data.result.map(({ title, original_title: original }: Record<string, string | null>) => [title, original]);
  expect(await asked('fr-fr')).toEqual([
    ['La Baleine', '灯笼鲸'],
    ['One', null],
  ]);
  expect((await asked('en-us'))[0]).toEqual(['灯笼鲸', null]);
});
