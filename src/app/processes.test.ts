import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { repairPicture } from '../features/media/server/repair.ts';
import { type Ears, hearChanges } from '../server/database/changes.ts';
import { createPool } from '../server/database/db.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { inLong } from '../server/testing/depth.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { publishComic, runCommand } from './testing/site.ts';
import { daysFromNow, signIn } from './testing/users.ts';

// Processes of one site: each has its own memory, and all have one database and one folder.
let database: TestDatabase;
let servers: TestServer[];
let ears: Ears[];
let bookId: string;
let chapterIds: string[];

const limited = { RATE_LIMIT_SCALE: '1', PAYMENTS_SANDBOX: 'true' };
const openEars = () => {
  ears = servers.map(({ noteChange, media }) =>
    hearChanges({ url: database.url, onChange: noteChange, onPicture: media.forget }),
  );
};
const closeEars = () => Promise.all(ears.map((each) => each.close()));

beforeAll(async () => {
  database = await createTestDatabase();
  const first = await startTestServer({ database, settings: limited });
  const settings = { ...limited, DATA_DIR: first.config.dataDir };
  const others = [2, 3, 4].map(() => {
    const db = createPool({ url: database.url, purpose: 'web' });
    return startTestServer({ database: { ...database, db, drop: () => db.end() }, settings });
  });
  servers = [first, ...(await Promise.all(others))];
  openEars();
  await publishComic({ db: database.db, dataDir: first.config.dataDir }, { title: 'Shared', seed: 700 });
  const { rows: books } = await database.db.query<{ id: string }>('select id from books');
  const { rows: chapters } = await database.db.query<{ id: string }>('select id from chapters order by number');
  bookId = books[0]?.id ?? '';
  chapterIds = chapters.map(({ id }) => id);
});
afterAll(async () => {
  await closeEars();
  const [first, ...others] = servers;
  await Promise.all(others.map((server) => server.stop()));
  await first?.stop();
});
beforeEach(async () => {
  await database.db.query('delete from users; delete from attempts; delete from known_addresses');
});

const get = (server: TestServer, url: string, headers = {}) => server.app.inject({ url, headers });
const list = '/api/v1/comics/book/search?page=0&page_size=10';
const chapterPath = (place: number) => `/api/v1/comics/chapter_comics/${chapterIds[place - 1]}/en-us`;
const command = (...argv: string[]) =>
  runCommand({ DATABASE_URL: database.url, DATA_DIR: servers[0]?.config.dataDir ?? '' }, argv);
const listed = async (server: TestServer) => (await get(server, list)).json().data.total;
const seenByAll = (total: number, timeout: number) =>
  vi.waitFor(async () => expect(await Promise.all(servers.map(listed))).toEqual(servers.map(() => total)), {
    timeout,
    interval: 20,
  });

