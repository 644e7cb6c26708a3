import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import type { Notice } from '../contract.ts';
import { noticeKinds } from '../rules.ts';
import { makeNotices } from './notices.ts';
import { ownNotices } from './own-data-queries.ts';
import { deleteBeyondNewest, newestNoticesJob, noticeRetention } from './retention-queries.ts';

const server = serverForTests();

const ask = ({ headers }: SignedInUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.app.inject({ method, url: `/api/v1/user/${path}`, headers, ...(payload ? { payload } : {}) });
const inboxOf = async (user: SignedInUser, query = ''): Promise<{ result: Notice[]; total: number; unread: number }> =>
  (await ask(user, 'GET', `inbox${query}`)).json().data;
const unreadOf = async (user: SignedInUser) => (await ask(user, 'GET', 'inbox/unread')).json().data.result.unread;
const tell = (user: SignedInUser, ...events: string[]) =>
  makeNotices(
    server.db,
    'gift',
    events.map((event) => ({ userId: user.id, event, facts: { step: 'ready' } })),
  );

describe('the inbox', () => {
  it('has what its user was told, newest first, in pages of ten', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    await tell(other, 'theirs');
    for (let event = 1; event <= 12; event += 1) await tell(user, String(event));
    const first = await inboxOf(user);
    expect([first.result.length, first.total, first.unread]).toEqual([10, 12, 12]);
    const { result } = await inboxOf(user, '?page=1&page_size=5');
    expect(result.map(({ id }) => id)).toEqual(first.result.slice(5, 10).map(({ id }) => id));
    const times = first.result.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(first.result[0]).toMatchObject({ kind: 'gift', step: 'ready', read_at: null, href: '/profile' });
    const answer = await ask(user, 'GET', 'inbox');
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('tells nobody the same twice', async () => {
    const user = await signIn(server);
    const made = await Promise.all(Array.from({ length: 8 }, () => tell(user, 'one', 'two')));
    expect(made.flat()).toHaveLength(2);
    expect((await inboxOf(user)).total).toBe(2);
  });

  it('says what is unread, until it is read', async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    await tell(user, 'one', 'two', 'three');
    await tell(other, 'theirs');
    const [read, ...rest] = (await inboxOf(user)).result.map(({ id }) => id);
    const [theirs] = (await inboxOf(other)).result.map(({ id }) => id);
    const mark = async (body: object) => (await ask(user, 'POST', 'inbox/read', body)).json();
    expect((await mark({ ids: [read, theirs, randomUUID()] })).data.result).toEqual({ unread: 2 });
    expect((await inboxOf(user)).result.map(({ read_at }) => read_at !== null)).toEqual([true, false, false]);
    expect((await mark({ ids: rest.slice(0, 1), from: 'the bell' })).data.result).toEqual({ unread: 1 });
    expect((await mark({ all: true, from: 'the bell' })).data.result).toEqual({ unread: 0 });
    expect([await unreadOf(user), await unreadOf(other), rest.length]).toEqual([0, 1, 2]);
    for (const body of [{}, { all: false }, { ids: ['x'] }, { ids: [], all: true }, { ids: Array(101).fill(read) }])
      expect((await mark(body)).code).toBe('invalid_request');
  });

  it("answers another's notice as one that never was", async () => {
    const [user, other] = [await signIn(server), await signIn(server)];
    await tell(other, 'theirs');
    const [theirs] = (await inboxOf(other)).result;
    for (const method of ['GET', 'DELETE'] as const) {
      const [known, unknown] = [
        await ask(user, method, `inbox/${theirs?.id}`),
        await ask(user, method, `inbox/${randomUUID()}`),
      ];
      expect([known.statusCode, known.json().code]).toEqual([404, 'not_found']);
      expect(known.body).toBe(unknown.body);
    }
    expect(await unreadOf(other)).toBe(1);
    expect((await ask(other, 'GET', `inbox/${theirs?.id}`)).json().data.result).toEqual(theirs);
    expect((await ask(other, 'DELETE', `inbox/${theirs?.id}`)).statusCode).toBe(204);
    expect((await ask(other, 'DELETE', `inbox/${theirs?.id}`)).statusCode).toBe(404);
  });

  it('are removed beyond the newest 500 some at a time', async () => {
    const users = [await signIn(server), await signIn(server)];
    for (const user of users) await tell(user, ...Array.from({ length: 505 }, (_, event) => String(event)));
    const ids = users.map(({ id }) => id).sort();
    const counts = async () => {
      const { rows } = await server.db.query<{ count: number }>(
        'select count(*)::int as count from notices where user_id = any($1::uuid[]) group by user_id order by user_id',
        [ids],
      );
      return rows.map(({ count }) => count);
    };
    let reached: { after: string | null; isDone: boolean } = { after: null, isDone: false };
    let steps = 0;
    for (; !reached.isDone && steps < 100; steps += 1) {
      const [before = 0, alsoBefore = 0] = await counts();
      reached = await deleteBeyondNewest(server.db, { after: reached.after, most: { users: 2, notices: 3 } });
      const [left = 0, alsoLeft = 0] = await counts();
      expect(before + alsoBefore - left - alsoLeft).toBeLessThanOrEqual(3);
    }
    expect([reached.isDone, await counts()]).toEqual([true, [500, 500]]);
  });

  it('keeps 90 days, and the newest 500', async () => {
    const user = await signIn(server);
    await tell(user, ...Array.from({ length: 503 }, (_, event) => String(event)));
    const { total, result } = await inboxOf(user, '?page=4&page_size=100');
    expect([total, result.length, await unreadOf(user)]).toEqual([500, 100, 500]);
    const { rows: oldest } = await server.db.query<{ id: string }>(
      'select id from notices where user_id = $1 order by created_at, id limit 4',
      [user.id],
    );
    const answers = await Promise.all(oldest.map(({ id }) => ask(user, 'GET', `inbox/${id}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 200]);
    expect(await ownNotices.tell(server.db, user.id)).toMatchObject({ inbox: { notices: { length: 500 } } });
    const rows = async () => (await server.db.query('select from notices where user_id = $1', [user.id])).rowCount;
    await ask(user, 'PUT', 'notices/settings', { kinds: { gift: { inbox: false } } });
    await tell(user, 'for devices', 'and another');
    await newestNoticesJob.run(server.db, new AbortController().signal);
    expect([await rows(), (await inboxOf(user)).total]).toEqual([502, 500]);
    await server.db.query('delete from notices where user_id = $1 and not in_inbox', [user.id]);
    await server.db.query(
      "update notices set created_at = now() - interval '91 days' where user_id = $1 and event < '3'",
      [user.id],
    );
    const left = (await inboxOf(user)).total;
    expect(left).toBeLessThan(500);
    await removeWhatIsOver(server.db, { retentions: [noticeRetention], now: new Date() });
    expect(await rows()).toBe(left);
  });
});

describe('what a user wants to be told', () => {
  const everywhere = { inbox: true, push: true };
  const kindsOf = async (user: SignedInUser) => (await ask(user, 'GET', 'notices/settings')).json().data.result.kinds;
  const say = (user: SignedInUser, kinds: object) => ask(user, 'PUT', 'notices/settings', { kinds });

  it('is everything at first, and what is not said stays', async () => {
    const user = await signIn(server);
    expect(await kindsOf(user)).toEqual(Object.fromEntries(noticeKinds.map((kind) => [kind, everywhere])));
    const answer = await say(user, { news: { inbox: false }, payment_received: { inbox: true, push: false } });
    expect(answer.json().data.result.kinds).toMatchObject({
      ...{ news: { inbox: false, push: true }, payment_received: { inbox: true, push: false }, gift: everywhere },
    });
    await say(user, { news: { push: false } });
    expect(await kindsOf(user)).toMatchObject({ news: { inbox: false, push: false } });
    await say(user, { news: { inbox: true } });
    expect(await kindsOf(user)).toMatchObject({ news: { inbox: true, push: false } });
  });

  it.each([
    ['an unknown kind', { hearts: everywhere }],
    ['an unknown field', { news: { mail: true } }],
    ['a word', { news: { inbox: 'yes' } }],
    ['payments out of the inbox', { news: { push: false }, payment_refunded: { inbox: false } }],
    ['memberships out of the inbox', { membership_ending: { inbox: false, push: true } }],
  ])('is refused whole with %s', async (_, kinds) => {
    const user = await signIn(server);
    const answer = await say(user, kinds);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_request']);
    expect(await kindsOf(user)).toMatchObject({ news: everywhere });
    expect((await ask(user, 'PUT', 'notices/settings', {})).statusCode).toBe(400);
  });

  it('is not made at all, or for the devices alone', async () => {
    const user = await signIn(server);
    await say(user, { gift: { inbox: false, push: false } });
    expect(await tell(user, 'nowhere')).toEqual([]);
    await say(user, { gift: { push: true } });
    const [id] = await tell(user, 'on devices');
    expect(await inboxOf(user)).toEqual({ result: [], total: 0, unread: 0 });
    expect((await ask(user, 'GET', `inbox/${id}`)).json().data.result).toMatchObject({ id, step: 'ready' });
  });
});
