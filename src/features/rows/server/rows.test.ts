import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestPages } from '../../../app/testing/pages.ts';
import { startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { makeBook } from '../../catalog/testing/books.ts';

let server: TestServer;
let editor: SignedInUser;
const books: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ addPages: addTestPages });
  editor = await signInStaff(server, 'editor');
  for (const name of ['One', 'Two', 'Three'])
    books.push((await makeBook(server.db, { titles: { 'en-us': name }, chapters: 2, tags: [`of ${name}`] })).id);
  await server.db.query(`update books set status = 'finished' where id = $1`, [books[1]]);
});
beforeEach(() => server.db.query('delete from site_settings'));
afterAll(() => server.stop());

const url = '/api/v1/studio/site/rows';
async function put(rows: object[] | null, { hasVersion = true } = {}) {
  const { headers } = await server.app.inject({ url, headers: editor.headers });
  const given = { ...editor.headers, ...(hasVersion && { 'if-match': headers.etag }) };
  const answer = await server.app.inject({ method: 'PUT', url, headers: given, payload: { rows } });
  const { data, code, details } = answer.json();
  return { status: answer.statusCode, code, details, result: data?.result };
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
    const answer = await server.app.inject({ url, headers: editor.headers });
    expect(answer.json().data).toEqual({ result: { rows: [{ kind: 'recommended' }] } });
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
    expect((await server.app.inject({ url, headers: editor.headers })).json().data.result.rows).toEqual([
      { kind: 'newest' },
    ]);
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
