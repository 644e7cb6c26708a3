import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grow } from '../../lab/grow/command.ts';
import { orderBy, sortBy } from '../features/catalog/contract.ts';
import { estimateCatalogue } from '../features/catalog/server/catalog.ts';
import { giveContent } from '../features/catalog/testing/content.ts';
import { makeKey } from '../features/doors/testing/keys.ts';
import { parseSettings } from '../server/config/config.ts';
import { createPool, type DbPool } from '../server/database/db.ts';
import { joinEmbeddedDatabase } from '../server/embedded/postgres.ts';
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts';
import { howMany } from '../server/testing/depth.ts';
import { type SeenQuery, watchPlans } from '../server/testing/watch-plans.ts';
import { languages } from '../shared/languages.ts';
import { countFiles, idsOfFile } from './rendering/sitemap.ts';
import { addTestPages } from './testing/pages.ts';
import { type Answer, startTestServer, type TestServer } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from './testing/users.ts';

/**
 * Checks the plans of the hot queries, with the text and values that the calls below really send. None reads a large
 * table from end to end, and none reads many rows to return a few. With `GROWN_SITE=DATA_DIR` the test runs on that
 * grown site, else on a site of 2,000 books, or of 20,000 in the long form.
 */
const books = howMany({ usual: 2000, long: 20_000 });
const largeTable = process.env.GROWN_SITE ? 10_000 : books / 2;
const readForOneGiven = 20;
const asked = { books, chapters: 8 * books, events: 3 * books, likes: 1.5 * books, users: 0.6 * books, seed: 1 };

interface Call {
  name: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: () => string;
  body?: () => object;
  /** `key`: the member, by a key in an app. */
  by?: 'member' | 'owner' | 'key';
  /** The status of the answer, where the call is refused. */
  status?: number;
  /** All of what this call asks is rightly read, as long as it is little. */
  isAtSize?: true;
  /** The same search without its filters, where each match of its words is read to be filtered. */
  unfiltered?: () => string;
}

let database: TestDatabase;
let dataDir: string;
let server: TestServer;
let member: SignedInUser;
let owner: SignedInUser;
let key: string;
let place: Place;
let seen: SeenQuery[] = [];

/** A comic and a novel that can be read, and the last pages of the lists. */
interface Place {
  comic: Book;
  novel: Book;
  longest: Book;
  tag: string;
  followed: string[];
  announced: string;
  image: string;
  /** A word in the text of the novel. */
  novelWord: string;
  /** A file of the sitemap that names chapters. */
  chaptersOfSitemap: string;
}
interface Book {
  id: string;
  language: string;
  chapterId: string;
  chapters: number;
}

beforeAll(async () => {
  const grownSite = process.env.GROWN_SITE;
  dataDir = grownSite ?? mkdtempSync(join(tmpdir(), 'longstrip-plans-'));
  database = grownSite ? await openGrown(grownSite) : await growSmall(dataDir);
  server = await startTestServer({
    database,
    settings: { DATA_DIR: dataDir, PAYMENTS_SANDBOX: 'true' },
    watch: (db) => watchPlans(db, (query) => seen.push(query)),
    addPages: addTestPages,
  });
  place = await findPlace(database.db);
  owner = await signInStaff({ db: database.db, config: server.config }, 'owner');
  member = await signIn({ db: database.db, config: server.config }, { expireAt: daysFromNow(30) });
  key = await makeKey(database.db, { userId: member.id, scopes: ['read'] });
  for (const id of place.followed)
    await send({ name: '', method: 'PUT', path: () => `/api/v1/user/follows/${id}`, by: 'member' });
}, 300_000);
afterAll(async () => {
  await server?.stop();
  if (!process.env.GROWN_SITE) rmSync(dataDir, { recursive: true, force: true });
});

async function growSmall(folder: string): Promise<TestDatabase> {
  const made = await createTestDatabase({ empty: true });
  const settings = parseSettings({ NODE_ENV: 'test', DATA_DIR: folder, DATABASE_URL: made.url });
  const config = { ...settings, jwtSecret: 'j'.repeat(32), mediaSecret: 'm'.repeat(32) };
  await grow(config, { asked, onProgress: () => {}, readableOfKind: 5 });
  const patient = createPool({ url: made.url, purpose: 'import' });
  await fillUsersTables(patient);
  return {
    url: made.url,
    db: patient,
    async drop() {
      await patient.end();
      await made.drop();
    },
  };
}

