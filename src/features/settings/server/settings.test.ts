import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { runJob, serverForTests, startTestServer, type TestServer } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import { createTestDatabase } from '../../../server/testing/database.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../catalog/testing/books.ts';
import type { SettingOnWire } from '../studio-contract.ts';

const settings = { SITE_NAME: 'Ink & Co', STUDIO_TIME_ZONE: 'Europe/Paris' };
const database = forAllTests(createTestDatabase);
const server = serverForTests({ database, settings });
/** Another process of the same site. */
const other = forAllTests(
  () => startTestServer({ database: { ...database, drop: async () => {} }, settings }),
  ({ stop }) => stop(),
);
const owner = forAllTests(() => signInStaff(server, 'owner'));
beforeEach(() => server.db.query('delete from site_settings'));

const ask = askerOf(server, owner);
async function read(as = owner) {
  const { status, etag, result } = await ask('GET', '/settings', { as });
  const all: SettingOnWire[] = result ?? [];
  return { status, etag, all, of: (key: string) => all.find((each) => each.key === key) };
}
async function put(values: object, given: { as?: SignedInUser; etag?: string } = {}) {
  return ask('PUT', '/settings', { body: { values }, etag: (await read()).etag, ...given });
}

describe('the settings of the site', () => {
  it('tell their values, where these come from, and the schemas of others', async () => {
    const { of, all } = await read();
    expect(all.map(({ key }) => key)).toEqual([
      ...['name', 'contact', 'time_zone', 'language', 'free_chapters'],
      ...['backup_to', 'backup_every_minutes', 'backup_keep'],
    ]);
    expect(of('name')).toMatchObject({ value: 'Ink & Co', default: 'Longstrip', source: 'environment' });
    expect(of('name')).toMatchObject({ environment: 'SITE_NAME', schema: { type: 'string' } });
    expect(of('free_chapters')).toMatchObject({ value: 3, source: 'default', environment: null });
    expect(of('free_chapters')?.schema).toMatchObject({ type: 'integer', minimum: 0, maximum: 999_999 });
    expect(of('time_zone')?.schema).toMatchObject({ format: 'time-zone', readOnly: true });
  });

  it('are the business of owners alone, who confirm a change with the password', async () => {
    const asleep = await signInStaff(server, 'owner', { confirmedSecondsAgo: 3600 });
    expect((await put({ name: 'Ours' }, { as: asleep })).body.code).toBe('password_needed');
    for (const role of ['editor', 'support'] as const) {
      const as = await signInStaff(server, role);
      expect((await read(as)).status).toBe(403);
      expect((await put({ name: 'Ours' }, { as })).body.code).toBe('forbidden');
    }
  });

  it('lose the signs of a name that turn what follows it', async () => {
    await put({ name: '\u202eOurs\u2069' });
    expect((await read()).of('name')).toMatchObject({ value: 'Ours' });
  });

  it('are changed all together, and stand in the audit', async () => {
    const changed = await put({ name: 'Ours', free_chapters: 0, backup_every_minutes: 60 });
    const { all, etag, of } = await read();
    expect(changed).toMatchObject({ status: 200, etag, body: { data: { result: all } } });
    expect(of('free_chapters')).toMatchObject({ value: 0, source: 'stored' });
    const audit = await server.app.inject({ url: '/api/v1/studio/audit?action=site.settings', headers: owner.headers });
    expect(audit.json().data.result[0]).toMatchObject({
      before: { name: 'Ink & Co', free_chapters: 3, backup_every_minutes: 0 },
      after: { name: 'Ours', free_chapters: 0, backup_every_minutes: 60 },
    });
  });

  it.each([
    ['values.free_chapters', { name: 'Ours', free_chapters: 1_000_000 }],
    ['values.free_chapters', { free_chapters: '3' }],
    ['values.free_chapters', { free_chapters: 1.5 }],
    ['values.free_chapters', { free_chapters: -1 }],
    ['values.name', { name: ' ' }],
    ['values.name', { name: 'two\nlines' }],
    ['values.contact', { contact: 'half \ud800@example.org' }],
    ['values.language', { language: 'de-de' }],
    ['values.backup_every_minutes', { backup_every_minutes: 4 }],
    ['values.backup_keep', { backup_keep: 'last=0' }],
    ['values', { strange: 1 }],
    ['values', {}],
  ])('stay as they are where one is wrong: %s', async (path, values) => {
    const { etag } = await read();
    const answer = await put(values);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.details.map((detail: { path: string }) => detail.path)).toContain(path);
    expect((await read()).etag).toBe(etag);
  });

  it('are changed by the version that was seen', async () => {
    const { etag } = await read();
    expect((await put({ name: 'Ours' }, { etag: '' })).body.code).toBe('version_missing');
    await put({ name: 'Ours' });
    const { status, body } = await put({ free_chapters: 1 }, { etag });
    expect({ status, by: body.changed_by }).toEqual({ status: 412, by: owner.username });
    expect(body.current).toEqual((await read()).all);
  });

  it('are those of the environment, except the name and the contact, which it gives first', async () => {
    for (const values of [{ time_zone: 'UTC' }, { time_zone: null }, { backup_to: '/elsewhere' }, { backup_to: null }])
      expect(await put({ ...values, name: 'Ours' })).toMatchObject({
        status: 409,
        body: { code: 'set_by_environment' },
      });
    expect((await put({ name: 'Ours' })).status).toBe(200);
    expect((await put({ name: null })).status).toBe(200);
    expect((await read()).of('name')).toMatchObject({ value: 'Ink & Co', source: 'environment' });
  });

  it('hold at once in each process, without news of the change', async () => {
    const siteOf = async (process: TestServer) => (await process.ask('/api/v1/site')).json().data;
    expect(await siteOf(other)).toMatchObject({ name: 'Ink & Co', contact_email: 'hello@example.org' });
    await put({ name: 'Ours', contact: 'us@example.org' });
    for (const process of [server, other])
      expect(await siteOf(process)).toMatchObject({ name: 'Ours', contact_email: 'us@example.org' });
  });

  it('give new books their language', async () => {
    await put({ language: 'ar-sa' });
    server.pass(1000);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/studio/books',
      headers: owner.headers,
      payload: { kind: 'comic', titles: { 'ar-sa': 'مدينة' } },
    });
    expect(answer.json().data.result.original_language).toBe('ar-sa');
  });
});

describe('the number of free chapters', () => {
  inLong('holds for books that name none, and is told to readers where it is not the usual one', async () => {
    const { id: bookId } = await makeBook(server.db, { chapters: 5 });
    const told = async () => (await other.ask(`/api/v1/comics/chapters/${bookId}/en-us/asc/0/10`)).json().data.result;
    const book = async () => (await told()).public_free_chapters;
    const free = async () =>
      (await told()).chapters.filter(({ access }: { access: { state: string } }) => access.state === 'free').length;
    expect([await book(), await free()]).toEqual([null, 3]);
    await put({ free_chapters: 1 });
    expect([await book(), await free()]).toEqual([1, 1]);
    const opens = async () => {
      await runJob(server, 'free chapters');
      const { rows } = await server.db.query<{ opens: boolean }>(
        'select window_opens as opens from books where id = $1',
        [bookId],
      );
      return rows[0]?.opens;
    };
    expect(await opens()).toBe(true);
    await put({ free_chapters: 9 });
    expect(await opens()).toBe(false);
    expect([await book(), await free()]).toEqual([9, 5]);
  });
});