describe('what an operator changes', () => {
  inLong('shows in every process within a second of the command, in the answers that each has kept', async () => {
    for (const [verb, total, status] of [
      ['hide', 0, 404],
      ['show', 1, 200],
    ] as const) {
      await keptByAll(1 - total);
      await Promise.all(servers.map((server) => get(server, chapterPath(1))));
      expect(await command('book', verb, bookId)).toMatchObject({ status: 0 });
      await seenByAll(total, 1000);
      const answers = await Promise.all(servers.map((server) => get(server, chapterPath(1))));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(servers.map(() => status));
    }
  });

  inLong('forgets the damaged files of a picture in every process once one has made them anew', async () => {
    const [first, ...others] = servers as [TestServer, ...TestServer[]]; // as: there are four
    const { rows } = await database.db.query<{ id: string; name: string }>(
      `select i.id, i.variants->0->>'name' as name from pages p join images i on i.id = p.image_id where p.chapter_id = $1`,
      [chapterIds[0]],
    );
    const { id = '', name = '' } = rows[0] ?? {};
    const file = join(first.config.dataDir, 'media', 'images', id.slice(0, 2), id, name);
    const whole = await readFile(file);
    await writeFile(file, 'torn');
    const address = `/media/${id}/${name}`;
    for (const server of others) expect((await get(server, address)).body).toBe('torn');
    expect(await repairPicture(first.db, first.media, id)).toBe('repaired');
    for (const server of others)
      await expect.poll(async () => (await get(server, address)).rawPayload.equals(whole)).toBe(true);
  });

  inLong('shows within 5 s where the notification is cut again and again', async () => {
    const cut = () =>
      database.db.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'longstrip changes %' and datname = current_database()`);
    await cut();
    const cutting = setInterval(() => void cut(), 100);
    try {
      await expectSeenWithin(5000);
    } finally {
      clearInterval(cutting);
    }
  });

  inLong('shows within 5 s where no process hears anything', async () => {
    await closeEars();
    try {
      await expectSeenWithin(5000);
    } finally {
      openEars();
    }
  });
});

async function expectSeenWithin(timeoutMs: number): Promise<void> {
  await keptByAll(1);
  expect(await command('book', 'hide', bookId)).toMatchObject({ status: 0 });
  await seenByAll(0, timeoutMs);
  await keptByAll(0);
  expect(await command('book', 'show', bookId)).toMatchObject({ status: 0 });
  await seenByAll(1, timeoutMs);
}

/** Every process answers so, and keeps its answer: what is made just after a change is not kept. */
async function keptByAll(total: number): Promise<void> {
  await seenByAll(total, 6000);
  const since = performance.now();
  // The time after a change is what is waited for.
  await vi.waitFor(
    async () => {
      await seenByAll(total, 1);
      expect(performance.now() - since).toBeGreaterThan(600);
    },
    { timeout: 5000 },
  );
}

describe('a session that is ended in one process', () => {
  it('opens nothing in any other at once, and its image addresses nothing within 5 s', async () => {
    const [one, other] = servers;
    if (!one || !other) throw new Error('Two servers were wanted');
    const { headers } = await signIn(one, { expireAt: daysFromNow(30) });
    const opened = await get(other, chapterPath(2), headers);
    expect(opened.statusCode).toBe(200);
    const image = /\/media\/[^"]+/.exec(opened.body)?.[0] ?? '';
    expect(image).toContain('sig=');
    expect((await get(other, image)).statusCode).toBe(200);

    const out = await one.app.inject({ method: 'POST', url: '/api/v1/user/logout', headers });
    expect(out.statusCode).toBe(204);
    const after = await get(other, chapterPath(2), headers);
    expect([after.statusCode, after.json().code]).toEqual([403, 'membership_required']);
    const status = async () => expect((await get(other, image)).statusCode).toBe(403);
    await vi.waitFor(status, { timeout: 5000, interval: 50 });
  });
});

describe('limits that guard money and passwords hold over all processes, tries under way included', () => {
  const post = (index: number, path: string, payload: object, headers = {}) => {
    const server = servers[index % servers.length];
    if (!server) throw new Error('No server');
    return server.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers });
  };
  const fifty = (ask: (index: number) => ReturnType<typeof post>) => countStatuses(50, ask);
  const countStatuses = async (length: number, ask: (index: number) => ReturnType<typeof post>) => {
    const answers = await Promise.all(Array.from({ length }, (_, index) => ask(index)));
    const counts: Record<number, number> = {};
    for (const { statusCode } of answers) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
    return counts;
  };

  /** A machine that is full answers 503 to some; these are tried as little as those that are refused. */
  function expectTried(
    counts: Record<number, number>,
    { status, most, of = 50 }: { status: number; most: number; of?: number },
  ) {
    const { [status]: tried = 0, 429: refused = 0, 503: busy = 0, ...others } = counts;
    expect([others, tried + refused + busy]).toEqual([{}, of]);
    expect(tried).toBeLessThanOrEqual(most);
    if (busy === 0) expect(tried).toBe(most);
  }

  it('50 wrong logins at once compare ten passwords', async () => {
    await post(0, '/user/register', { username: 'reader', password: 'a good password' });
    const statuses = await fifty((index) => post(index, '/user/login', { username: 'reader', password: 'a bad one' }));
    expectTried(statuses, { status: 401, most: 10 });
  });

  inLong('20 right logins at once get in, one after another, though nine wrong ones were before', async () => {
    await post(0, '/user/register', { username: 'reader', password: 'a good password' });
    for (let index = 0; index < 9; index += 1) await post(index, '/user/login', { username: 'reader', password: 'no' });
    const statuses = await countStatuses(20, (index) =>
      post(index, '/user/login', { username: 'reader', password: 'a good password' }),
    );
    expectTried(statuses, { status: 200, most: 20, of: 20 });
  });

  inLong('50 registrations of one address at once make 20 users', async () => {
    const statuses = await fifty((index) =>
      post(index, '/user/register', { username: `reader${index}`, password: 'a good password' }),
    );
    expectTried(statuses, { status: 200, most: 20 });
  });

  inLong('50 wrong coupons of one user at once try ten', async () => {
    const { headers } = await signIn(servers[0] as TestServer); // as: there are four
    const statuses = await fifty((index) =>
      post(index, '/user/coupon/redeem', { code: `WRONG-${100 + index}` }, headers),
    );
    expectTried(statuses, { status: 400, most: 10 });
  });

  inLong('50 orders of one user at once make 20 at most; a new one closes those before it', async () => {
    const { headers } = await signIn(servers[0] as TestServer); // as: there are four
    const path = '/payment/wechat/payment/china_book_membership/create';
    const {
      200: made = 0,
      429: refused = 0,
      503: busy = 0,
      ...others
    } = await fifty((index) => post(index, path, { months: 1 }, headers));
    expect([others, refused + busy]).toEqual([{}, 50 - made]);
    expect(made).toBeGreaterThanOrEqual(1);
    expect(made).toBeLessThanOrEqual(20);
    expect((await database.db.query('select from payment_orders')).rowCount).toBe(made);
  });

  inLong('tries of a process that died count for a minute at most', async () => {
    await post(0, '/user/login', { username: 'reader', password: 'no' });
    await database.db.query(`update attempts set count = 10, ends_at = now() + interval '2 seconds'
      where kind = 'login under way'`);
    const begun = performance.now();
    expect((await post(1, '/user/login', { username: 'reader', password: 'no' })).statusCode).toBe(401);
    expect(performance.now() - begun).toBeGreaterThan(1500);
  });
});

describe('a process that does the jobs alone', () => {
  inLong('answers the health routes, and 404 in JSON to all else', async () => {
    const db = createPool({ url: database.url, purpose: 'web' });
    const jobs = await startTestServer({
      database: { ...database, db, drop: () => db.end() },
      settings: { ROLE: 'jobs' },
    });
    try {
      for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(jobs, path)).statusCode).toBe(200);
      for (const path of ['/', '/robots.txt', list, chapterPath(1), '/%', '/assets/x.js', '/api/v1/x', '/healthz/']) {
        const answer = await get(jobs, path);
        expect([path, answer.statusCode, answer.json().code]).toEqual([path, 404, 'not_found']);
      }
      const login = await jobs.app.inject({ method: 'POST', url: '/api/v1/user/login', payload: {} });
      expect(login.statusCode).toBe(404);
    } finally {
      await jobs.stop();
    }
  });
});