/** An existing site, which stays; the test adds a user or two. */
async function openGrown(folder: string): Promise<TestDatabase> {
  const embedded = await joinEmbeddedDatabase({ directory: join(folder, 'postgres') });
  const db = createPool({ url: embedded.url, purpose: 'import' });
  return {
    url: embedded.url,
    db,
    async drop() {
      await db.end();
      await embedded.leave();
    },
  };
}

/** Fills the tables of users, so that they are large too. */
async function fillUsersTables(db: DbPool): Promise<void> {
  const month = `interval '30 days'`;
  const each = [
    `insert into sessions (id, user_id, image_audience)
     select gen_random_uuid(), id, left(md5(id::text), 22) from users`,
    `insert into ledger_entries (user_id, cause, kind, source, until, created_at)
     select id, 'operator:' || id, 'set', 'operator', now() + ${month}, now() from users`,
    `insert into memberships (user_id, expire_at) select id, now() + ${month} from users`,
    `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
     select gen_random_uuid(), 'wechat', id::text, id, 'month', 1, 1000, 'CNY', 'paid' from users`,
    `insert into follows (user_id, book_id) select u.id, b.id from users u
     cross join lateral (select id from books where id > u.id order by id limit 3) b`,
    `insert into reading_places (user_id, book_id, chapter_id, position_index, position_fraction, furthest_chapter,
       furthest_index, furthest_fraction, updated_at)
     select f.user_id, f.book_id, c.id, 0, 0, 1, 0, 0, now() from follows f
     join chapters c on c.book_id = f.book_id and c.number = 1`,
    `insert into reading_marks (user_id, book_id, marks) select user_id, book_id, '[]' from follows`,
    `insert into reader_settings (user_id, name, value, updated_at) select id, 'novel.theme', '"sepia"', now() from users`,
    `insert into attempts (kind, subject, count, ends_at)
     select 'login', decode(md5(id::text), 'hex'), 1, now() + interval '1 hour' from users`,
    `insert into notices (user_id, kind, event, in_inbox, to_push) select id, 'news', id::text, true, false from users`,
    'vacuum analyze',
  ];
  for (const statement of each) await db.query(statement);
}

async function findPlace(db: DbPool): Promise<Place> {
  const book = (where: string) =>
    one<Book>(
      db,
      `select b.id, e.language, c.id as "chapterId", b.chapter_count as chapters from books b
       join chapters c on c.book_id = b.id and c.number = 1 join chapter_editions e on e.chapter_id = c.id
       where not hidden and public_free_chapters is distinct from 0 and ${where} limit 1`,
    );
  const comic = await book(`kind = 'comic' and e.has_content`);
  const { image } = await one<{ image: string }>(
    db,
    `select image_id as image from pages where chapter_id = '${comic.chapterId}' order by position limit 1`,
  );
  const novel = await book(`kind = 'novel' and e.has_content`);
  const { word } = await one<{ word: string }>(
    db,
    `select left(blocks -> 0 -> 'inlines' -> 0 ->> 'text', 2) as word from chapter_editions
     where chapter_id = '${novel.chapterId}' and blocks is not null`,
  );
  const { rows } = await db.query<{ id: string }>('select id from books where not hidden order by id limit 30');
  const { id: announced } = await one<{ id: string }>(
    db,
    `insert into announcements (texts, from_at, audience, kind) values ('{"en-us": "News"}', now(), 'all', 'inbox')
     returning id`,
  );
  const files = countFiles(await estimateCatalogue(db));
  if (!files) throw new Error('A site of one sitemap shows no plan');
  await giveContent(db, idsOfFile(1, files.chapters));
  return {
    chaptersOfSitemap: `/sitemap-${files.books + 1}.xml`,
    comic,
    novel,
    novelWord: encodeURIComponent(word),
    longest: await book('b.id = (select id from books where not hidden order by chapter_count desc limit 1)'),
    tag: '玄幻奇幻',
    followed: rows.map(({ id }) => id),
    announced,
    image,
  };
}

async function one<T>(db: DbPool, sql: string): Promise<T> {
  const { rows } = await db.query<T>(sql);
  if (!rows[0]) throw new Error('The grown site lacks what is asked for');
  return rows[0];
}

const headersOf = {
  nobody: () => ({}),
  owner: () => owner.headers,
  member: () => member.headers,
  key: () => ({ 'x-api-key': key }),
};

function send({ method = 'GET', path, body, by }: Call): Promise<Answer> {
  server.pass(5000);
  return server.app.inject({
    method,
    url: path(),
    headers: headersOf[by ?? 'nobody'](),
    ...(body ? { payload: body() } : {}),
  });
}

const api = '/api/v1';
const searchPath = (query: Record<string, string | number>) => () =>
  `${api}/comics/book/search?${new URLSearchParams({ language: 'zh-cn', page: '0', ...mapToText(query) })}`;
