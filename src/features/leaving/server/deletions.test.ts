import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ownData } from '../../../app/own-data.ts';
import { type Answer, serverForTests } from '../../../app/testing/server.ts';
import type { OwnData } from '../../../server/database/own-data.ts';
import { deleteDue } from './deletions.ts';

const password = 'correct horse';

const server = serverForTests();

interface Reader {
  uuid: string;
  username: string;
  headers: { authorization: string };
}

const run = (sql: string, values: unknown[] = []) => server.db.query<Record<string, unknown>>(sql, values);
const post = (path: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api/v1/user/${path}`, payload, headers });
const ask = (method: 'GET' | 'DELETE', path: string, { headers }: Pick<Reader, 'headers'>) =>
  server.app.inject({ method, url: `/api/v1/user/${path}`, headers });
const outcome = (answer: Answer) => [answer.statusCode, answer.json().code];
const logIn = (username: string) => post('login', { username, password });
const want = (reader: Reader, given: object = { password }) => post('deletion', given, reader.headers);
const deletionOf = async (reader: Reader) => (await ask('GET', 'deletion', reader)).json().data.result;
const deleteAll = (own: readonly OwnData[] = ownData) =>
  deleteDue(server.db, { own, log: { info: () => {}, warn: () => {} } });
/** Lets the days until a deletion pass, by the database's clock. */
const pass = (uuid: string) => run('update deletions set deletes_at = now() where user_id = $1', [uuid]);

async function newReader(username = `u${randomUUID().slice(0, 8)}`, more = {}): Promise<Reader> {
  await post('register', { username, password, ...more });
  const { uuid, jwt_token: token } = (await logIn(username)).json().data;
  return { uuid, username, headers: { authorization: `Token ${token}` } };
}

async function leave(reader: Reader): Promise<void> {
  await want(reader);
  await pass(reader.uuid);
  await deleteAll();
}

describe('a deletion', () => {
  it('comes in 14 days, ends all other sessions and tokens, and can be taken back after a new login', async () => {
    const reader = await newReader();
    const other = { headers: { authorization: `Token ${(await logIn(reader.username)).json().data.jwt_token}` } };
    const given = { name: 'App', scopes: ['read'], password };
    const { token } = (await post('tokens', given, reader.headers)).json().data.result;
    expect(await deletionOf(reader)).toBeNull();
    const wanted = await want(reader);
    const { deletes_at: deletesAt } = wanted.json().data.result;
    expect(wanted.statusCode).toBe(200);
    expect(Math.abs(Date.parse(deletesAt) - Date.now() - 14 * 24 * 60 * 60 * 1000)).toBeLessThan(60_000);
    expect((await ask('GET', 'sessions', other)).statusCode).toBe(401);
    expect((await ask('GET', 'progress', { headers: { authorization: `Token ${token}` } })).statusCode).toBe(401);
    expect(await deletionOf(reader)).toEqual({ deletes_at: deletesAt });

    await run("update deletions set deletes_at = deletes_at - interval '1 day' where user_id = $1", [reader.uuid]);
    const again = (await want(reader)).json().data.result.deletes_at;
    expect(Date.parse(deletesAt) - Date.parse(again)).toBe(24 * 60 * 60 * 1000); // the first day stays
    await deleteAll();
    const back = await newReader(reader.username);
    expect(back.uuid).toBe(reader.uuid);
    expect((await ask('DELETE', 'deletion', back)).statusCode).toBe(204);
    expect((await ask('DELETE', 'deletion', back)).statusCode).toBe(204);
    await pass(reader.uuid);
    await deleteAll();
    expect((await logIn(reader.username)).statusCode).toBe(200);
  });

  it('wants the password', async () => {
    const reader = await newReader();
    expect(outcome(await want(reader, {}))).toEqual([400, 'invalid_request']);
    expect(outcome(await want(reader, { password: 'wrong' }))).toEqual([403, 'password_wrong']);
    expect(await deletionOf(reader)).toBeNull();
  });

  it('is refused to the last owner, also when they have become that meanwhile', async () => {
    const [one, two] = [await newReader(), await newReader()];
    for (const { uuid } of [one, two]) await run("insert into staff (user_id, role) values ($1, 'owner')", [uuid]);
    expect((await want(one)).statusCode).toBe(200);
    await run('delete from staff where user_id = $1', [two.uuid]);
    expect(outcome(await want(one))).toEqual([409, 'last_owner']);
    await pass(one.uuid);
    await deleteAll();
    expect((await logIn(one.username)).statusCode).toBe(200);
    await run('delete from staff');
    await deleteAll();
    expect((await logIn(one.username)).statusCode).toBe(401);
  });

  it('frees the name, for somebody who finds nothing of the one before', async () => {
    const reader = await newReader();
    await run('insert into follows (user_id, book_id) values ($1, $2)', [reader.uuid, randomUUID()]);
    await want(reader);
    await run("update users set banned_at = now(), ban_reason = 'spam', banned_by = id where id = $1", [reader.uuid]);
    await pass(reader.uuid);
    await deleteAll();
    expect((await ask('GET', 'sessions', reader)).statusCode).toBe(401);
    expect((await logIn(reader.username)).statusCode).toBe(401);
    const next = await newReader(reader.username);
    expect(next.uuid).not.toBe(reader.uuid);
    expect((await ask('GET', 'follows', next)).json().data.result).toEqual([]);
    const { rows } = await run(
      `select username, username_key, password_hash, invite_code, banned_at, ban_reason, banned_by
       from users where id = $1`,
      [reader.uuid],
    );
    expect(new Set(Object.values(rows[0] ?? { none: 'none' }))).toEqual(new Set([null]));
  });

  it('leaves those who were invited as they are, and the code invites nobody any more', async () => {
    const reader = await newReader();
    const code = (await ask('GET', 'invite_code', reader)).json().data.result;
    const guest = await newReader(undefined, { invite_code: code });
    await leave(reader);
    expect((await logIn(guest.username)).statusCode).toBe(200);
    const { rows } = await run('select invited_by from users where id = $1', [guest.uuid]);
    expect(rows).toEqual([{ invited_by: reader.uuid }]);
    const late = await post('register', { username: `u${randomUUID().slice(0, 8)}`, password, invite_code: code });
    expect(outcome(late)).toEqual([422, 'invite_code_invalid']);
  });

  it('is whole or not at all where its process dies in the middle, and the next run does it', async () => {
    const reader = await newReader();
    await run('insert into follows (user_id, book_id) values ($1, $2)', [reader.uuid, randomUUID()]);
    await want(reader);
    await pass(reader.uuid);
    const dies: OwnData = {
      tell: async () => ({}),
      forget: async (tx) => void (await tx.query('select pg_terminate_backend(pg_backend_pid())')),
    };
    await expect(deleteAll([...ownData, dies])).rejects.toThrow(reader.uuid);
    expect((await run('select from follows where user_id = $1', [reader.uuid])).rowCount).toBe(1);
    expect((await logIn(reader.username)).statusCode).toBe(200);
    await deleteAll();
    expect((await run('select from follows where user_id = $1', [reader.uuid])).rowCount).toBe(0);
    expect((await logIn(reader.username)).statusCode).toBe(401);
  });

  it('is done once by two processes, and one that always fails holds no other up', async () => {
    const [ill, well] = [await newReader(), await newReader()];
    for (const reader of [ill, well]) {
      await want(reader);
      await pass(reader.uuid);
    }
    const forgotten: string[] = [];
    const part: OwnData = {
      tell: async () => ({}),
      async forget(_, userId) {
        forgotten.push(userId);
        if (userId === ill.uuid) throw new Error('it stays');
      },
    };
    const runs = await Promise.allSettled([deleteAll([...ownData, part]), deleteAll([...ownData, part])]);
    expect(runs.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(forgotten.filter((userId) => userId === well.uuid)).toHaveLength(1);
    expect((await logIn(ill.username)).statusCode).toBe(200);
    expect((await logIn(well.username)).statusCode).toBe(401);
    await deleteAll();
  });

  it('removes a moment later what a request under way has still written', async () => {
    const reader = await newReader();
    await leave(reader);
    await run('insert into follows (user_id, book_id) values ($1, $2)', [reader.uuid, randomUUID()]);
    await run("update deletions set gone_at = gone_at - interval '5 minutes'");
    await deleteAll();
    expect((await run('select from follows where user_id = $1', [reader.uuid])).rowCount).toBe(0);
    expect((await run('select from deletions where user_id = $1', [reader.uuid])).rowCount).toBe(0);
  });
});

/** What a deletion does to each column that names a user. Whoever adds one decides here, and in the feature's own data. */
const decisions: Record<string, 'goes' | 'stays'> = {
  'access_tokens.user_id': 'goes',
  'consents.user_id': 'goes',
  'deletions.user_id': 'goes',
  'exports.user_id': 'goes',
  'feed_tokens.user_id': 'goes',
  'follows.user_id': 'goes',
  'imported_members.user_id': 'goes', // a hash of their id elsewhere stays
  'known_addresses.user_id': 'goes',
  'memberships.user_id': 'goes',
  'notice_settings.user_id': 'goes',
  'notices.user_id': 'goes',
  'passkey_challenges.user_id': 'goes',
  'passkeys.user_id': 'goes',
  'password_links.user_id': 'goes',
  'push_endpoints.user_id': 'goes', // with its session
  'reader_settings.user_id': 'goes',
  'reading_marks.user_id': 'goes',
  'reading_places.user_id': 'goes',
  'recovery_codes.user_id': 'goes',
  'sessions.user_id': 'goes',
  'shelf_books.user_id': 'goes',
  'staff.user_id': 'goes',
  'studio_requests.user_id': 'goes',
  'synced_documents.user_id': 'goes',
  'touches.user_id': 'goes', // that of an order stays without the user
  'trials.user_id': 'goes', // the hash of their name stays for a year
  'user_notes.user_id': 'goes',
  // Likes stay counted, the books must add up, and who was invited stays.
  'chapter_likes.user_id': 'stays',
  'coupon_redemptions.user_id': 'stays',
  'invite_rewards.invitee_id': 'stays',
  'invite_rewards.inviter_id': 'stays',
  'ledger_entries.user_id': 'stays',
  'payment_orders.user_id': 'stays',
  'users.invited_by': 'stays',
  // Work on the site.
  'audit_entries.user_id': 'stays',
  'batches.user_id': 'stays',
  'book_presence.user_id': 'stays',
  'coupons.created_by': 'stays',
  'hook_connections.held_by': 'stays', // a process
  'ledger_entries.made_by': 'stays',
  'text_drafts.user_id': 'stays',
  'text_versions.user_id': 'stays',
  'uploads.user_id': 'stays',
  'user_notes.written_by': 'stays',
  'users.banned_by': 'stays',
};

describe('every column that names a user', () => {
  it('has a decision about what a deletion does to it, and what shall go is gone', async () => {
    const { rows } = await run(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
       join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name = 'uuid'
         and (c.column_name in ('user_id', 'inviter_id', 'invitee_id') or c.column_name like '%\\_by')
         and c.column_name not like 'superseded%'
       union
       select conrelid::regclass || '.' || attname from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = any(conkey)
       where contype = 'f' and confrelid = 'users'::regclass`,
    );
    const columns = rows.map(({ name }) => String(name));
    expect(columns.filter((column) => !(column in decisions))).toEqual([]);

    const reader = await newReader();
    const { uuid } = reader;
    const thing = randomUUID();
    await run("insert into memberships values ($1, now() + interval '1 day')", [uuid]);
    await run('insert into passkey_challenges values ($1, $2, now())', [thing, uuid]);
    await run("insert into passkeys (user_id, credential_id, public_key, counter, name) values ($1, $2, '', 0, 'x')", [
      ...[uuid, thing],
    ]);
    await run("insert into recovery_codes values ($1, '', '', now(), null)", [uuid]);
    await run("insert into password_links values ($1, '', now())", [uuid]);
    await run("insert into exports values ($1, 'en-us', now(), now(), 'file')", [uuid]);
    await run("insert into feed_tokens (user_id, token_hash) values ($1, '')", [uuid]);
    await run('insert into follows (user_id, book_id) values ($1, $2)', [uuid, thing]);
    await run("insert into shelf_books values ($1, $2, 'reading', now(), null, null, now())", [uuid, thing]);
    await run("insert into reading_marks values ($1, $2, '{}')", [uuid, thing]);
    await run('insert into reading_places values ($1, $2, $2, 0, 0, null, 1, 0, 0, now())', [uuid, thing]);
    await run("insert into synced_documents values ($1, 'd', '1', 0, '', '', now())", [uuid]);
    await run("insert into reader_settings values ($1, 'comic.fit', '1', now())", [uuid]);
    await run("insert into notices (user_id, kind, event, in_inbox, to_push) values ($1, 'news', '1', true, true)", [
      uuid,
    ]);
    await run("insert into notice_settings values ($1, 'news', true, true)", [uuid]);
    await run(
      `insert into push_endpoints (user_id, session_id, endpoint, p256dh, auth, language, device)
       select $1, id, $2, '', '', 'en-us', '' from sessions where user_id = $1`,
      [uuid, thing],
    );
    await run("insert into staff (user_id, role) values ($1, 'support')", [uuid]);
    await run("insert into user_notes (user_id, note) values ($1, 'a note')", [uuid]);
    await leave(reader);
    await run("update deletions set gone_at = gone_at - interval '5 minutes'");
    await deleteAll();
    for (const column of columns) {
      const decision = decisions[column];
      const [table = '', name = ''] = column.split('.');
      if (decision === 'goes')
        expect([column, (await run(`select from ${table} where ${name} = $1`, [uuid])).rowCount]).toEqual([column, 0]);
    }
  });
});
