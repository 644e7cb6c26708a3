import { describe, expect, it } from 'vitest';
import { ownData } from '../../../app/own-data.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { signIn } from '../../../app/testing/users.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { deleteDue } from '../../leaving/server/deletions.ts';
import { checkLedger } from '../../membership/server/jobs.ts';
import { findMembership } from '../../membership/testing/memberships.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { type MemberLine, readMembers } from '../member-lines.ts';
import type { MemberRow } from '../studio-contract.ts';
import { importMembers } from './members.ts';

const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));

const url = '/api/v1/studio/members/import';
async function post(body: object, as = owner) {
  const answer = await server.app.inject({ method: 'POST', url, headers: as.headers, payload: body });
  const { data, code } = answer.json();
  const rows: MemberRow[] = data?.result.rows ?? [];
  return { status: answer.statusCode, code, rows, results: rows.map(({ result }) => result) };
}
const table = (...lines: string[]) => ['external_id,username,email,expires_at,days,note', ...lines].join('\n');
const call = (path: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload });
const idOf = async (name: string) =>
  (await server.db.query<{ id: string }>('select id from users where username = $1', [name])).rows[0]?.id ?? '';
const endOf = async (name: string) => (await findMembership(server.db, await idOf(name)))?.expireAt?.toISOString();

