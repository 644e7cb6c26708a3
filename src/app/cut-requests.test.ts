import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeBook } from '../features/catalog/testing/books.ts';
import { metadataOf, upload } from '../features/importing/testing/imports.ts';
import { makeStoredImage } from '../features/media/testing/images.ts';
import { createPool, type DbPool } from '../server/database/db.ts';
import { createTestDatabase } from '../server/testing/database.ts';
import { howMany } from '../server/testing/depth.ts';
import { addTestPages } from './testing/pages.ts';
import { startTestServer, type TestServer } from './testing/server.ts';
import { passwordOfStaff, signInStaff } from './testing/staff.ts';
import { type SignedInUser, startSession } from './testing/users.ts';

/** The names of routes' parameters with things that exist. */
let things: Record<string, string>;
let server: TestServer;
/** Connections that the server does not have. */
let apart: DbPool;
let owner: SignedInUser;
let port: number;

beforeAll(async () => {
  const database = await createTestDatabase();
  apart = createPool({ url: database.url, purpose: 'jobs' });
  server = await startTestServer({
    database,
    addPages: addTestPages,
    loadNow: () => ({ steps: 0, queued: 0 }),
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port; // of a port, it is no text
  owner = await signInStaff(server, 'owner');
  const imageId = await makeStoredImage(server);
  const book = await makeBook(server.db, {
    kind: 'comic',
    chapters: [{ editions: { 'en-us': { title: 'One', imageIds: [imageId] } } }, {}],
  });
  const made = await server.app.inject({
    method: 'POST',
    url: '/api/v1/studio/imports',
    headers: owner.headers,
    payload: {},
  });
  const importId = made.json().data.result.id;
  const uploadId = await upload(server, owner, 'no picture');
  const [chapterId = ''] = book.chapterIds;
  things = {
    ...{ bookId: book.id, bookid: book.id, book_uuid: book.id, uuid: book.id },
    ...{
      chapterId,
      chapterUuid: chapterId,
      chapter_uuid: chapterId,
      chapter_number: '1',
      imageId,
      variant: 'w480.webp',
    },
    ...{ language: 'en-us', direction: 'asc', page: '0', pageSize: '10', file: 'en-us.atom', name: 'retention' },
    ...{
      order_id: randomUUID(),
      order: randomUUID(),
      batch: randomUUID(),
      fileId: randomUUID(),
      code: 'month',
      number: '1',
      version: '1',
      tag: 'Rain',
      kind: 'books',
      announcement_id: randomUUID(),
      delivery_id: randomUUID(),
      key: '0123456789abcdef',
      proof: 'none',
      of: chapterId,
    },
    ...{ '/studio/uploads/:id': uploadId, '/studio/imports/:id': importId, id: randomUUID() },
  };
});
afterAll(async () => {
  await apart.end();
  await server.stop();
});

function addressOf(route: string): string {
  const whole = Object.keys(things).find((known) => known.startsWith('/') && route.includes(known));
  return route.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = name === 'id' && whole ? things[whole] : things[name];
    if (value === undefined) throw new Error(`${route}: name a thing for :${name}`);
    return value;
  });
}

/** Bodies that lead further than the first look at them. */
const bodies: Record<string, () => object> = {
  'POST /api/v1/user/login': () => ({ username: owner.username, password: passwordOfStaff }),
  'POST /api/v1/user/register': () => ({ username: `u${randomInt(2 ** 40)}`, password: 'a long password' }),
  'POST /api/v1/studio/session': () => ({ password: passwordOfStaff }),
  'PUT /api/v1/user/reader_settings': () => ({ settings: {} }),
  'POST /api/v1/studio/imports': () => ({}),
};

/** How one request goes, and when its line is cut. */
const cut = fc.record({
  as: fc.constantFrom('owner', 'previewing owner', 'visitor'),
  sent: fc.constantFrom('all', 'a part'),
  /** The server runs in this process: so many turns of the loop are a moment within its work. */
  turns: fc.oneof(fc.nat(12), fc.nat(60), fc.nat(400)),
});
type Cut = typeof cut extends fc.Arbitrary<infer Value> ? Value : never;

