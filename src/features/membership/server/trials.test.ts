import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { trialRetention } from './trial-queries.ts';

const server = serverForTests();
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(async () => {
  await server.db.query('delete from trials');
  await server.db.query('delete from trial_campaigns');
  await server.db.query('update trial_terms set days = 0, open = false');
});

const ask = askerOf(server, owner);
const read = (as = owner) => ask('GET', '/trial', { as });
async function change(body: object, etag?: string) {
  return ask('PUT', '/trial', { body, etag: etag ?? (await read()).etag });
}

let count = 0;
async function register(more: object = {}) {
  count += 1;
  const payload = { username: `newcomer${count}`, password: 'secret1234', ...more };
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/register', payload });
  return { status: answer.statusCode, ...answer.json().data?.result };
}
const ahead = (days = 10) => new Date(Date.now() + days * 86_400_000).toISOString();
const campaign = (word: string, more: object = {}) => ({ word, until: ahead(), count: 5, ...more });
const offered = async () => (await server.ask('/api/v1/comics/membership/en-us')).json().data.result.trial_days;

describe('a trial', () => {
  inLong('is given to nobody by default, and its field is absent', async () => {
    expect(await register({ campaign: 'spring' })).not.toHaveProperty('trial');
  });

  it('is given to anyone once it is open, and stands in the ledger', async () => {
    await change({ trial_days: 7, open: true });
    const { uuid, trial } = await register();
    expect(trial).toMatchObject({ days: 7 });
    const ledger = await server.app.inject({ url: `/api/v1/studio/users/${uuid}/ledger`, headers: owner.headers });
    expect(ledger.json().data.result).toMatchObject([{ source: 'trial', days: 7, cause: `trial:${uuid}` }]);
  });

  inLong('is given by the word of a campaign in any case, as often as it may be and until it ends', async () => {
    await change({
      trial_days: 3,
      campaigns: [campaign('spring', { count: 2 }), campaign('old', { until: ahead(-1) })],
    });
    expect((await register()).trial).toBe(undefined);
    for (const word of ['nothing', 'old', 7, null, ['spring']])
      expect(await register({ campaign: word })).toMatchObject({ status: 200 });
    expect((await register({ campaign: ' SPRING ' })).trial).toMatchObject({ days: 3 });
    expect((await register({ campaign: 'spring' })).trial).toMatchObject({ days: 3 });
    expect((await register({ campaign: 'spring' })).trial).toBe(undefined);
    expect((await read()).result.campaigns).toMatchObject([
      { word: 'spring', used: 2 },
      { word: 'old', used: 0 },
    ]);
  });

  it('is given exactly as often as a campaign may be used when many come at once', async () => {
    await change({ trial_days: 3, campaigns: [campaign('rush', { count: 3 })] });
    const all = await Promise.all(Array.from({ length: 8 }, () => register({ campaign: 'rush' })));
    expect(all.filter(({ trial }) => trial)).toHaveLength(3);
  });

  it('is given to who comes by an invitation', async () => {
    await change({ trial_days: 5 });
    const code = await server.app.inject({ url: '/api/v1/user/invite_code', headers: owner.headers });
    expect((await register({ invite_code: code.json().data.result })).trial).toMatchObject({ days: 5 });
  });

  it('is given once a name, also when its account was deleted within a year', async () => {
    await change({ trial_days: 7, open: true });
    const { uuid } = await register({ username: 'Twice' });
    await server.db.query('update trials set user_id = null, kept_since = now() where user_id = $1', [uuid]);
    await server.db.query('delete from users where id = $1', [uuid]);
    const again = await register({ username: 'twice' });
    expect(again).toMatchObject({ status: 200 });
    expect(again.trial).toBe(undefined);
    const overAfter = (days: number) => trialRetention.count(server.db, new Date(Date.now() + days * 86_400_000));
    expect([await overAfter(364), await overAfter(366)]).toEqual([0, 1]);
  });

  it('is told on the membership page while it is open or a campaign runs', async () => {
    expect(await offered()).toBe(null);
    await change({ trial_days: 7 });
    server.pass(10_000);
    expect(await offered()).toBe(null);
    await change({ campaigns: [campaign('spring', { count: 1 })] });
    server.pass(10_000);
    expect(await offered()).toBe(7);
    await register({ campaign: 'spring' });
    server.pass(10_000);
    expect(await offered()).toBe(null);
    await change({ open: true });
    server.pass(10_000);
    expect(await offered()).toBe(7);
  });

  inLong('wants the attention of owners from twenty in a day on', async () => {
    await change({ trial_days: 1, open: true });
    const needs = async () =>
      (await server.app.inject({ url: '/api/v1/studio/today', headers: owner.headers })).json().data.result;
    for (let made = 0; made < 19; made += 1) await register();
    expect(await needs()).not.toContainEqual(expect.objectContaining({ kind: 'trials' }));
    await register();
    expect(await needs()).toContainEqual({ kind: 'trials', count: 20, page: '/studio/settings/trial' });
  });
});