describe('the members of another site', () => {
  it('get accounts with a link for their password, which holds for 60 days', async () => {
    const { status, rows } = await post({ text: table('w-1,Winifred,w@x.org,2030-01-31,,=hello') });
    expect([status, rows]).toMatchObject([
      200,
      [
        {
          line: 2,
          external_id: 'w-1',
          username: 'Winifred',
          result: 'created',
          expires_at: '2030-01-31T23:59:59.999Z',
        },
      ],
    ]);
    expect(await endOf('Winifred')).toBe('2030-01-31T23:59:59.999Z');
    const [, code = ''] = /^http:\/\/localhost:3000\/reset-password\/(.+)$/.exec(rows[0]?.link ?? '') ?? [];
    const { rows: links } = await server.db.query<{ days: number }>(
      'select extract(days from expires_at - now())::int as days from password_links where user_id = $1',
      [await idOf('Winifred')],
    );
    expect(links).toEqual([{ days: 59 }]);
    expect((await call('/user/reset_password', { code, new_password: 'correct horse' })).statusCode).toBe(200);
    expect((await call('/user/login', { username: 'winifred', password: 'correct horse' })).statusCode).toBe(200);
    const person = await server.app.inject({
      url: `/api/v1/studio/users/${await idOf('Winifred')}`,
      headers: owner.headers,
    });
    expect(person.body).toContain('=hello');
    const ledger = await server.app.inject({
      ...{ url: `/api/v1/studio/users/${await idOf('Winifred')}/ledger`, headers: owner.headers },
    });
    expect(ledger.json().data.result).toMatchObject([{ kind: 'set', source: 'import', counts: true }]);
  });

  inLong('get a code where they have no name, that gives exactly the time they had', async () => {
    const { rows } = await post({ text: table('c-1,,c@x.org,2031-05-01T12:00:00Z,,', 'c-2,,,2031-05-01T12:00:00Z,,') });
    const [one, two] = rows.map(({ coupon }) => coupon ?? '');
    expect(one).toMatch(/^(\w{4}-){3}\w{4}$/);
    const user = await signIn(server);
    const redeemed = await call('/user/coupon/redeem', { code: one }, user.headers);
    expect(redeemed.json().data.result.expire_at).toBe('2031-05-01T12:00:00.000Z');
    const member = await signIn(server, { expireAt: new Date('2029-01-01T00:00:00Z') });
    const added = await call('/user/coupon/redeem', { code: two }, member.headers);
    const left = Date.parse('2031-05-01T12:00:00Z') - Date.now();
    expect(Date.parse(added.json().data.result.expire_at) - Date.parse('2029-01-01')).toBeGreaterThan(left - 60_000);
    const moved = await post({ text: table('c-1,,,2031-04-01T12:00:00Z,,') });
    expect(moved.results).toEqual(['updated']);
    expect((await findMembership(server.db, user.id))?.expireAt?.toISOString()).toBe('2031-04-01T12:00:00.000Z');
  });

  it('are known again: the same file changes nothing, another end sets it, and no link is told twice', async () => {
    const text = table('k-1,Kasimir,,,30,', 'k-2,,,,30,');
    expect((await post({ text })).results).toEqual(['created', 'coupon']);
    const end = await endOf('Kasimir');
    const again = await post({ text });
    expect(again.results).toEqual(['unchanged', 'unchanged']);
    expect(again.rows.map(({ link, coupon }) => link ?? coupon)).toEqual([null, null]);
    expect(await endOf('Kasimir')).toBe(end);
    expect((await post({ text: table('k-1,Kasimir,,2027-01-01,,') })).results).toEqual(['updated']);
    expect(await endOf('Kasimir')).toBe('2027-01-01T23:59:59.999Z');
    expect((await post({ text: table('k-1,Kasimir,,2026-12-01,,', 'k-1,,,2026-12-02,,') })).results).toEqual([
      'updated',
      'updated',
    ]);
    expect(await endOf('Kasimir')).toBe('2026-12-02T23:59:59.999Z');
    expect(await checkLedger(server.db, { log: { error: () => {} } })).toBe(0);
  });

  inLong(
    'come in although other lines are wrong, which are named, and a dry run says the same of each line',
    async () => {
      await signIn(server, { username: 'Takenname' });
      const lines = [
        'e-1,Takenname,,,5,',
        'e-2,x,,,5,',
        'e-3,Ernestine,,,,',
        'e-4,Ernestine,,,5,',
        'e-5,ernestine,,,5,',
        'e-4,,,,5,',
        ',,,,5,',
      ];
      const expected = ['error', 'error', 'error', 'created', 'error', 'unchanged', 'error'];
      const tried = await post({ text: table(...lines), dry_run: true });
      expect(tried.results).toEqual(expected);
      expect(tried.rows.some(({ link, coupon }) => link ?? coupon)).toBe(false);
      expect(await idOf('Ernestine')).toBe('');
      const done = await post({ text: table(...lines) });
      expect(done.results).toEqual(expected);
      expect(done.rows.map(({ error }) => error)).toEqual(tried.rows.map(({ error }) => error));
    },
  );

  inLong('are made once by two imports of one file at once', async () => {
    const text = table(...Array.from({ length: 20 }, (_, n) => (n % 2 ? `r-${n},Racer${n},,,30,` : `r-${n},,,,30,`)));
    const both = await Promise.all([post({ text }), post({ text })]);
    const pairs = both[0].results.map((result, n) => [result, both[1].results[n]].sort());
    expect(pairs).toEqual(pairs.map((_, n) => (n % 2 ? ['created', 'unchanged'] : ['coupon', 'unchanged'])));
    const { rows } = await server.db.query(
      "select count(*)::int as count from ledger_entries where source = 'import' and user_id in (select id from users where username like 'Racer%')",
    );
    expect(rows).toEqual([{ count: 10 }]);
  });

  inLong('go on where an import was killed between two lines, and nothing of the line under way is left', async () => {
    const lines = readMembers(table(...Array.from({ length: 4 }, (_, n) => `b-${n},Broken${n},,,30,`))) as MemberLine[];
    const { db, config } = server;
    const run = { db, publicUrl: config.publicUrl, by: commandLine };
    for await (const row of importMembers(run, lines)) if (row.line === 3) break;
    await server.db.query('alter table password_links add constraint broken check (user_id is null) not valid');
    await expect(importMembers(run, lines.slice(2)).next()).rejects.toThrow(/broken/);
    await server.db.query('alter table password_links drop constraint broken');
    expect(await idOf('Broken2')).toBe('');
    const results: string[] = [];
    for await (const { result } of importMembers(run, lines)) results.push(result);
    expect(results).toEqual(['unchanged', 'unchanged', 'created', 'created']);
  });

  inLong('stay away once they have deleted the account', async () => {
    await post({ text: table('d-1,Deleted1,,,30,') });
    const id = await idOf('Deleted1');
    const told = await Promise.all(ownData.map((each) => each.tell(server.db, id)));
    expect(JSON.stringify(told)).toContain('"imported":[{');
    await server.db.query("insert into deletions (user_id, deletes_at) values ($1, now() - interval '1 day')", [id]);
    await deleteDue(server.db, { own: ownData, log: { info: () => {}, warn: () => {} } });
    expect((await post({ text: table('d-1,Deleted1,,,30,') })).results).toEqual(['left_out']);
  });

  inLong('are the business of owners with a fresh password, in tables that are ones', async () => {
    for (const role of ['editor', 'support'] as const)
      expect((await post({ text: table() }, await signInStaff(server, role))).code).toBe('forbidden');
    const asleep = await signInStaff(server, 'owner', { confirmedSecondsAgo: 3600 });
    expect((await post({ text: table() }, asleep)).code).toBe('password_needed');
    expect((await post({ text: 'name,email\nx,y' })).code).toBe('invalid_request');
    expect((await post({})).code).toBe('invalid_request');
    expect((await post({ text: table(...Array.from({ length: 10_001 }, (_, n) => `${n},,,,5,`)) })).code).toBe(
      'limit_reached',
    );
    expect((await post({ text: table() })).rows).toEqual([]);
  });

  inLong("come by the thousand from Ghost's export with a column of ends", async () => {
    const head =
      'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers,expires_at';
    const line = (n: number) => `g${n},"g${n}@x.org","G, ${n}",,true,false,,2024-01-01T00:00:00.000Z,,,,2030-01-31`;
    const text = [head, ...Array.from({ length: 1000 }, (_, n) => line(n))].join('\r\n');
    const { rows } = await post({ text });
    expect(new Set(rows.map(({ coupon }) => coupon)).size).toBe(1000);
    expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['coupon']));
    expect(new Set((await post({ text })).results)).toEqual(new Set(['unchanged']));
  });
});
