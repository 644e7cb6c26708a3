import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { makeBook } from '../testing/books.ts';

const server = serverForTests();

const get = async (path: string) => (await server.ask(`/api/v1/comics/${path}`)).json();
const titled = (title: string, more: object = {}) => ({
  ...more,
  editions: { 'en-us': { title, imageIds: [randomUUID()] } },
});

it('tells what the print calls chapters, in lists, to readers and by seasons, and nobody who is refused', async () => {
  const book = await makeBook(server.db, {
    publicFreeChapters: 3,
    chapters: [
      titled('One', { season: 1, label: '0' }),
      titled('Half', { season: 1, label: '10.5' }),
      titled('Three', { season: 2, printedNumber: '3' }),
      titled('Four', { season: 2, printedNumber: '½' }),
      titled('Five'),
    ],
  });
  const { result } = (await get(`chapters/${book.id}/en-us/asc/0/10`)).data;
  expect(result.chapters.map(({ season, label }: Record<string, unknown>) => [season, label])).toEqual([
    [1, '0'],
    [1, '10.5'],
    [2, null],
    [2, '½'],
    [null, null],
  ]);
  expect(result.seasons).toEqual([
    { season: 1, from: 1, to: 2 },
    { season: 2, from: 3, to: 4 },
  ]);
  const opened = async (number: number) => get(`chapter_comics/${book.chapterIds[number - 1]}/en-us`);
  expect((await opened(2)).data.result).toMatchObject({
    chapter_number: 2,
    season: 1,
    label: '10.5',
    prev_label: '0',
    next_label: null,
  });
  const refused = await opened(4);
  expect(refused.code).toBe('membership_required');
  expect(Object.keys(refused.chapter).filter((name) => /season|label/.test(name))).toEqual([]);
  const plain = await makeBook(server.db);
  expect((await get(`chapters/${plain.id}/en-us/asc/0/10`)).data.result.seasons).toEqual([]);
});

it('finds chapters of a book: by label or number first, then by all words of the title, in its order', async () => {
  const book = await makeBook(server.db, {
    chapters: [
      titled('The 2 lions'),
      titled('Café du Lion', { label: 'Extra' }),
      titled('Lions at sea', { label: '2' }),
      titled('الأسد ١٠'),
      ...Array.from({ length: 60 }, () => titled('Tide')),
    ],
  });
  const find = async (q: string) => {
    const { data } = await get(`chapters/find/${book.id}/en-us?q=${encodeURIComponent(q)}`);
    return data.result.map((chapter: { chapter_number: number }) => chapter.chapter_number);
  };
  expect(await find('2')).toEqual([2, 3, 1]);
  expect(await find('extra')).toEqual([2]);
  expect(await find('cafe LION')).toEqual([2]);
  expect(await find('lions')).toEqual([1, 3]);
  expect(await find('الاسد')).toEqual([4]);
  expect(await find('tide')).toHaveLength(50);
  expect(await find('whale')).toEqual([]);
  expect(await find(` ${'😀'.repeat(100)} `)).toEqual([]);
  for (const q of ['', '?q=', '?q=%20%20', `?q=${'a'.repeat(101)}`])
    expect((await get(`chapters/find/${book.id}/en-us${q}`)).code).toBe('invalid_request');
  expect((await get(`chapters/find/${randomUUID()}/en-us?q=a`)).code).toBe('book_not_found');
});

it('keeps what was set by hand when the book is imported again, and what the files no longer say', async () => {
  const sourceKey = randomUUID();
  const imported = (...chapters: object[]) => makeBook(server.db, { sourceKey, chapters: chapters as [] });
  const editions = { 'en-us': { title: 'One', imageIds: [randomUUID()] } };
  const book = await imported({ editions, season: 1, label: '7' });
  await server.db.query(`update chapters set label = '8', edited = '{label}' where book_id = $1`, [book.id]);
  await imported({ editions, season: 2, label: '9' });
  const first = async () => (await get(`chapters/${book.id}/en-us/asc/0/10`)).data.result.chapters[0];
  expect(await first()).toMatchObject({ season: 2, label: '8' });
  await imported({ editions });
  expect(await first()).toMatchObject({ season: 2, label: '8' });
});
