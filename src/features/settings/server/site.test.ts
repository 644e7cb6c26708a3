import { beforeEach, describe, expect, it } from 'vitest';
import { changeAt } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';

const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(() => server.db.query('delete from site_settings'));

const change = (body: object) => changeAt(server, owner, '/site', body);

describe('the face of the site', () => {
  it('is changed field by field, and null gives the first value back', async () => {
    const changed = await change({ name: { 'en-us': 'Ink\u202e', 'zh-cn': '墨' }, consent: 'both' });
    expect(changed.result).toMatchObject({ name: { 'en-us': 'Ink', 'zh-cn': '墨' }, consent: 'both' });
    server.pass(1000);
    expect((await server.ask('/api/v1/site')).json().data.name).toBe('Ink');
    expect((await change({ name: null })).result).toMatchObject({ name: { 'en-us': 'Longstrip' }, consent: 'both' });
  });

  it('keeps links by language, and tells them to the audit', async () => {
    const links = [
      { title: 'Blog', url: 'https://example.org/blog' },
      { title: { 'en-us': 'Books', 'zh-cn': '书' }, url: '/books' },
    ];
    expect((await change({ links })).result.links).toEqual(links);
    const audit = await server.app.inject({ url: '/api/v1/studio/audit?action=site.face', headers: owner.headers });
    expect(audit.json().data.result[0].after.links[0]).toEqual({ title: 'Blog', address: 'https://example.org/blog' });
  });

  it('refuses an accent that cannot be read, and names one that can', async () => {
    const { status, body } = await change({ accent: '#c8ff2e' });
    expect(status).toBe(400);
    expect((await change({ accent: body.suggestion })).result.accent).toBe(body.suggestion);
  });

  it.each([
    { links: [{ title: 'x', url: 'javascript:alert(1)' }] },
    { links: [{ title: 'x', url: '//evil.example' }] },
    { links: Array.from({ length: 9 }, () => ({ title: 'x', url: '/books' })) },
    { name: { 'de-de': 'x' } },
    { withdrawal_days: 61 },
    { consent: 'always' },
    { other: 1 },
  ])('refuses %j', async (payload) => {
    expect((await change(payload)).status).toBe(400);
  });
});
