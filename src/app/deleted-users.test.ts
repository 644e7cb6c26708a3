import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deleteDue } from '../features/leaving/server/deletions.ts';
import { createCoupons } from '../features/membership/server/coupons.ts';
import { rewardInvites } from '../features/membership/server/invites.ts';
import { checkLedger } from '../features/membership/server/jobs.ts';
import { reportPayments } from '../features/payments/server/report.ts';
import { shopForTests } from '../features/payments/testing/shop.ts';
import { ownData } from './own-data.ts';
import type { SignedInUser } from './testing/users.ts';

const shop = shopForTests();

const query = (sql: string, values: unknown[]) => shop.server.db.query<{ count: number }>(sql, values);
const call = (user: SignedInUser, method: 'POST' | 'PUT', url: string, payload: object) =>
  shop.server.app.inject({ method, url: `/api/v1${url}`, headers: user.headers, payload });

/** Gives a user every kind of row: places, likes, follows, settings, a coupon, invitations, paid orders. */
async function leaveEveryTrace(user: SignedInUser): Promise<void> {
  const { rows } = await shop.server.db.query<{ book: string; chapter: string }>(
    `with book as (
       insert into books (source_key, kind, original_language) values ($1, 'novel', 'en-us') returning id),
     chapter as (
       insert into chapters (book_id, number, source_key, created_at) select id, 1, 'one', now() from book
       returning id, book_id)
     select book_id as book, id as chapter from chapter`,
    [randomUUID()],
  );
  const { book, chapter } = rows[0] ?? { book: '', chapter: '' };
  const { id } = user;
  await query('insert into chapter_likes values ($1, $2, true, current_date, now())', [id, chapter]);
  await query('insert into follows (user_id, book_id) values ($1, $2)', [id, book]);
  await query("insert into shelf_books values ($1, $2, 'reading', now(), null, null, now())", [id, book]);
  await query("insert into reading_marks values ($1, $2, '{}')", [id, book]);
  await query('insert into reading_places values ($1, $2, $3, 0, 0, null, 1, 0, 0, now())', [id, book, chapter]);
  await query("insert into reader_settings values ($1, 'comic', '{}', now())", [id]);
  await query("insert into feed_tokens (user_id, token_hash) values ($1, decode(md5($2), 'hex'))", [id, id]);
  await query("insert into notices (user_id, kind, event, in_inbox, to_push) values ($1, 'news', 'one', true, true)", [
    id,
  ]);
  await query("insert into notice_settings values ($1, 'news', true, false)", [id]);
  await query(
    `insert into push_endpoints (user_id, session_id, endpoint, p256dh, auth, language, device)
     select $1, id, 'https://push.example/1', '', '', 'en-us', '' from sessions where user_id = $1 limit 1`,
    [id],
  );
  await query("insert into recovery_codes values ($1, '', '', now(), null)", [id]);
  await query(
    `insert into access_tokens (user_id, name, scopes, token_hash, md5_hash, last_four, image_audience, created_at)
     values ($1, '', '{read}', decode(md5($2), 'hex'), decode(md5($2), 'hex'), '', left(md5($2), 22), now())`,
    [id, id],
  );
  await query(
    "insert into imported_members (external_hash, user_id, ends_at, imported_at) values (decode(md5($2), 'hex'), $1, now(), now())",
    [id, id],
  );
  await query("insert into synced_documents values ($1, 'd', '1', 0, '', '', now())", [id]);
  await query("insert into consents (user_id, document, version, language) values ($1, 'terms', 1, 'en-us')", [id]);
  await query("insert into trials values (decode(md5($2), 'hex'), $1, null, now(), now())", [id, id]);
  await query("insert into touches (user_id, order_id, first) values ($1, null, '{}'), ($1, $2, '{}')", [
    id,
    randomUUID(),
  ]);
  const [code] = await createCoupons(shop.server.db, {
    count: 1,
    terms: { gives: { days: 3 }, maxUses: 1, newUsersOnly: false, expiresAt: null },
  });
  expect((await call(user, 'POST', '/user/coupon/redeem', { code })).statusCode).toBe(200);
}

const rowsOf = async (user: SignedInUser) => {
  const owned = [
    'sessions',
    'memberships',
    'chapter_likes',
    'follows',
    'reading_marks',
    'reading_places',
    'shelf_books',
    'reader_settings',
    'feed_tokens',
    'notices',
    'notice_settings',
    'push_endpoints',
    'recovery_codes',
    'access_tokens',
    'imported_members',
    'consents',
    'trials',
    'touches',
    'synced_documents',
  ];
  const counts = await Promise.all(
    owned.map(
      async (table) =>
        (await query(`select count(*) as count from ${table} where user_id = $1`, [user.id])).rows[0]?.count,
    ),
  );
  return Object.fromEntries(owned.map((table, index) => [table, counts[index]]));
};

