import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import type { ReaderSetting } from '../contract.ts';

const server = serverForTests();

const url = '/api/v1/user/reader_settings';
const get = ({ headers }: SignedInUser) => server.app.inject({ url, headers });
const put = ({ headers }: SignedInUser, payload: object | string) =>
  server.app.inject({ method: 'PUT', url, headers: { 'content-type': 'application/json', ...headers }, payload });

async function save(user: SignedInUser, items: readonly object[]): Promise<ReaderSetting[]> {
  const answer = await put(user, { items });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  return answer.json().data.result;
}

const settingsOf = async (user: SignedInUser): Promise<ReaderSetting[]> => (await get(user)).json().data.result;

const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number)).toISOString();
const setting = (name: string, value: unknown, at = 1) => ({ name, value, updated_at: minute(at) });

const bookUuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const ofBook = (number: number, value: object, at = 1) => setting(`books.${bookUuid(number)}`, value, at);
const asPages = { layout: 'pages', direction: 'book', isOffset: false };

describe('the settings of a user', () => {
  inLong('come back as they were sent, whatever their values, and no cache keeps them', async () => {
    const user = await signIn(server);
    expect(await settingsOf(user)).toEqual([]);
    const chosen = [
      ofBook(7, { direction: 'rtl', isOffset: true, layout: 'pages' }),
      setting('comic.gapPx', 20),
      setting('comic.pullsNextChapter', false),
      setting('keys', { like: 'x', search: '查', showHelp: '😀' }),
      setting('novel.fontSizePx', null),
      setting('novel.hyphenated', null),
      setting('novel.lineHeight', 1.55),
      setting('novel.theme', 'sepia'),
    ];
    expect(await save(user, chosen)).toEqual(chosen);
    expect(await settingsOf(user)).toEqual(chosen);
    expect((await get(user)).headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Authorization' });
  });

  it("are that user's alone, and are deleted with the user", async () => {
    const [user, stranger] = [await signIn(server), await signIn(server)];
    await save(user, [setting('novel.theme', 'black')]);
    await save(stranger, [setting('novel.theme', 'green', 9)]);
    expect(await settingsOf(user)).toMatchObject([{ value: 'black' }]);
    await server.db.query('delete from users where id = $1', [user.id]);
    const { rowCount } = await server.db.query('select from reader_settings where user_id = $1', [user.id]);
    expect(rowCount).toBe(0);
    expect(await settingsOf(stranger)).toMatchObject([{ value: 'green' }]);
  });

  it('are the last choices, each setting by itself, in whatever order two devices send them', async () => {
    const user = await signIn(server);
    await save(user, [setting('novel.theme', 'dark', 5), setting('novel.font', 'sans', 2)]);
    const late = await save(user, [setting('novel.theme', 'light', 4), setting('novel.font', 'serif', 3)]);
    expect(late).toEqual([setting('novel.font', 'serif', 3), setting('novel.theme', 'dark', 5)]);
    const twice = [setting('comic.gapPx', 3, 8), setting('comic.gapPx', 5, 9), setting('comic.gapPx', 4, 7)];
    expect(await save(user, twice)).toContainEqual(setting('comic.gapPx', 5, 9));
    expect(await save(user, [])).toHaveLength(3);
  });

  it('are never dated in the future, so that another device can still change them', async () => {
    const user = await signIn(server);
    const [kept] = await save(user, [{ name: 'novel.theme', value: 'dark', updated_at: '2199-01-01T00:00:00' }]);
    expect(Math.abs(Date.now() - Date.parse(kept?.updated_at ?? ''))).toBeLessThan(60_000);
  });

  it('are sent only as far as they are still settings', async () => {
    const user = await signIn(server);
    await save(user, [setting('novel.theme', 'dark'), setting('comic.gapPx', 4)]);
    await server.db.query(`update reader_settings set value = '"plaid"' where user_id = $1 and name = 'novel.theme'`, [
      user.id,
    ]);
    await server.db.query(`insert into reader_settings values ($1, 'novel.gone', '1', now())`, [user.id]);
    expect(await settingsOf(user)).toEqual([setting('comic.gapPx', 4)]);
  });

  it('lose nothing when twenty changes arrive at once', async () => {
    const user = await signIn(server);
    const names = ['comic.gapPx', 'comic.imagesAhead'];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const items = names.map((name) => setting(name, 1 + (index % 10), index));
        return save(user, index % 2 ? items : items.toReversed());
      }),
    );
    expect(await settingsOf(user)).toEqual(names.map((name) => setting(name, 10, 19)));
  });

  it('are kept for each book by itself, and for the books that were set last', async () => {
    const user = await signIn(server);
    const books = Array.from({ length: 230 }, (_, at) => ofBook(at, asPages, at));
    for (let from = 0; from < books.length; from += 50) await save(user, books.slice(from, from + 50));
    const strip = ofBook(3, { ...asPages, layout: 'strip' }, 400);
    const kept = await save(user, [setting('novel.theme', 'dark'), strip]);
    expect(kept).toHaveLength(201);
    expect(kept).toContainEqual(strip);
    expect(kept).toContainEqual(ofBook(229, asPages, 229));
    expect(kept).not.toContainEqual(ofBook(30, asPages, 30));
  });

  it.each([
    ['a book without a name', setting('books.', asPages)],
    ['a book that is none', setting('books.mine', asPages)],
    ['a layout that there is not', ofBook(1, { ...asPages, layout: 'heap' })],
    ['half of what a book has', ofBook(1, { layout: 'pages' })],
    ['no list', { items: 'all' }],
    ['nothing', {}],
    ['more than 50', { items: Array.from({ length: 51 }, () => setting('novel.theme', 'dark')) }],
    ['an unknown name', setting('novel.colour', 'red')],
    ['a name of every object', setting('constructor', 'red')],
    ['a number beyond its limits', setting('novel.fontSizePx', 41)],
    ['a number in words', setting('novel.fontSizePx', '24')],
    ['a word that there is not', setting('novel.theme', 'plaid')],
    ['a word of another setting', setting('novel.font', 'dark')],
    ['null where a choice must be made', setting('comic.gapPx', null)],
    ['yes in words', setting('novel.justified', 'yes')],
    ['no value', { name: 'novel.theme', updated_at: minute(1) }],
    ['no time', { name: 'novel.theme', value: 'dark' }],
    ['a time that is none', { ...setting('novel.theme', 'dark'), updated_at: 'now' }],
    ['keys that are no record', setting('keys', ['x'])],
    ['a key that is a novel', setting('keys', { like: 'x'.repeat(60_000) })],
    ['a key that is NUL', setting('keys', { like: '\0' })],
    ['a key that is half a pair', setting('keys', { like: '\ud83d' })],
    ['a use that is no name', setting('keys', { 'like\0': 'x' })],
    [
      'keys without end',
      setting('keys', Object.fromEntries(Array.from({ length: 676 }, (_, i) => [`k${letters(i)}`, 'x']))),
    ],
  ])('refuse %s', async (_, wrong) => {
    const user = await signIn(server);
    const items = [setting('comic.gapPx', 7), wrong];
    const answer = await put(user, 'name' in wrong ? { items } : wrong);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(await settingsOf(user)).toEqual([]);
  });

  it.each([
    ['what is too large', JSON.stringify({ items: [setting('keys', { like: 'x'.repeat(70_000) })] }), 413],
    ['what is no JSON', '{"items":', 400],
    [
      'what would change every object',
      '{"items":[{"name":"keys","value":{"__proto__":{"a":"b"}},"updated_at":"2026-01-01T00:00:00Z"}]}',
      400,
    ],
  ])('refuse %s', async (_, body, status) => {
    const user = await signIn(server);
    expect((await put(user, body)).statusCode).toBe(status);
    expect(await settingsOf(user)).toEqual([]);
  });
});

const letters = (number: number) => String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26));