describe('the terms of trials', () => {
  it('are the business of owners alone', async () => {
    for (const role of ['editor', 'support'] as const)
      expect((await read(await signInStaff(server, role))).status).toBe(403);
  });

  it('are changed by the version that was seen, which no registration makes old', async () => {
    await change({ trial_days: 3, campaigns: [campaign('spring')] });
    const { etag } = await read();
    await register({ campaign: 'spring' });
    const changed = await change({ open: true }, etag);
    expect(changed).toMatchObject({ status: 200, result: { open: true, campaigns: [{ word: 'spring', used: 1 }] } });
    expect(await change({ open: false }, etag)).toMatchObject({ status: 412, body: { changed_by: owner.username } });
    expect((await ask('PUT', '/trial', { body: { open: false } })).code).toBe('version_missing');
  });

  it('have the ends of campaigns on the clocks of the site where no offset is said', async () => {
    await server.db.query(`insert into site_settings (key, value) values ('time_zone', '"Asia/Shanghai"')`);
    server.pass(1000);
    const { result } = await change({ campaigns: [campaign('spring', { until: '2090-01-31T08:00' })] });
    expect(result.campaigns).toMatchObject([{ until: '2090-01-31T00:00:00.000Z' }]);
    expect((await change({ campaigns: [campaign('spring', { until: 'soon' })] })).status).toBe(400);
    await server.db.query('delete from site_settings');
  });

  it('are cleared by null, each by itself', async () => {
    await change({ trial_days: 3, open: true, campaigns: [campaign('spring')] });
    expect((await change({ campaigns: null })).result).toEqual({ trial_days: 3, open: true, campaigns: [] });
    expect((await change({ trial_days: null })).result).toMatchObject({ trial_days: 0, open: true });
    expect((await change({ open: null })).result).toMatchObject({ open: false });
  });

  it('keep how often a word was used when its campaign comes back', async () => {
    await change({ trial_days: 3, campaigns: [campaign('spring')] });
    await register({ campaign: 'spring' });
    await change({ campaigns: [] });
    expect((await change({ campaigns: [campaign('spring')] })).result.campaigns).toMatchObject([{ used: 1 }]);
  });

  it.each([
    { trial_days: 91 },
    { trial_days: -1 },
    { trial_days: 1.5 },
    { open: 'yes' },
    { campaigns: [{ word: 'Big', until: '2030-01-01T00:00:00Z', count: 1 }] },
    { campaigns: [{ word: 'a', until: '2030-01-01T00:00:00Z', count: 1 }] },
    { campaigns: [{ word: 'spring', until: 'soon', count: 1 }] },
    { campaigns: [{ word: 'spring', until: '2030-01-01T00:00:00Z', count: 0 }] },
    { campaigns: Array.from({ length: 2 }, () => ({ word: 'twice', until: '2030-01-01T00:00:00Z', count: 1 })) },

    { other: 1 },
  ])('stay as they are where one is wrong: %j', async (payload) => {
    const { etag } = await read();
    expect((await change(payload, '"old"')).status).toBe(400);
    expect((await read()).etag).toBe(etag);
  });
});