it('a user who invited, paid, read and liked can be deleted in the database, and the accounts still add up', async () => {
  const inviter = await shop.newUser();
  const user = await shop.newUser();
  const invitee = await shop.newUser();
  await query('update users set invited_by = $2 where id = $1', [user.id, inviter.id]);
  await query('update users set invited_by = $2 where id = $1', [invitee.id, user.id]);
  await leaveEveryTrace(user);
  const kept = await shop.ordered(user);
  await shop.wechat.pay(kept.number);
  const invited = await shop.ordered(invitee);
  await shop.wechat.pay(invited.number);
  const open = await shop.ordered(user);
  const card = shop.stripe.sell({ buyButtonId: 'buy_btn_m', clientReferenceId: user.id });
  await shop.stripe.deliver(card.completed());
  // The first orders are made old enough for both rewards.
  await query('alter table ledger_entries disable trigger user', []);
  await query("update ledger_entries set created_at = created_at - interval '8 days' where user_id = any($1)", [
    [user.id, invitee.id],
  ]);
  await query('alter table ledger_entries enable trigger user', []);
  await rewardInvites(shop.server.db);

  expect((await query('delete from users where id = $1', [user.id])).rowCount).toBe(1);

  expect(Object.values(await rowsOf(user))).toEqual(Array(19).fill(0));
  const { rows } = await shop.server.db.query('select invited_by from users where id = $1', [invitee.id]);
  expect(rows).toEqual([{ invited_by: null }]);
  const orders = await query('select count(*) as count from payment_orders where user_id = $1', [user.id]);
  expect(orders.rows[0]?.count).toBe(3);
  const entries = await query('select count(*) as count from ledger_entries where user_id = $1', [user.id]);
  expect(entries.rows[0]?.count).toBeGreaterThan(2);
  const clean = { paid_not_granted: [], granted_not_paid: [], unattributed: [], in_review: [], unsettled: [] };
  expect(await reportPayments(shop.server.db)).toMatchObject(clean);
  expect(await checkLedger(shop.server.db, { log: { error: () => {} } })).toBe(0);

  // Later events: refunds for the user and for the invited user, and a payment for an order that was open.
  await shop.wechat.refund(kept.number, 1000);
  await shop.wechat.refund(invited.number, 1000);
  await shop.stripe.deliver(card.refund().charge);
  expect(await reportPayments(shop.server.db)).toMatchObject(clean);
  await shop.wechat.pay(open.number);
  const { unattributed, unsettled } = await reportPayments(shop.server.db);
  expect([unattributed.map(({ order_id: id }) => id), unsettled]).toEqual([[open.id], []]);
  expect(Object.values(await rowsOf(user))).toEqual(Array(19).fill(0));
});

it('a user who has left keeps orders, ledger and counted likes under their id; a later payment is unattributed', async () => {
  const user = await shop.newUser();
  const invitee = await shop.newUser();
  await query('update users set invited_by = $2 where id = $1', [invitee.id, user.id]);
  await leaveEveryTrace(user);
  const kept = await shop.ordered(user);
  await shop.wechat.pay(kept.number);
  const open = await shop.ordered(user);
  const invited = await shop.ordered(invitee);
  await shop.wechat.pay(invited.number);
  await query('alter table ledger_entries disable trigger user', []);
  await query("update ledger_entries set created_at = created_at - interval '8 days' where user_id = $1", [invitee.id]);
  await query('alter table ledger_entries enable trigger user', []);

  await query('insert into deletions (user_id, deletes_at) values ($1, now())', [user.id]);
  await deleteDue(shop.server.db, { own: ownData, log: { info: () => {}, warn: () => {} } });
  expect(await rowsOf(user)).toMatchObject({ chapter_likes: 1, memberships: 0, sessions: 0, follows: 0 });
  await rewardInvites(shop.server.db);
  const rewards = await shop.server.db.query('select user_id from ledger_entries where cause like $1', [
    `invite:${invitee.id}:%`,
  ]);
  expect(rewards.rows).toEqual([{ user_id: invitee.id }]);
  expect(await rowsOf(user)).toMatchObject({ memberships: 0 });
  expect(await checkLedger(shop.server.db, { log: { error: () => {} } })).toBe(0);

  await shop.wechat.refund(kept.number, 1000);
  await shop.wechat.pay(open.number);
  const { unattributed } = await reportPayments(shop.server.db);
  expect(unattributed.map(({ order_id: id }) => id)).toContain(open.id);
  expect(await rowsOf(user)).toMatchObject({ memberships: 0 });
});