async function cutOff(method: string, route: string, { as, sent, turns }: Cut): Promise<void> {
  const { headers, sessionId } = await startSession({ ...server, db: apart }, owner.id);
  await apart.query('update sessions set confirmed_at = now() where id = $1', [sessionId]);
  const isUpload = route.includes('/uploads');
  const body = ['POST', 'PUT', 'PATCH'].includes(method)
    ? isUpload
      ? 'bytes of a file'
      : JSON.stringify(bodies[`${method} ${route}`]?.() ?? {})
    : '';
  const lines = [
    `${method} ${addressOf(route)} HTTP/1.1`,
    'Host: localhost',
    ...(as === 'visitor' ? [] : [`Authorization: ${headers.authorization}`]),
    ...(as === 'previewing owner' ? ['X-Preview-As: member'] : []),
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
    ...(isUpload
      ? [
          ...['Tus-Resumable: 1.0.0', 'Upload-Offset: 0', `Upload-Length: ${body.length}`],
          ...['Content-Type: application/offset+octet-stream', `Upload-Metadata: ${metadataOf({ path: 'b.png' })}`],
        ]
      : body === ''
        ? []
        : ['Content-Type: application/json']),
  ];
  const whole = `${lines.join('\r\n')}\r\n\r\n${body}`;
  const line = connect(port, '127.0.0.1');
  line.on('error', () => {});
  await once(line, 'connect');
  line.write(sent === 'all' ? whole : whole.slice(0, -1));
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  line.destroy();
}

async function allAtOnce(work: readonly (() => Promise<void>)[], atOnce: number): Promise<void> {
  const left = [...work];
  const one = async () => {
    for (let next = left.pop(); next; next = left.pop()) await next();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
/** The pools keep one for each idle connection, and the wait itself has two. */
const ownTimers = 24;

/** All that is under way, by the server's own figures; empty at rest. */
async function underWay(): Promise<string[]> {
  const { total, idle, waiting } = server.db.use();
  const figures = (await server.app.inject('/metrics')).body.split('\n');
  const busy = figures.filter((line) => /^(work_under_way|search_)[^ ]* [^0]/.test(line));
  const { rows } = await apart.query("select kind from attempts where kind like '% under way' and count > 0");
  const tries = rows.map((row) => JSON.stringify(row));
  return [
    ...tries,
    ...(total === idle ? [] : [`${total - idle} connections`]),
    ...(waiting ? [`${waiting} wait`] : []),
    ...busy,
  ];
}

const cutsOfEach = howMany({ usual: 1, long: 3 });

it('leaves nothing behind of requests whose lines are cut at any moment, whatever they asked', async () => {
  const routes = [...server.routes].flatMap(([route, methods]) => [...methods].map((method) => ({ route, method })));
  expect(routes.length).toBeGreaterThan(150);
  const seed = randomInt(2 ** 30);
  const cuts = fc.sample(cut, { seed, numRuns: routes.length * cutsOfEach });
  const before = timers();
  await allAtOnce(
    cuts.flatMap((each, index) => {
      const asked = routes[index % routes.length];
      return asked ? [() => cutOff(asked.method, asked.route, each)] : [];
    }),
    6,
  );
  await vi.waitFor(async () => expect({ seed, left: await underWay() }).toEqual({ seed, left: [] }), {
    timeout: 20_000,
    interval: 100,
  });
  const toRest = expect.toSatisfy((count: number) => count < before + ownTimers);
  await vi.waitFor(() => expect({ seed, timers: timers() }).toEqual({ seed, timers: toRest }), { timeout: 10_000 });
  const upload = await server.app.inject({
    method: 'HEAD',
    url: addressOf('/api/v1/studio/uploads/:id'),
    headers: { ...(await startSession({ ...server, db: apart }, owner.id)).headers, 'tus-resumable': '1.0.0' },
  });
  expect({ seed, status: upload.statusCode }).not.toEqual({ seed, status: 429 });
}, 120_000);
