import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../features/membership/server/jobs.ts';
import { openSnapshot } from '../../../server/backup/export.ts';
import { createMeter } from '../../../server/command/meter.ts';
import { type Config, parseSettings } from '../../../server/config/config.ts';
import { createLog } from '../../../server/config/log.ts';
import { createPool, type DbPool } from '../../../server/database/db.ts';
import { createMetrics } from '../../../server/metrics/metrics.ts';
import { folderForTests } from '../../../server/testing/folder.ts';
import { createServer, type LongstripServer } from '../../server.ts';
import { offerCoupon, publishComic, siteForTests, sumFiles, sumTables } from '../../testing/site.ts';
import { writeBackup } from './backup.ts';

const folder = folderForTests();

async function serve(site: { db: DbPool; dataDir: string }): Promise<LongstripServer & { stop(): Promise<void> }> {
  const settings = parseSettings({
    NODE_ENV: 'test',
    DATA_DIR: site.dataDir,
    RATE_LIMIT_SCALE: '0',
    LOG_LEVEL: 'silent',
  });
  const config: Config = { ...settings, jwtSecret: 'j'.repeat(32), mediaSecret: 'm'.repeat(32) };
  const server = await createServer({ config, db: site.db, log: createLog('silent'), metrics: createMetrics() });
  return {
    ...server,
    async stop() {
      await server.app.close();
      await server.close();
    },
  };
}

function browse({ app }: LongstripServer) {
  const post = (url: string, payload: object, headers = {}) => app.inject({ method: 'POST', url, payload, headers });
  const names = (username: string) => ({ username, password: 'secret words' });
  return {
    async register(username: string): Promise<string> {
      const answer = await post('/api/v1/user/register', { ...names(username), user_type: 'longstrip' });
      return answer.json().data.result.uuid;
    },
    async logIn(username: string) {
      const answer = await post('/api/v1/user/login', { ...names(username), user_type: 'longstrip' });
      return { authorization: `Token ${answer.json().data.jwt_token}` };
    },
    like: (chapter: { book_id: string; id: string }, headers: object) =>
      post('/api/v1/comics/chapter/favor', { book_uuid: chapter.book_id, chapter_uuid: chapter.id }, headers),
    async keep({ book_id, id }: { book_id: string; id: string }, headers: Record<string, string>) {
      const position = { index: 3, fraction: 0.25, quote: '章 🎉' };
      const furthest = { chapter_number: 1, index: 3, fraction: 0.25 };
      const updated_at = '2026-01-01T00:00:00.000Z';
      const items = [{ book_uuid: book_id, chapter_uuid: id, position, furthest, updated_at }];
      await post('/api/v1/user/progress', { items }, headers);
      await app.inject({ method: 'PUT', url: `/api/v1/user/follows/${book_id}`, headers });
      const settings = [{ name: 'novel.fontSizePx', value: 24, updated_at }];
      await app.inject({ method: 'PUT', url: '/api/v1/user/reader_settings', headers, payload: { items: settings } });
      await post('/api/v1/user/feed_token', {}, headers);
    },
    async kept(headers: Record<string, string>): Promise<unknown[]> {
      const answers = ['progress', 'follows', 'feed_token', 'reader_settings'].map((name) =>
        app.inject({ url: `/api/v1/user/${name}`, headers }),
      );
      return (await Promise.all(answers)).map((answer) => answer.json().data.result);
    },
    membership: async (headers: object) =>
      (await app.inject({ url: '/api/v1/user/book/membership', headers: { ...headers } })).json().data.result,
    content: async (chapter: { id: string }, headers: object) =>
      (await app.inject({ url: `/api/v1/comics/chapter_comics/${chapter.id}/en-us`, headers: { ...headers } })).json()
        .data.result,
  };
}

