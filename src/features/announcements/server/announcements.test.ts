import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from '../../../app/testing/users.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { tellInboxes } from './announcements.ts';

const server = serverForTests({ addPages: addTestPages });
const editor = forAllTests(() => signInStaff(server, 'editor'));
const member = forAllTests(() => signIn(server, { expireAt: daysFromNow(30) }));
const user = forAllTests(() => signIn(server));
beforeEach(async () => {
  await server.db.query('delete from announcements');
  await server.db.query('delete from notices');
  await server.db.query('delete from site_settings');
  server.pass(1000);
});

const call = askerOf(server, editor, '/api/v1/studio/announcements');
const announce = (text: string, more: object = {}) => call('POST', '', { body: { text: { 'en-us': text }, ...more } });
const page = async (language = 'en-us') => (await server.ask(`/?lang=${language}`)).body;
async function seenBy({ headers }: SignedInUser): Promise<string[]> {
  server.pass(1000);
  const answer = await server.app.inject({ url: '/api/v1/user/announcements?language=en-us', headers });
  return answer.json().data.result.map(({ text }: { text: string }) => text);
}
async function inboxOf({ headers }: SignedInUser, language = 'en-us') {
  const answer = await server.app.inject({ url: `/api/v1/user/inbox?language=${language}`, headers });
  return answer.json().data.result.map(({ kind, title }: { kind: string; title: string }) => [kind, title]);
}
const tell = (most = 500) => tellInboxes(server.db, { now: () => new Date(Date.now() + 3_600_000), most });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

describe('an announcement', () => {
  it('stands in every page as text with safe links, from its moment to its end', async () => {
    const text = 'Sale\u202e! [Look](/membership) [here](https://example.org/a) [not](javascript:alert(1)) <b>';
    const made = await call('POST', '', { body: { text: { 'en-us': text, 'zh-cn': '打折' } } });
    expect(made).toMatchObject({ status: 201, result: { kind: 'bar', audience: 'all', until: null, told: null } });
    const html = await page();
    expect(html).toMatch(/<p dir="auto">Sale! <a href="\/membership\?lang=en-us">Look<\/a>/);
    expect(html).toContain('<a href="https://example.org/a" rel="noopener">here</a>');
    expect(html).toContain('&lt;b&gt;');
    expect(html).not.toContain('href="javascript');
    expect(html).toContain(`display:var(--bar-${made.result.announcement_id}, flex)`);
    expect(await page('zh-cn')).toContain('<p dir="auto">打折</p>');
    await call('PUT', `/${made.result.announcement_id}`, { body: { until: inHours(100) } });
    server.pass(101 * 3_600_000);
    expect(await page()).not.toContain('Sale!');
    server.pass(-101 * 3_600_000);
  });

  it('is for those whom it is for', async () => {
    await announce('For all');
    await announce('For members', { audience: 'members' });
    await announce('For others', { audience: 'not_members' });
    const html = await page();
    expect([html.includes('For all'), html.includes('For members'), html.includes('For others')]).toEqual([
      ...[true, false, false],
    ]);
    expect(html).toContain('"hasOwnBars":true');
    expect(await seenBy(member)).toEqual(['For all', 'For members']);
    expect(await seenBy(user)).toEqual(['For all', 'For others']);
    const { statusCode } = await server.app.inject('/api/v1/user/announcements');
    expect(statusCode).toBe(401);
  });

  it('is one of three at a time', async () => {
    for (const name of ['One', 'Two', 'Three']) await announce(name, { from: inHours(1), until: inHours(2) });
    expect(await announce('Four', { from: inHours(1.5) })).toMatchObject({ status: 409, code: 'limit_reached' });
    expect((await announce('Later', { from: inHours(2) })).status).toBe(201);
  });

  it('is changed field by field, and taken back', async () => {
    const { result } = await announce('Frist');
    const id = result.announcement_id;
    expect((await call('PUT', `/${id}`, { body: { text: { 'en-us': 'First' } } })).result).toMatchObject({
      text: { 'en-us': 'First' },
    });
    expect(await page()).toContain('First');
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect(await page()).not.toContain('First');
    for (const gone of [id, 'nothing'])
      expect(await call('DELETE', `/${gone}`)).toMatchObject({ status: 404, code: 'announcement_not_found' });
    expect((await call('GET', '')).result).toEqual([]);
  });

  it.each([
    { text: { 'zh-cn': '没有英文' } },
    { text: { 'en-us': '' } },
    { text: { 'en-us': 'x'.repeat(501) } },
    { text: { 'en-us': 'x' }, audience: 'nobody' },
    { text: { 'en-us': 'x' }, from: inHours(2), until: inHours(1) },
    { text: { 'en-us': 'x' }, kind: 'mail' },
  ])('is refused as %j', async (given) => {
    expect((await call('POST', '', { body: given })).status).toBe(400);
  });
});

describe('news in the inbox', () => {
  it('come once to who was here lately, whatever crashes, in the language that is asked', async () => {
    const away = await signIn(server);
    await server.db.query(`update users set created_at = now() - interval '91 days' where id = $1`, [away.id]);
    await server.db.query(`update sessions set last_seen_at = now() - interval '91 days' where user_id = $1`, [
      away.id,
    ]);
    const text = { 'en-us': 'A [new book](/books)', 'zh-cn': '新书' };
    const { result } = await call('POST', '', { body: { text, kind: 'both' } });
    await tell(1);
    await server.db.query('update announcements set told_at = null, told_to = null');
    await tell(2);
    expect(await inboxOf(member)).toEqual([['news', 'A new book']]);
    expect(await inboxOf(user, 'zh-cn')).toEqual([['news', '新书']]);
    const { rows } = await server.db.query('select id from notices where user_id = $1', [away.id]);
    expect(rows).toEqual([]);
    expect((await call('GET', '')).result).toMatchObject([{ announcement_id: result.announcement_id, told: true }]);
  });

  it('are for members, or for the others', async () => {
    await announce('For members', { kind: 'inbox', audience: 'members' });
    await announce('For others', { kind: 'inbox', audience: 'not_members' });
    await tell();
    expect([await inboxOf(member), await inboxOf(user)]).toEqual([[['news', 'For members']], [['news', 'For others']]]);
    expect(await page()).not.toContain('For members');
  });

  it('go with their announcement where they were not read', async () => {
    const { result } = await announce('Wrong', { kind: 'inbox' });
    await tell();
    await server.app.inject({
      ...{ method: 'POST', url: '/api/v1/user/inbox/read', headers: member.headers },
      payload: { all: true },
    });
    await call('DELETE', `/${result.announcement_id}`);
    expect([await inboxOf(member), await inboxOf(user)]).toEqual([[['news', 'Wrong']], []]);
  });

  it('are not told before their moment', async () => {
    await announce('Later', { kind: 'inbox', from: inHours(50) });
    await tell();
    expect(await inboxOf(user)).toEqual([]);
  });
});