const mapToText = (query: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

/** Frequent, rare and absent words of one, two and three characters and more, in the five languages. */
const words = {
  'zh-cn': ['天', '霁', '传说', '芦苇', '慕容云', '重生', '丂'],
  'en-us': ['e', 'xy', 'the', 'king', 'zeppelin', 'qqq'],
  'fr-fr': ['œ', 'de', 'nuit', 'glycine', 'wxz'],
  'es-es': ['ñ', 'el', 'rey', 'nuñ', 'jacaranda', 'kwk'],
  'ar-sa': ['م', 'ليل', 'شاهين', 'ظظظ'],
} as const;

const moment = () => new Date().toISOString();
const placeIn = (book: Book) => ({
  book_uuid: book.id,
  chapter_uuid: book.chapterId,
  position: { index: 0, fraction: 0.5 },
  furthest: { chapter_number: 1, index: 0, fraction: 0.5 },
  updated_at: moment(),
});
const eventOf = (book: Book) => ({
  event_id: randomUUID(),
  name: 'finished_reading',
  book_uuid: book.id,
  chapter_uuid: book.chapterId,
  language: book.language,
  occurred_at: moment(),
});

const lists: Call[] = orderBy.options.flatMap((order) =>
  [{}, { tag: '玄幻奇幻' }].flatMap((tag) =>
    [0, 1].map((page) => ({
      name: `page ${page} of the list by ${order}${'tag' in tag ? ' with a tag' : ''}`,
      path: searchPath({ order_by: order, page, ...tag }),
    })),
  ),
);
const searches: Call[] = languages.flatMap((language) =>
  words[language].flatMap((q) =>
    orderBy.options.map((order) => ({
      name: `a search for ${q} by ${order}`,
      path: searchPath({ language, q, order_by: order }),
    })),
  ),
);
/** Mistyped words of the grown titles. */
const typos = ['zepplin', 'glycnie', 'jacarnda', 'شاهبن'];
const suggestions = (q: string): Call => ({
  name: `suggestions for ${q}`,
  path: () => `${api}/comics/book/suggest?${new URLSearchParams({ q })}`,
});
const bestFor = (q: string): Call => ({ name: `the best for ${q}`, path: searchPath({ q, sort: 'relevance' }) });
const allWords = languages.flatMap((language): string[] => [...words[language]]).concat(typos);
const filters = { tags: '玄幻奇幻', status: 'ongoing', kind: 'comic', in_language: 'zh-cn', free: 'true' };
const filtered: Call[] = [
  ...sortBy.options.map((sort): Call => ({ name: `filters, by ${sort}`, path: searchPath({ ...filters, sort }) })),
  {
    name: 'filters and words',
    path: searchPath({ ...filters, q: 'king', sort: 'relevance' }),
    unfiltered: searchPath({ tags: filters.tags, q: 'king' }),
  },
  { name: 'facets of words', path: searchPath({ q: 'king', facets: 'true', sort: 'relevance' }) },
  { name: 'facets under filters', path: searchPath({ ...filters, facets: 'true' }) },
  { name: 'facets of all books', path: searchPath({ facets: 'true' }) },
];
const chapterPage = (direction: 'asc' | 'desc', page: (book: Book) => number): Call => ({
  name: `a page of a long book's chapters, ${direction}`,
  path: () => `${api}/comics/chapters/${place.longest.id}/en-us/${direction}/${page(place.longest)}/50`,
});

const calls: Call[] = [
  ...lists,
  { name: 'the carousel', path: () => `${api}/comics/book/recommendation/list?language=fr-fr` },
  chapterPage('asc', () => 0),
  chapterPage('desc', () => 0),
  chapterPage('asc', ({ chapters }) => Math.floor((chapters - 1) / 50)),
  chapterPage('asc', ({ chapters }) => Math.floor(chapters / 100)),
  { name: 'a chapter of a long book', path: () => `${api}/comics/chapter_comics/${place.longest.chapterId}/en-us` },
  { name: 'a chapter of a comic', path: () => `${api}/comics/chapter_comics/${place.comic.chapterId}/en-us` },
  { name: 'a chapter of a novel', path: () => `${api}/comics/chapter_comics/${place.novel.chapterId}/en-us` },
  {
    name: 'a chapter for a member',
    path: () => `${api}/comics/chapter_comics/${place.comic.chapterId}/zh-cn`,
    by: 'member',
  },
  {
    name: 'the size of a chapter',
    path: () => `${api}/comics/chapter_size/${place.comic.chapterId}/en-us?type=image/webp&width=800`,
  },
  {
    name: 'words in a novel',
    path: () => `${api}/reader/book/${place.novel.id}/${place.novel.language}/text?q=${place.novelWord}`,
  },
  { name: 'an image', path: () => `/media/${place.image}/w480.webp` },
  { name: 'the sitemap', path: () => '/sitemap.xml', isAtSize: true },
  { name: 'books of the sitemap', path: () => '/sitemap-1.xml', isAtSize: true },
  { name: 'chapters of the sitemap', path: () => place.chaptersOfSitemap, isAtSize: true },
  { name: "a book's feed", path: () => `/feeds/book/${place.longest.id}/en-us.atom` },
  { name: "a catalogue's book", path: () => `/opds/v2/books/${place.longest.id}?page=2` },
  ...['continue', 'following', 'to-read'].map(
    (path): Call => ({ name: `a catalogue's ${path}`, path: () => `/opds/v2/${path}`, by: 'key' }),
  ),
  { name: 'updates of followed books', path: () => `${api}/user/updates`, by: 'member' },
  { name: 'a later page of updates', path: () => `${api}/user/updates?page=2`, by: 'member' },
  { name: 'follows', path: () => `${api}/user/follows`, by: 'member' },
  {
    name: 'reports of places',
    method: 'POST',
    path: () => `${api}/user/progress`,
    body: () => ({ items: [placeIn(place.comic), placeIn(place.novel), placeIn(place.longest)] }),
    by: 'member',
  },
  { name: 'places', path: () => `${api}/user/progress`, by: 'member' },
  {
    name: 'marks',
    method: 'POST',
    path: () => `${api}/user/marks`,
    body: () => ({
      items: [{ book_uuid: place.comic.id, marks: [{ first: 1, last: 2, is_read: true, marked_at: moment() }] }],
    }),
    by: 'member',
  },
  { name: 'all marks', path: () => `${api}/user/marks`, by: 'member' },
  ...(['POST', 'DELETE'] as const).map(
    (method): Call => ({
      name: method === 'POST' ? 'a like' : 'a like taken back',
      method,
      path: () => `${api}/comics/chapter/favor`,
      body: () => ({ book_uuid: place.comic.id, chapter_uuid: place.comic.chapterId }),
      by: 'member',
    }),
  ),
  {
    name: 'reading events',
    method: 'POST',
    path: () => `${api}/events`,
    body: () => ({ events: [eventOf(place.comic), eventOf(place.novel)] }),
  },
  {
    name: 'a registration',
    method: 'POST',
    path: () => `${api}/user/register`,
    body: () => ({ username: `new${randomBytes(4).toString('hex')}`, password: 'secret' }),
  },
  {
    name: 'a login that fails',
    method: 'POST',
    path: () => `${api}/user/login`,
    body: () => ({ username: 'mei1000', password: 'a guess' }),
    status: 401,
  },
  { name: 'sessions', path: () => `${api}/user/sessions`, by: 'member' },
  { name: 'the membership', path: () => `${api}/user/book/membership`, by: 'member' },
  { name: 'the invite code', path: () => `${api}/user/invite_code`, by: 'member' },
  {
    name: 'a coupon that is none',
    method: 'POST',
    path: () => `${api}/user/coupon/redeem`,
    body: () => ({ code: '0123-4567-89AB-CDEE' }),
    status: 400,
    by: 'member',
  },
  {
    name: 'an order',
    method: 'POST',
    path: () => `${api}/payment/wechat/payment/china_book_membership/create`,
    body: () => ({ months: 1 }),
    by: 'member',
  },
  { name: 'orders', path: () => `${api}/payment/orders`, by: 'member' },
  ...(
    [
      ['people', 'users'],
      ['a later page of people', 'users?page=3'],
      ['people by a part of their names', 'users?q=ei100'],
      ['people who are banned', 'users?filter=banned'],
      ['all orders', 'orders'],
      ['orders by the name of their buyer', 'orders?q=mei1000'],
      ['batches of coupons', 'coupons'],
    ] as const
  ).map(([name, list]): Call => ({ name, path: () => `${api}/studio/${list}`, by: 'owner' })),
  { name: 'people with a role', path: () => `${api}/studio/users?filter=staff`, by: 'owner', isAtSize: true },
  { name: 'somebody', path: () => `${api}/studio/users/${member.id}`, by: 'owner' },
  { name: "somebody's ledger", path: () => `${api}/studio/users/${member.id}/ledger`, by: 'owner' },
  {
    name: 'news that are taken back',
    method: 'DELETE',
    path: () => `${api}/studio/announcements/${place.announced}`,
    by: 'owner',
  },
  { name: "settings of a user's reader", path: () => `${api}/user/reader_settings`, by: 'member' },
];

/**
 * The faults of the plans of these queries. `stated`: the total that an answer states beside the rows that it returns.
 */
async function faultsOf(queries: readonly SeenQuery[], stated: number): Promise<string[]> {
  const sizes = await sizesOfTables(database.db);
  return queries.flatMap(({ text, whole, read, given }) => {
    // PostgreSQL rightly reads a small table as a whole.
    const isLarge = (table: string) => (sizes.get(table) ?? 0) > largeTable;
    const scanned = [...whole].filter(isLarge);
    const rows = [...read].reduce((sum, [table, count]) => sum + (isLarge(table) ? count : 0), 0);
    const most = readForOneGiven * Math.max(given, stated, 1);
    return [
      ...scanned.map((table) => `reads ${table} from end to end: ${text}`),
      ...(rows > most ? [`reads ${rows} rows (${stated} stated, ${given} given): ${text}`] : []),
    ];
  });
}

/** Rows of each table; a partition counts with the size of its whole table. */
async function sizesOfTables(db: DbPool): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; size: number }>(
    `select c.relname as name, (select sum(greatest(p.reltuples, 0)) from pg_class p
       where p.oid in (select relid from pg_partition_tree(coalesce(pg_partition_root(c.oid), c.oid)))
         or p.oid = c.oid) as size
     from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, size }) => [name, Number(size)]));
}

async function watchCall(call: Call): Promise<{ answer: Answer; queries: SeenQuery[] }> {
  seen = [];
  const answer = await send(call);
  return { answer, queries: seen };
}

describe(`on a site of ${asked.books} books`, () => {
  it.each(['books', 'editions', 'chapters', 'chapter_editions', 'book_tags', 'chapter_likes', 'users'])(
    '%s is large enough to show a wrong plan',
    async (table) => {
      expect((await sizesOfTables(database.db)).get(table)).toBeGreaterThan(largeTable);
    },
  );

  it('the checker finds a plan that reads a whole table', async () => {
    seen = [];
    const watched = watchPlans(database.db, (query) => seen.push(query));
    await watched.query('select id from chapters where total_likes < 0');
    expect(await faultsOf(seen, 1)).toEqual([
      expect.stringContaining('reads chapters from end to end'),
      expect.stringMatching(/^reads \d+ rows/),
    ]);
  });

  it.for(calls)('$name reads few rows beside those that it returns', async (call, { skip }) => {
    skip(call.isAtSize === true && largeTable < 10_000);
    const { answer, queries } = await watchCall(call);
    expect([call.status ?? 200, 202, 204]).toContain(answer.statusCode);
    expect(queries.length).toBeGreaterThan(0);
    const { rows: counted, rest } = apart(queries);
    expect(await faultsOf(rest, 1)).toEqual([]);
    expect(await faultsOf(counted, totalOf(answer))).toEqual([]);
  });

  it.each([...searches, ...allWords.map(bestFor), ...filtered])('$name reads no more than it finds', async (call) => {
    const { answer, queries } = await watchCall(call);
    expect(answer.statusCode).toBe(200);
    const matches = totalOf(call.unfiltered ? await send({ ...call, path: call.unfiltered }) : answer);
    // A match is read as the words of a book, as the book and as its names: to find, to count and to rank it.
    expect(await faultsOf(queries.filter(isOfOneCall), 3 * matches)).toEqual([]);
  });

  it.each(allWords.map(suggestions))('$name read no more of a larger site', async (call) => {
    const { answer, queries } = await watchCall(call);
    expect(answer.statusCode).toBe(200);
    expect(await faultsOf(queries.filter(isOfOneCall), mostSuggestible)).toEqual([]);
  });
});

/** More beginnings of names are not sorted for suggestions. */
const mostSuggestible = 1000;

/** What all books, or all of a tag, have of tags and traits is counted for all callers, and kept. */
function isOfOneCall({ text }: SeenQuery): boolean {
  return !/^select tag, count|^with met .*from (books b where not b\.hidden|book_tags l)/s.test(text.trim());
}

/** A count has to read all rows that it counts. */
function apart(queries: readonly SeenQuery[]) {
  const isCount = ({ text }: SeenQuery) => /^\s*select count\(\*\)/i.test(text);
  return { rows: queries.filter(isCount), rest: queries.filter((query) => !isCount(query)) };
}

function totalOf(answer: Answer): number {
  const isJson = String(answer.headers['content-type']).includes('json');
  return Math.max(1, Number((isJson && answer.json().data?.total) || 1));
}