describe('a site that is backed up while it is used', () => {
  const source = siteForTests();
  const target = siteForTests({ empty: true });
  let backup: string;
  beforeAll(async () => {
    backup = join(folder, 'drill.tar');
    await publishComic(source, { title: 'The drill', seed: 1 });
    // More rows than fit in one part of the file, and every character that COPY escapes.
    const patient = createPool({ url: source.url, purpose: 'import', max: 1 });
    await patient.query(
      `insert into chapter_hours (chapter_id, hour, member) select gen_random_uuid(), now(), false from generate_series(1, 60000)`,
    );
    await patient.end();
    await source.db.query(`select make_events_day(day::date) from unnest(array['2026-01-01', '2026-01-03']) as day`);
    await source.db.query(
      `insert into book_events (day, event_id, name, book_id, language, occurred_at)
       select day::date, gen_random_uuid(), 'open_book', gen_random_uuid(), 'en-us', day::timestamp at time zone 'utc'
       from unnest(array['2026-01-01', '2026-01-03']) as day`,
    );
    await source.db.query(`update editions set introduction = $1`, ['\\N \\. \t tab \r\n line \u0001 "quoted" 章 🎉']);
    await source.db.query(`update chapter_editions set blocks = 'null'`);
  });

  it('is restored elsewhere as it was at one moment: every row, every picture, every login', async () => {
    const server = await serve(source);
    const { register, logIn, like, keep, kept } = browse(server);
    const redeem = await offerCoupon(source.db, 'DRILL2030');
    const ada = await register('adaline');
    await redeem(ada);
    const headers = await logIn('adaline');
    const { rows: chapters } = await source.db.query<{ id: string; book_id: string }>(
      'select id, book_id from chapters order by number',
    );
    const [first = { id: '', book_id: '' }, members = { id: '', book_id: '' }] = chapters;
    await like(first, headers);
    await keep(first, headers);
    const [places, , feed, settings] = await kept(headers);
    const library = [places, [expect.objectContaining({ book_uuid: first.book_id })], feed, settings];
    expect(await kept(headers)).toEqual(library);
    expect([places, feed, settings]).toMatchObject([
      [{ chapter_uuid: first.id }],
      { created_at: expect.any(String) },
      [{ name: 'novel.fontSizePx', value: 24 }],
    ]);

    let isBackedUp = false;
    let written = 0;
    async function goOn() {
      while (!isBackedUp) {
        const name = `reader${written}`;
        await redeem(await register(name));
        await like(first, await logIn(name));
        written += 1;
      }
    }
    const writing = goOn();
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(1);
    const snapshot = await openSnapshot(source.url);
    const expected = await sumTables(snapshot.db);
    const before = written;
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    await publishComic(source, { title: 'Meanwhile', seed: 100 });
    const report = await writeBackup({
      snapshot,
      site: parseSettings({ DATA_DIR: source.dataDir }),
      path: backup,
      meter: createMeter({ write() {} }),
    });
    await snapshot.end();
    isBackedUp = true;
    await writing;
    expect(await sumTables(source.db)).not.toEqual(expected);
    expect(await readdir(folder)).toEqual(['drill.tar']);

    const restored = await target.run('restore', backup, '--json');
    expect(restored).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(restored.out)).toEqual({
      made_at: report.made_at,
      files: report.files,
      migrated: [],
      left_out: [],
    });
    expect(await sumTables(target.db)).toEqual(expected);
    const files = await sumFiles(target.dataDir);
    expect(Object.keys(files)).toHaveLength(report.files);
    expect(await sumFiles(source.dataDir)).toMatchObject(files);
    await server.stop();

    const after = await serve(target);
    const again = browse(after);
    expect(await again.membership(headers)).toMatchObject({ is_expired: false });
    expect(await again.kept(headers)).toEqual(library);
    const fresh = await again.logIn('adaline');
    const { images } = await again.content(members, fresh);
    const { statusCode, rawPayload } = await after.app.inject({ url: images[0], headers: {} });
    expect([statusCode, rawPayload.length > 100]).toEqual([200, true]);
    // The key of the codes is in the database, and sequences continue from their values.
    const repeated = await after.app.inject({
      method: 'POST',
      url: '/api/v1/user/coupon/redeem',
      payload: { code: 'DRILL2030' },
      headers: fresh,
    });
    expect(repeated.json().code).toBe('coupon_already_used');
    const late = await again.register('latecomer');
    const taken = await after.app.inject({
      method: 'POST',
      url: '/api/v1/user/coupon/redeem',
      payload: { code: 'drill-2030' },
      headers: await again.logIn('latecomer'),
    });
    expect([late.length, taken.statusCode]).toEqual([36, 200]);
    expect(await checkLedger(target.db, { log: createLog('silent') })).toBe(0);
    await after.stop();
  });
});
