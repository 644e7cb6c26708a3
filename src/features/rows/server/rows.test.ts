import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../catalog/testing/books.ts';

const books: string[] = [];
const server = serverForTests({ addPages: addTestPages });
const editor = forAllTests(() => signInStaff(server, 'editor'));
beforeAll(async () => {
  for (const name of ['One', 'Two', 'Three'])
    books.push((await makeBook(server.db, { titles: { 'en-us': name }, chapters: 2, tags: [`of ${name}`] })).id);
  await server.db.query(`update books set status = 'finished' where id = $1`, [books[1]]);
});
beforeEach(() => server.db.query('delete from site_settings'));

const ask = askerOf(server, editor);
async function put(rows: object[] | null, { hasVersion = true } = {}) {
  const { etag } = await ask('GET', '/site/rows');
  return ask('PUT', '/site/rows', { body: { rows }, etag: hasVersion ? etag : '' });
}
interface Shown {
  kind: string;
  title: string | null;
  books: { book_uuid: string }[] | null;
}
async function shown(language = 'en-us') {
  const answer = await server.ask(`/api/v1/home/rows?language=${language}`);
  const rows: Shown[] = answer.json().data.result;
  return rows.map(({ kind, title, books: has }) => [
    kind,
    title,
    has?.map(({ book_uuid: id }) => books.indexOf(id)) ?? null,
  ]);
}
const headings = (html: string) =>
  [...html.matchAll(/<h2[^>]*>([^<]*)</g)].map((found) => found[1]).filter((words) => words !== 'Books');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('the rows of the home page', () => {
  it('are the recommended books alone, as long as nobody says otherwise', async () => {
    expect((await ask('GET', '/site/rows')).data).toEqual({ result: { rows: [{ kind: 'recommended' }] } });
    const html = (await server.ask('/?lang=en-us')).body;
    expect(headings(html)).toEqual(['Recommended']);
    expect(html).not.toContain('"rows"');
  });

  it('stand in the page in their order, with their titles, and empty ones are not there', async () => {
    const rows = [
      { kind: 'finished' },
      { kind: 'picked', books: [books[2], books[0]], title: { 'en-us': 'Ours', 'zh-cn': '我们的' } },
      { kind: 'tag', tag: 'of Two' },
      { kind: 'tag', tag: 'of nothing' },
      { kind: 'recommended', title: { 'en-us': 'Our best' } },
      { kind: 'continue', title: { 'en-us': 'On with it' } },
    ];
    expect((await put(rows)).result).toEqual({ rows });
    expect(await shown()).toEqual([
      ['finished', null, [1]],
      ['picked', 'Ours', [2, 0]],
      ['tag', null, [1]],
      ['recommended', 'Our best', null],
      ['continue', 'On with it', null],
    ]);
    const html = (await server.ask('/?lang=en-us')).body;
    expect(headings(html)).toEqual(['Finished', 'Ours', 'of Two', 'Our best']);
    expect(html).toContain('href="/search?status=finished&amp;lang=en-us"');
    expect((await server.ask('/?lang=zh-cn')).body).toContain('我们的');
    expect(html).toContain('"rowTitles":{"recommended":"Our best","continue":"On with it"}');
    // Their books are in the markup alone.
    expect(/<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1]).not.toContain('"rows",');
    expect((await put(null)).result).toEqual({ rows: [{ kind: 'recommended' }] });
  });

  it('turn in cached pages at their moments, and are for their languages', async () => {
    await put([
      { kind: 'newest', from: inHours(1), until: inHours(2), title: { 'en-us': 'Soon' } },
      { kind: 'popular', languages: ['zh-cn'] },
    ]);
    const has = async (words: string, language = 'en-us') =>
      (await server.ask(`/?lang=${language}`)).body.includes(words);
    expect(await has('Soon')).toBe(false);
    expect([await has('人气</h2>', 'zh-cn'), await has('Popular</h2>')]).toEqual([true, false]);
    server.pass(3_600_000);
    expect(await has('Soon')).toBe(true);
    server.pass(3_600_000);
    expect(await has('Soon')).toBe(false);
  });

  it.each([
    ['kind', { kind: 'best' }],
    ['tag', { kind: 'tag' }],
    ['tag', { kind: 'newest', tag: 'x' }],
    ['books', { kind: 'picked' }],
    ['books', { kind: 'picked', books: [randomUUID()] }],
    ['title', { kind: 'newest', title: { 'zh-cn': '新' } }],
    ['until', { kind: 'newest', from: inHours(2), until: inHours(1) }],
    ['from', { kind: 'newest', from: 'soon' }],
    ['languages', { kind: 'newest', languages: [] }],
  ])('are refused whole where the %s of one is wrong', async (field, row) => {
    await put([{ kind: 'newest' }]);
    const refused = await put([{ kind: 'updated' }, row], { hasVersion: false });
    expect(refused).toMatchObject({ status: 400, details: [{ path: expect.stringContaining(`rows.1.${field}`) }] });
    expect((await ask('GET', '/site/rows')).result.rows).toEqual([{ kind: 'newest' }]);
  });

  it('are at most twelve', async () => {
    const rows = Array.from({ length: 13 }, () => ({ kind: 'newest' }));
    const tries = [await put(rows), await put(rows.slice(1)), await put(rows.slice(1), { hasVersion: false })];
    expect(tries.map(({ status }) => status)).toEqual([400, 200, 428]);
  });

  it('show titles as text', async () => {
    await put([{ kind: 'newest', title: { 'en-us': '<b>\u202eNew</b>' } }]);
    expect(headings((await server.ask('/?lang=en-us')).body)).toEqual(['&lt;b&gt;New&lt;/b&gt;']);
  });
});
