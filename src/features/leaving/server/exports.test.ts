import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { ownData } from '../../../app/own-data.ts';
import { type Answer, serverForTests } from '../../../app/testing/server.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import { makeExports } from './exports.ts';

const password = 'correct horse';

const server = serverForTests();

const nothing: OwnData = { tell: async () => ({}), forget: async () => {} };

interface Reader {
  uuid: string;
  username: string;
  headers: { authorization: string };
}

const post = (path: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api/v1/user/${path}`, payload, headers });
const get = (path: string, { headers }: Reader) => server.app.inject({ url: `/api/v1/user/${path}`, headers });
const outcome = (answer: Answer) => [answer.statusCode, answer.json().code];
const stateOf = async (reader: Reader) => (await get('export', reader)).json().data.result;
const want = (reader: Reader, more = {}) => post('export', { password, ...more }, reader.headers);
const make = () => makeExports(server.db, { own: ownData, siteName: 'Our site' });
/** Moves what was wanted and made back by so much. */
const pass = (time: string) =>
  server.db.query('update exports set requested_at = requested_at - $1::interval, made_at = made_at - $1::interval', [
    time,
  ]);

async function newReader(): Promise<Reader> {
  const username = `u${randomUUID().slice(0, 8)}`;
  await post('register', { username, password });
  const { uuid, jwt_token: token } = (await post('login', { username, password })).json().data;
  return { uuid, username, headers: { authorization: `Token ${token}` } };
}

async function filesOf(zip: Buffer): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const archive = await fromBufferPromise(zip);
  for await (const entry of archive.eachEntry())
    files[entry.fileName] = await text(await archive.openReadStreamPromise(entry));
  return files;
}

/** What a reader does in a book, and what others have to do with it. */
async function leaveTraces(reader: Reader): Promise<{ bookId: string; hiddenId: string; guest: Reader }> {
  const book = await makeBook(server.db, { titles: { 'en-us': 'Rain', 'zh-cn': '雨' }, chapters: [{}, {}] });
  const hidden = await makeBook(server.db, { titles: { 'en-us': 'Nobody sees it' } });
  await setBookHidden(server.db, { bookId: hidden.id, hidden: true });
  const guest = await newReader();
  const { uuid } = reader;
  const run = (sql: string, values: unknown[]) => server.db.query(sql, values);
  await run('update users set invited_by = $1, username = username where id = $2', [uuid, guest.uuid]);
  await run('insert into follows (user_id, book_id) values ($1, $2), ($1, $3), ($4, $2)', [
    ...[uuid, book.id, hidden.id, guest.uuid],
  ]);
  await run("insert into shelf_books values ($1, $2, 'reading', now(), null, null, now())", [uuid, book.id]);
  await run('insert into reading_places values ($1, $2, $3, 2, 0.5, null, 1, 2, 0.5, now())', [
    ...[uuid, book.id, book.chapterIds[0]],
  ]);
  await run(
    'insert into chapter_likes values ($1, $2, true, current_date, now()), ($3, $2, true, current_date, now())',
    [...[uuid, book.chapterIds[0], guest.uuid]],
  );
  await run("insert into synced_documents values ($1, 'd', '7', 0.5, 'Kobo', 'K1', now())", [uuid]);
  await run("insert into reader_settings values ($1, 'comic.fit', '\"width\"', now())", [uuid]);
  await run("insert into notices (user_id, kind, event, in_inbox, to_push) values ($1, 'news', 'one', true, false)", [
    uuid,
  ]);
  await run(
    `insert into ledger_entries (user_id, cause, kind, source, days, reason, made_by, created_at)
     values ($1, $2, 'extend', 'invite', 7, 'a friend of $2', $3, now())`,
    [uuid, `invite:${guest.uuid}:inviter`, guest.uuid],
  );
  await run(
    `insert into payment_orders (provider, reference, user_id, plan, months, amount_minor, currency, state)
     values ('wechat', $1, $2, 'month', 1, 1000, 'CNY', 'closed')`,
    [randomUUID(), uuid],
  );
  return { bookId: book.id, hiddenId: hidden.id, guest };
}

describe('an export', () => {
  it('has all that is kept of its user, in files that say what they are, and nothing of anybody else', async () => {
    const reader = await newReader();
    const { bookId, hiddenId, guest } = await leaveTraces(reader);
    expect(await stateOf(reader)).toEqual({ state: 'none', requested_at: null, expires_at: null, bytes: null });
    expect(outcome(await get('export/file', reader))).toEqual([404, 'not_found']);
    const wanted = await want(reader, { language: 'zh-cn' });
    expect([wanted.statusCode, wanted.json().data.result.state]).toEqual([202, 'making']);
    expect(outcome(await get('export/file', reader))).toEqual([404, 'not_found']);
    await make();

    const ready = await stateOf(reader);
    const file = await get('export/file', reader);
    expect(ready).toMatchObject({ state: 'ready', bytes: file.rawPayload.length });
    expect(Date.parse(ready.expires_at)).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="longstrip-[\d-]+\.zip"$/),
      'cache-control': 'private, no-store',
    });
    const files = await filesOf(file.rawPayload);
    const data = Object.fromEntries(
      Object.entries(files).flatMap(([name, words]) => (name.endsWith('.json') ? [[name, JSON.parse(words)]] : [])),
    );
    expect(data['account.json']).toMatchObject({ uuid: reader.uuid, username: reader.username, invited: 1 });
    expect(data['sessions.json']).toHaveLength(1);
    expect(data['library.json']).toMatchObject({
      places: [{ book_uuid: bookId, position: { index: 2, fraction: 0.5 } }],
      follows: [{ notify: true }, { notify: true }],
      shelf: [{ book_uuid: bookId, state: 'reading' }],
    });
    expect(data['synced.json']).toMatchObject([{ document: 'd', progress: '7', device: 'Kobo' }]);
    expect(data['likes.json']).toHaveLength(1);
    expect(data['settings.json']).toEqual({ 'comic.fit': 'width' });
    expect(data['inbox.json']).toMatchObject({ notices: [{ kind: 'news', read_at: null }], settings: [] });
    expect(data['ledger.json']).toMatchObject([{ source: 'invite', days: 7, counts: true }]);
    expect(data['orders.json']).toMatchObject([{ amount_minor: 1000, currency: 'CNY', state: 'closed' }]);
    expect(data['coupons.json']).toEqual([]);
    expect(data['books.json']).toEqual([{ book_uuid: bookId, title: '雨' }]);
    expect(JSON.stringify(data)).toContain(hiddenId);
    expect(files['README.txt']).toContain('Our site');
    for (const name of Object.keys(data)) expect(files['README.txt']).toContain(`${name}: `);

    const all = Object.values(files).join('\n');
    const { rows } = await server.db.query<{ password_hash: string }>('select password_hash from users where id = $1', [
      reader.uuid,
    ]);
    for (const secret of [guest.uuid, guest.username, 'friend', rows[0]?.password_hash, reader.headers.authorization])
      expect(all).not.toContain(String(secret).replace('Token ', ''));
  });

  it('is made once a day; 50 wishes at once begin one', async () => {
    const reader = await newReader();
    const wishes = await Promise.all(Array.from({ length: 50 }, () => want(reader)));
    expect(new Set(wishes.map(({ statusCode }) => statusCode))).toEqual(new Set([202]));
    expect(new Set(wishes.map((answer) => answer.json().data.result.requested_at)).size).toBe(1);
    await make();
    const again = await want(reader);
    expect(outcome(again)).toEqual([429, 'rate_limited']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(23 * 60 * 60);
    await pass('24 hours');
    expect((await want(reader)).json().data.result.state).toBe('making');
  });

  it('ends after a day, and its bytes go', async () => {
    const reader = await newReader();
    await want(reader);
    await make();
    await pass('23 hours 59 minutes');
    expect((await get('export/file', reader)).statusCode).toBe(200);
    await pass('1 minute');
    expect(await stateOf(reader)).toMatchObject({ state: 'expired', bytes: null });
    expect(outcome(await get('export/file', reader))).toEqual([410, 'export_expired']);
    await make();
    const { rows } = await server.db.query('select file from exports where user_id = $1', [reader.uuid]);
    expect(rows).toEqual([{ file: null }]);
    expect(outcome(await get('export/file', reader))).toEqual([410, 'export_expired']);
  });

  it('is made by the next run where a process died in the middle of it, and once by two', async () => {
    const reader = await newReader();
    await want(reader);
    let begin = () => {};
    let wake = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const rest = new Promise<void>((resolve) => (wake = resolve));
    const frozen: OwnData = {
      ...nothing,
      async tell() {
        begin();
        await rest;
        return { late: 'late' };
      },
    };
    const late = makeExports(server.db, { own: [frozen], siteName: 'Our site' });
    await begun;
    expect((await stateOf(reader)).state).toBe('making');
    await Promise.all([make(), make()]);
    const { rawPayload: file } = await get('export/file', reader);
    wake(); // a process that was only frozen finds it made
    await late;
    expect((await get('export/file', reader)).rawPayload).toEqual(file);
    expect(Object.keys(await filesOf(file))).not.toContain('late.json');
  });

  it('that always fails holds no other up, and is tried again after pauses that grow', async () => {
    const [ill, well] = [await newReader(), await newReader()];
    for (const reader of [ill, well]) await want(reader);
    const failing: OwnData = {
      ...nothing,
      async tell(_, userId) {
        if (userId === ill.uuid) throw new Error('it cannot be told');
        return {};
      },
    };
    const fail = () => makeExports(server.db, { own: [failing], siteName: 'Our site' });
    const failedAgo = (minutes: number) =>
      server.db.query("update exports set failed_at = now() - $2 * interval '1 minute' where user_id = $1", [
        ...[ill.uuid, minutes],
      ]);
    await expect(fail()).rejects.toThrow(ill.uuid);
    expect([(await stateOf(ill)).state, (await stateOf(well)).state]).toEqual(['making', 'ready']);
    for (const pause of [1, 5, 30, 30]) {
      await failedAgo(pause - 0.1);
      await make();
      expect((await stateOf(ill)).state).toBe('making');
      await failedAgo(pause);
      await expect(fail()).rejects.toThrow(ill.uuid);
    }
    await failedAgo(30);
    await make();
    expect((await stateOf(ill)).state).toBe('ready');
  });

  it('wants the password', async () => {
    const reader = await newReader();
    expect(outcome(await want(reader, { password: 'wrong' }))).toEqual([403, 'password_wrong']);
    expect(outcome(await post('export', {}, reader.headers))).toEqual([400, 'invalid_request']);
    expect(await stateOf(reader)).toMatchObject({ state: 'none' });
  });
});
