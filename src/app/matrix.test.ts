import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { setBookHidden } from '../features/catalog/server/catalog.ts';
import { makeBook } from '../features/catalog/testing/books.ts';
import { makeStoredImage } from '../features/media/testing/images.ts';
import { type Role, roles } from '../features/studio/contract.ts';
import { hasRight } from '../features/studio/rules.ts';
import { isLong } from '../server/testing/depth.ts';
import { declaredCalls } from './testing/declared-calls.ts';
import { addTestPages } from './testing/pages.ts';
import { type Answer, serverForTests } from './testing/server.ts';
import { signInStaff } from './testing/staff.ts';
import { daysFromNow, type SignedInUser, signIn } from './testing/users.ts';

/**
 * The rights of callers: every route of the server × every kind of viewer × the thing that the address names. The
 * routes are the server's own list (openapi.json is one of them); a route without a row fails the suite. Who may make a
 * call comes from its declaration, and what each role may do from rules.test.ts of the studio.
 */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

interface Caller {
  headers: Record<string, string>;
  /** Null for a caller without a valid session. */
  user: SignedInUser | null;
}

const visitor = { 'x-visitor-id': '0a1b2c3d' };
const stranger = (headers: Record<string, string>) => async (): Promise<Caller> => ({ headers, user: null });
const signedIn =
  (given: { expireAt?: Date } = {}) =>
  async (): Promise<Caller> => {
    const user = await signIn(server, given);
    return { headers: user.headers, user };
  };
/** A token that was valid until its row was deleted. */
const formerly = (table: 'sessions' | 'users') => async (): Promise<Caller> => {
  const user = await signIn(server, { expireAt: daysFromNow(30) });
  const id = table === 'sessions' ? user.sessionId : user.id;
  await server.db.query(`delete from ${table} where id = $1`, [id]);
  return { headers: user.headers, user: null };
};
const staff =
  (role: Role, confirmedSecondsAgo = 0) =>
  async (): Promise<Caller> => {
    const user = await signInStaff(server, role, { confirmedSecondsAgo });
    return { headers: user.headers, user };
  };
/** Somebody who had a role when they logged in, and has none any more. */
const demoted = async (): Promise<Caller> => {
  const user = await signInStaff(server, 'owner');
  await server.db.query('delete from staff where user_id = $1', [user.id]);
  return { headers: user.headers, user };
};

const viewers = {
  nobody: stranger({}),
  visitor: stranger(visitor),
  'bad token': stranger({ authorization: 'Token not.a.token' }),
  'other scheme': stranger({ authorization: 'Bearer abc' }),
  'revoked session': formerly('sessions'),
  'deleted user': formerly('users'),
  user: signedIn(),
  'expired member': signedIn({ expireAt: daysFromNow(-1) }),
  member: signedIn({ expireAt: daysFromNow(30) }),
  'other member': signedIn({ expireAt: daysFromNow(300) }),
  owner: staff('owner'),
  editor: staff('editor'),
  support: staff('support'),
  demoted,
  'owner confirmed 16 minutes ago': staff('owner', 16 * 60),
  'owner confirmed 13 hours ago': staff('owner', 13 * 60 * 60),
};
type ViewerName = keyof typeof viewers;
const names = Object.keys(viewers) as ViewerName[]; // the keys of the object above
const askers = new Map<ViewerName, Promise<Caller>>();
/** Who asks, or is refused, stays as they were, so that all such rows have one caller; a change has a new one. */
function callerOf(name: ViewerName, row: Row): Promise<Caller> {
  if (!row.call.startsWith('GET ') && !isRefused(name, row)) return viewers[name]();
  const asker = askers.get(name) ?? viewers[name]();
  askers.set(name, asker);
  return asker;
}
/** To everybody but the studio somebody with a role is a user like any other. */
const roleOf: Partial<Record<ViewerName, Role>> = {
  owner: 'owner',
  editor: 'editor',
  support: 'support',
  'owner confirmed 16 minutes ago': 'owner',
  'owner confirmed 13 hours ago': 'owner',
};
const users: readonly ViewerName[] = [
  ...(['user', 'expired member', 'member', 'other member', 'demoted'] as const),
  ...names.filter((name) => roleOf[name]),
];
const members: readonly ViewerName[] = ['member', 'other member'];
/** Whom the guard of a declared call cannot tell from another viewer: the long form asks them as well. */
const likeAnother: readonly ViewerName[] = [
  'visitor',
  'other scheme',
  'deleted user',
  'expired member',
  'other member',
];
/** The same for a call that needs no role, and for one that does. */
const likeAUser: readonly ViewerName[] = [
  'editor',
  'support',
  'demoted',
  'owner confirmed 16 minutes ago',
  'owner confirmed 13 hours ago',
];
const likeAUserWithoutRole: readonly ViewerName[] = ['member'];

/** Statuses by viewer. */
type Column = Record<ViewerName, number | string>;
const each = (statusOf: (name: ViewerName) => number | string) =>
  Object.fromEntries(names.map((name) => [name, statusOf(name)])) as Column; // every name is there
const usersOnly = (status: number | string) => each((name) => (users.includes(name) ? status : 'unauthenticated'));
/** The answers of a chapter that is not free, by viewer. */
const byMembership = (open: number | string, stranger: number | string = 'membership_required') =>
  each((name) => {
    if (members.includes(name)) return open;
    if (name === 'expired member') return 'membership_expired';
    return users.includes(name) ? 'membership_required' : stranger;
  });
/** The answers of a call of the studio, by role and by the age of the confirmation. */
const byRole = (may: readonly Role[], open: number | string, wants: 'nothing' | 'studio' | 'sensitive' = 'studio') =>
  each((name) => {
    const role = roleOf[name];
    if (!role) return users.includes(name) ? 'forbidden' : 'unauthenticated';
    if (!may.includes(role)) return 'forbidden';
    if (wants !== 'nothing' && name === 'owner confirmed 13 hours ago') return 'password_needed';
    if (wants === 'sensitive' && name === 'owner confirmed 16 minutes ago') return 'password_needed';
    return open;
  });

type Call = `${Method} ${string}`;
/** A thing by its name in `place`, or what stands in the address itself: for the first parameter, or for each by name. */
type At = string | Record<string, string>;

interface More {
  at?: At | ((caller: Caller) => At | Promise<At>);
  query?: string;
  /** The whole address, where it is not the route with something for its parameters. */
  path?: (caller: Caller) => string | Promise<string>;
  body?: object | ((caller: Caller) => object);
  /** The caches that may keep a visitor's answer, where it succeeds; by default nobody. */
  keeps?: 'anyone' | 'forever' | 'this reader' | 'nobody, unasked';
}

interface Row extends More {
  call: Call;
  /** The thing that the address, or the body, names. */
  to: string;
  /** A status or, for a failure, its code: of each viewer, or of those who may make the call as it is declared. */
  answers: Column | number | string;
}

const row = (call: Call, to: string, answers: Row['answers'], more: More = {}): Row => ({ call, to, answers, ...more });
/** Calls that are made of what is there. */
const ask = (answers: Row['answers'], calls: readonly Call[], more: More = {}): Row[] =>
  calls.map((call) => row(call, 'what is there', answers, more));

/** The route with its parameters filled: a language is English, and what `at` does not name is nothing. */
async function addressOf({ call, at, query = '', path }: Row, caller: Caller): Promise<string> {
  if (path) return await path(caller);
  const given = (typeof at === 'function' ? await at(caller) : at) ?? {};
  const things: Record<string, string> = place;
  const route = call.slice(call.indexOf(' ') + 1);
  const [first] = route.match(/(?<=:)\w+|\*/) ?? [''];
  const values: Record<string, string> = {
    language: 'en-us',
    ...(typeof given === 'string' ? { [first]: given } : given),
  };
  const filled = route.replace(/:(\w+)|(\*)/g, (_, name: string, star: string) => {
    const value = values[name ?? star] ?? nowhere;
    return things[value] ?? value;
  });
  return filled + query;
}

/** The answers to each viewer; to everybody the same where the route is no call of the API. */
function columnOf({ call, answers }: Row): Column {
  if (typeof answers === 'object') return answers;
  const declared = declaredCalls.get(call);
  if (!declared || declared.who === 'anyone') return each(() => answers);
  if (!('right' in declared) || hasRight(null, declared.right)) return usersOnly(answers);
  const may = roles.filter((role) => hasRight(role, declared.right));
  return byRole(may, answers, declared.wants);
}

const refusals = ['unauthenticated', 'forbidden', 'password_needed'];
const isRefused = (name: ViewerName, row: Row) => refusals.includes(String(columnOf(row)[name]));

/** The declared calls whose guard has been asked: it does not look at what the address names. */
const guarded = new Set<string>();

/** Whom a row asks. In each run these are who can be told apart, and the refused once for each declared call. */
function namesFor(row: Row): readonly ViewerName[] {
  const declared = declaredCalls.get(row.call);
  if (isLong || typeof row.answers === 'object') return names;
  const needsRole = declared && declared.who !== 'anyone' && 'right' in declared && !hasRight(null, declared.right);
  const alike = [...likeAnother, ...(needsRole ? likeAUserWithoutRole : likeAUser)];
  const wasGuarded = declared !== undefined && guarded.has(row.call);
  guarded.add(row.call);
  return names.filter((name) => !alike.includes(name) && !(wasGuarded && isRefused(name, row)));
}

let place: {
  bookId: string;
  free: string;
  locked: string;
  novelChapter: string;
  hiddenBook: string;
  hiddenChapter: string;
  freeImage: string;
  lockedImage: string;
  otherBook: string;
};
const nowhere = randomUUID();

const bytes = randomBytes(500);
const secretTitle = 'What happens in the end';

const server = serverForTests({
  addPages: addTestPages,
});
beforeAll(async () => {
  const [freeImage, lockedImage] = [await makeFile(), await makeFile()];
  const chapter = (image: string) => ({ editions: { 'en-us': { title: secretTitle, imageIds: [image] } } });
  const book = await makeBook(server.db, {
    tags: ['悬疑'],
    publicFreeChapters: 1,
    chapters: [chapter(freeImage), chapter(lockedImage)],
  });
  const hidden = await makeBook(server.db, { publicFreeChapters: 0 });
  await setBookHidden(server.db, { bookId: hidden.id, hidden: true });
  const other = await makeBook(server.db);
  await server.db.query(`insert into backup_progress (done, total, noted_at) values (0, 0, 'infinity')`);
  const novel = await makeBook(server.db, { kind: 'novel' });
  place = {
    bookId: book.id,
    free: book.chapterIds[0] ?? '',
    locked: book.chapterIds[1] ?? '',
    novelChapter: novel.chapterIds[0] ?? '',
    hiddenBook: hidden.id,
    hiddenChapter: hidden.chapterIds[0] ?? '',
    freeImage,
    lockedImage,
    otherBook: other.id,
  };
});

const makeFile = () => makeStoredImage(server, { bytes });

/** The address of the locked chapter's image, signed for that user. */
async function signedAddress(user: SignedInUser | null): Promise<string> {
  const url = `/api/v1/comics/chapter_comics/${place.locked}/en-us`;
  const answer = user && (await server.app.inject({ url, headers: user.headers }));
  return answer?.json().data?.result.images[0] ?? `/media/${place.lockedImage}/w480.webp`;
}

/** The answers of a door to callers who have no key: a session is none, whoever's it is. */
const withoutKeys = (open: number | string) =>
  each((name) => (['nobody', 'visitor', 'other scheme'].includes(name) ? open : 401));

/** A new thing of that user's; without a user, one that does not exist. */
type OfUser = (user: SignedInUser | null) => Promise<string>;
const made =
  (sql: string): OfUser =>
  async (user) => {
    const id = randomUUID();
    const own = user && { id, user_id: user.id, session_id: user.sessionId };
    if (own) await server.db.query(sql, [JSON.stringify(own)]);
    return id;
  };
const ofGiven = `from jsonb_to_record($1::jsonb) as given(id uuid, user_id uuid, session_id uuid)`;
const orderOf = made(
  `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
   select id, 'wechat', id::text, user_id, 'month', 1, 1000, 'CNY', 'open' ${ofGiven}`,
);
const noticeOf = made(
  `insert into notices (id, user_id, kind, event, in_inbox, to_push) select id, user_id, 'news', id::text, true, true ${ofGiven}`,
);
const deviceOf = made(
  `insert into push_endpoints (id, user_id, session_id, endpoint, p256dh, auth, language, device)
   select id, user_id, session_id, id::text, '', '', 'en-us', '' ${ofGiven}`,
);
const theirs = (of: OfUser) => ({ at: ({ user }: Caller) => of(user) });
const anothers = (of: OfUser) => ({ at: async () => of(await signIn(server)) });
const aUser = { at: async () => (await signIn(server)).id };
/** The address of a new feed of that user's. */
async function feedAddress({ headers }: SignedInUser): Promise<string> {
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/feed_token', headers });
  return new URL(answer.json().data.result.url).pathname;
}
const pushTo = (endpoint: string) => () => {
  const curve = createECDH('prime256v1');
  const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint, keys, language: 'en-us' };
};

const updatedAt = '2026-01-01T00:00:00Z';
const progressOf = (bookId: () => string, chapterId: () => string) => {
  const position = { index: 0, fraction: 0.5 };
  const furthest = { chapter_number: 1, ...position };
  const ids = () => ({ book_uuid: bookId(), chapter_uuid: chapterId() });
  return { body: () => ({ items: [{ ...ids(), position, furthest, updated_at: updatedAt }] }) };
};
const marksOf = (bookId: () => string) => {
  const marks = [{ first: 1, last: 2, is_read: true, marked_at: updatedAt }];
  return { body: () => ({ items: [{ book_uuid: bookId(), marks }] }) };
};
const likeOf = (book: 'bookId' | 'otherBook' | 'hiddenBook', chapter: 'free' | 'locked' | 'hiddenChapter') => ({
  body: () => ({ book_uuid: place[book], chapter_uuid: place[chapter] }),
});
const likes = (['POST', 'DELETE'] as const).flatMap((method): Row[] => {
  const call = `${method} /api/v1/comics/chapter/favor` as const;
  const ofNone = { body: () => ({ book_uuid: place.bookId, chapter_uuid: nowhere }) };
  return [
    row(call, 'a free chapter', 200, likeOf('bookId', 'free')),
    row(call, 'a locked chapter', byMembership(200, 'unauthenticated'), likeOf('bookId', 'locked')),
    row(call, "another book's chapter", 'chapter_not_found', likeOf('otherBook', 'free')),
    row(call, 'a hidden chapter', 'chapter_not_found', likeOf('hiddenBook', 'hiddenChapter')),
    row(call, 'no chapter', 'chapter_not_found', ofNone),
    row(call, 'nonsense', 'invalid_request', { body: { book_uuid: 1 } }),
  ];
});

const ownFeedRoute = 'GET /feeds/updates/:file';
const feed = (at: At): More => ({ at, keeps: 'anyone' });
const progressRoute = 'POST /api/v1/user/progress';
const marksRoute = 'POST /api/v1/user/marks';
const library: Row[] = [
  ...ask(200, ['GET /api/v1/user/progress', 'GET /api/v1/user/marks', 'GET /api/v1/user/reader_settings']),
  row(
    progressRoute,
    'a place in a book',
    200,
    progressOf(
      () => place.bookId,
      () => place.locked,
    ),
  ),
  row(
    progressRoute,
    'a place in a hidden book',
    200,
    progressOf(
      () => place.hiddenBook,
      () => place.hiddenChapter,
    ),
  ),
  row(progressRoute, 'nonsense', 'invalid_request', { body: { items: [{}] } }),
  row(
    marksRoute,
    'chapters of a book',
    200,
    marksOf(() => place.bookId),
  ),
  row(
    marksRoute,
    'chapters of a hidden book',
    200,
    marksOf(() => place.hiddenBook),
  ),
  row(marksRoute, 'nonsense', 'invalid_request', { body: { items: [{ book_uuid: nowhere, marks: [{}] }] } }),
  ...ask(204, ['DELETE /api/v1/user/progress', 'DELETE /api/v1/user/feed_token']),
  row('DELETE /api/v1/user/progress/:book_uuid', 'a book, read or not', 204, { at: 'bookId' }),
  row('DELETE /api/v1/user/progress/:book_uuid', 'no book', 204),
  row('PUT /api/v1/user/reader_settings', 'a setting', 200, {
    body: { items: [{ name: 'novel.theme', value: 'sepia', updated_at: updatedAt }] },
  }),
  row('PUT /api/v1/user/reader_settings', 'nonsense', 'invalid_request', { body: { items: [{}] } }),
  ...ask(200, ['GET /api/v1/user/inbox', 'GET /api/v1/user/announcements', 'GET /api/v1/user/inbox/unread']),
  row('POST /api/v1/user/inbox/read', 'all of them', 200, { body: { all: true } }),
  row('POST /api/v1/user/inbox/read', 'nonsense', 'invalid_request', { body: {} }),
  ...(['GET', 'DELETE'] as const).flatMap((method) => [
    row(`${method} /api/v1/user/inbox/:id`, "one's own notice", method === 'GET' ? 200 : 204, theirs(noticeOf)),
    row(`${method} /api/v1/user/inbox/:id`, "another's notice", 'not_found', anothers(noticeOf)),
    row(`${method} /api/v1/user/inbox/:id`, 'no notice', 'not_found'),
  ]),
  ...ask(200, ['GET /api/v1/user/notices/settings', 'GET /api/v1/user/push', 'GET /api/v1/user/shelf']),
  row('PUT /api/v1/user/notices/settings', 'a kind', 200, { body: { kinds: { news: { inbox: false } } } }),
  row('POST /api/v1/user/push', 'a service', 201, { body: () => pushTo(`https://push.invalid/${randomUUID()}`)() }),
  row('POST /api/v1/user/push', 'this machine', 'push_endpoint_invalid', { body: pushTo('http://localhost:9/') }),
  row('DELETE /api/v1/user/push/:id', "one's own device", 204, theirs(deviceOf)),
  row('DELETE /api/v1/user/push/:id', "another's device", 'not_found', anothers(deviceOf)),
  ...(['PUT', 'DELETE'] as const).flatMap((method): Row[] => {
    const missing = method === 'PUT' ? 'book_not_found' : 204;
    const shelve = `${method} /api/v1/user/shelf/:book_uuid` as const;
    const follow = `${method} /api/v1/user/follows/:book_uuid` as const;
    const body = { state: 'to_read' };
    return [
      row(shelve, 'a book', method === 'PUT' ? 200 : 204, { at: 'bookId', body }),
      row(shelve, 'a hidden book', missing, { at: 'hiddenBook', body }),
      row(shelve, 'no book', missing, { body }),
      row(shelve, 'nonsense', 'invalid_request', { at: 'nonsense', body }),
      row(follow, 'a book', 204, { at: 'bookId' }),
      row(follow, 'a hidden book', missing, { at: 'hiddenBook' }),
      row(follow, 'no book', missing),
      row(follow, 'nonsense', 'invalid_request', { at: 'nonsense' }),
    ];
  }),
  ...ask(200, ['GET /api/v1/user/follows', 'GET /api/v1/user/updates']),
  ...ask(200, ['GET /api/v1/user/feed_token', 'POST /api/v1/user/feed_token']),
  row('GET /feeds/book/:uuid/:file', 'a book', 200, feed({ uuid: 'bookId', file: 'en-us.atom' })),
  row(
    'GET /feeds/book/:uuid/:file',
    'a hidden book',
    'book_not_found',
    feed({ uuid: 'hiddenBook', file: 'en-us.atom' }),
  ),
  row('GET /feeds/book/:uuid/:file', 'no language of ours', 'not_found', feed({ uuid: 'bookId', file: 'de-de.atom' })),
  row('GET /feeds/:kind/:file', 'new chapters', 200, feed({ kind: 'chapters', file: 'en-us.atom' })),
  row('GET /feeds/:kind/:file', 'new books', 200, feed({ kind: 'books', file: 'en-us.atom' })),
  row('GET /feeds/:kind/:file', 'nothing of ours', 'not_found', feed({ kind: 'other', file: 'en-us.atom' })),
  row('GET /feeds/tag/:tag/:file', 'a tag of no book', 'not_found', feed({ tag: 'none', file: 'en-us.atom' })),
  // Feed readers send no header: a caller with a valid address is served, and only by that address.
  row(ownFeedRoute, "a user's own feed, by its address", 200, {
    path: async () => feedAddress(await signIn(server)),
    keeps: 'this reader',
  }),
  row(ownFeedRoute, 'no feed', 'not_found', { at: `${'A'.repeat(43)}.atom` }),
];

const manifestRoute = 'GET /opds/v2/manifest/:chapterId/:language';
const doorPageRoute = 'GET /opds/pages/:chapterId/:language/:file';
const doorFileRoute = 'GET /opds/files/:id/:language/:file';
const doors: Row[] = [
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method) => [
    row(`${method} /komga`, 'its root', method === 'GET' ? 200 : 401),
    row(`${method} /komga/*`, 'what is there', 401, {
      path: () => `/komga/api/v1/series/${place.bookId}-en-us/read-progress`,
    }),
  ]),
  row('GET /opds', 'the catalogue', 301),
  row('GET /opds/:version', 'the catalogue', 301, { at: 'v2' }),
  row('GET /opds/:version', 'another version', 'not_found', { at: 'v3' }),
  row('GET /opds/:version/:name', 'a list', withoutKeys(200), {
    at: { version: 'v2', name: 'updated' },
    keeps: 'anyone',
  }),
  row('GET /opds/:version/:name', "a user's own", 401, { at: { version: 'v1.2', name: 'mine' } }),
  row('GET /opds/:version/:name/:of', 'a book', withoutKeys(200), {
    at: { version: 'v1.2', name: 'books', of: 'bookId' },
    keeps: 'anyone',
  }),
  row('GET /opds/:version/:name/:of', 'a hidden book', withoutKeys('not_found'), {
    at: { version: 'v2', name: 'books', of: 'hiddenBook' },
  }),
  ...ask(200, ['GET /opds/v1.2/search.xml', 'GET /opds/auth'], { keeps: 'anyone' }),
  row(manifestRoute, 'a free chapter', withoutKeys(200), { at: 'free' }),
  row(manifestRoute, 'a locked chapter', 401, { at: 'locked' }),
  row(doorPageRoute, 'a page of a free chapter', withoutKeys(200), {
    at: { chapterId: 'free', file: '0.webp' },
    keeps: 'anyone',
  }),
  row(doorPageRoute, 'a page of a locked chapter', 401, { at: { chapterId: 'locked', file: '0.webp' } }),
  row(doorPageRoute, 'a page of a hidden chapter', withoutKeys('page_not_found'), {
    at: { chapterId: 'hiddenChapter', file: '0.webp' },
  }),
  row(doorFileRoute, 'a chapter of a book that gives no files', withoutKeys('downloads_off'), {
    at: { id: 'free', file: 'one.cbz' },
  }),
  row(doorFileRoute, 'a hidden chapter', withoutKeys('not_found'), { at: { id: 'hiddenChapter', file: 'one.cbz' } }),
  row('POST /koreader/users/create', 'nobody', 402),
  row('GET /koreader/users/auth', 'what is there', 2001),
  row('PUT /koreader/syncs/progress', 'a document', 2001, { body: {} }),
  row('GET /koreader/syncs/progress/*', 'a document', 2001, { at: 'd' }),
  row('GET /koreader/healthcheck', 'what is there', 200),
];

const reason = 'a good reason';
const request = (more: object) => ({ body: () => ({ request_id: randomUUID(), ...more }) });
/** Acts that only an owner may do to somebody with a role, and support to others. */
const actOnUser = (method: Method, part: string, open: number, body?: object): Row[] => {
  const call = `${method} /api/v1/studio/users/:uuid${part}` as const;
  const given = body && { body };
  const operator = { at: async () => (await signInStaff(server, 'editor')).id };
  return [
    row(call, 'a user', open, { ...given, ...aUser }),
    row(call, 'somebody with a role', byRole(['owner'], open), { ...given, ...operator }),
    row(call, 'no user', 'user_not_found', { ...given }),
  ];
};
const noteRoute = 'PUT /api/v1/studio/users/:uuid/note';
const membershipRoute = 'POST /api/v1/studio/users/:uuid/membership';
const roleRoute = 'PUT /api/v1/studio/users/:uuid/role';
const aRole = { body: { role: 'editor', reason: 'helps with the books' } };
const people: Row[] = [
  ...(['users', 'orders', 'coupons', 'payments/report', 'receipts', 'withdrawals', 'fapiao'] as const).flatMap((list) =>
    ask(200, [`GET /api/v1/studio/${list}`]),
  ),
  ...(['', '/ledger', '/timeline'] as const).flatMap((part) => [
    row(`GET /api/v1/studio/users/:uuid${part}`, 'a user', 200, aUser),
    row(`GET /api/v1/studio/users/:uuid${part}`, 'no user', 'user_not_found'),
  ]),
  row(noteRoute, 'a user', 200, { ...aUser, body: { note: 'Prefers e-mail.' } }),
  row(noteRoute, 'no user', 'user_not_found', { body: { note: '' } }),
  row(membershipRoute, 'a user', 200, { ...aUser, ...request({ reason, extend: { days: 7 } }) }),
  row(membershipRoute, 'themselves', byRole(['owner'], 200), {
    at: ({ user }) => user?.id ?? nowhere,
    ...request({ reason, extend: { days: 7 } }),
  }),
  row('GET /api/v1/studio/orders/:id', 'no order', 'order_not_found'),
  row('POST /api/v1/studio/orders/:id/refund', 'no order', 'order_not_found', request({ reason })),
  row('POST /api/v1/studio/orders/:id/resolve', 'no order', 'order_not_found', request({ reason, outcome: 'note' })),
  row(
    'POST /api/v1/studio/orders/:id/assign',
    'no order',
    'order_not_found',
    request({ reason, user_uuid: nowhere, months: 1 }),
  ),
  row('GET /api/v1/studio/coupons/:batch', 'no batch', 'batch_not_found'),
  row('POST /api/v1/studio/coupons/:batch/stop', 'no batch', 'batch_not_found'),
  row('POST /api/v1/studio/coupons/:batch/:id/stop', 'no batch', 'batch_not_found'),
  ...actOnUser('DELETE', '/sessions', 204),
  row('DELETE /api/v1/studio/users/:uuid/sessions/:id', 'no session', 'session_not_found', aUser),
  ...actOnUser('PUT', '/ban', 204, { reason }),
  ...actOnUser('DELETE', '/ban', 204, { reason }),
  ...actOnUser('POST', '/password_link', 200, { reason }),
  row('POST /api/v1/studio/payments/ask', 'a site without a key', 'stripe_key_missing'),
  row('POST /api/v1/studio/payments/resolve', 'nothing that waits', 'reference_not_found', {
    body: { reference: 'nothing', reason },
  }),
  row(roleRoute, 'a user', 200, { ...aUser, ...aRole }),
  row(roleRoute, 'no user', 'user_not_found', aRole),
  row(roleRoute, 'no UUID', 'user_not_found', { at: 'nonsense', ...aRole }),
  row(roleRoute, 'nonsense', 'invalid_request', { body: { role: 'king' } }),
];

const ofBook = { at: 'bookId' };
const ofLocked = { at: 'locked' };
const ofText = { at: 'novelChapter' };
const books: Row[] = [
  row('GET /api/v1/studio/chapters', 'the first chapter of a book', 200, { query: '?q=Mochi+1' }),
  row('GET /api/v1/studio/chapters/:uuid', 'a locked chapter', 200, ofLocked),
  row('PATCH /api/v1/studio/chapters/:uuid', 'a locked chapter, by no version', 'version_missing', {
    ...ofLocked,
    body: { access: 'free' },
  }),
  row('PUT /api/v1/studio/chapters/:uuid/publication', 'a locked chapter, by no version', 'version_missing', {
    ...ofLocked,
    body: { published_at: null },
  }),
  row('DELETE /api/v1/studio/chapters/:uuid', 'a locked chapter, by no version', 'version_missing', ofLocked),
  row('POST /api/v1/studio/chapters/move_to', 'the book that it is of', 'invalid_request', {
    body: () => ({ chapters: [place.locked], book_uuid: place.bookId, before: null }),
  }),
  row('POST /api/v1/studio/chapters/bulk', 'no chapter', 'invalid_request', {
    body: { chapters: [], action: 'trash' },
  }),
  ...ask(200, ['GET /api/v1/studio/books', 'GET /api/v1/studio/trash']),
  row('POST /api/v1/studio/books', 'a book without a title', 'invalid_request', {
    body: { kind: 'comic', original_language: 'en-us', titles: {} },
  }),
  row('POST /api/v1/studio/books/bulk', 'no book', 'invalid_request', { body: { books: [], action: 'hide' } }),
  row('GET /api/v1/studio/books/:uuid', 'a hidden book', 200, { at: 'hiddenBook' }),
  row('PATCH /api/v1/studio/books/:uuid', 'a book, by no version', 'version_missing', {
    ...ofBook,
    body: { early_access_days: 7 },
  }),
  row('DELETE /api/v1/studio/books/:uuid', 'a book, by no version', 'version_missing', ofBook),
  row('GET /api/v1/studio/books/:uuid/export', 'a comic as an EPUB', 'invalid_request', {
    ...ofBook,
    query: '?format=epub',
  }),
  row('GET /api/v1/studio/books/:uuid/export', 'no book', 'book_not_found'),
  ...(['what_if', 'chapters', 'order', 'covers', 'cover_pages', 'presence'] as const).map((part) =>
    row(`GET /api/v1/studio/books/:uuid/${part}`, 'a book', 200, ofBook),
  ),
  row('PUT /api/v1/studio/books/:uuid/presence', 'a book', 200, ofBook),
  row('DELETE /api/v1/studio/books/:uuid/presence', 'a book', 204, ofBook),
  row('POST /api/v1/studio/books/:uuid/chapters/move', 'a book, by no version', 'version_missing', {
    ...ofBook,
    body: () => ({ chapters: [place.locked], before: null }),
  }),
  row('PUT /api/v1/studio/books/:uuid/covers/:language', 'a book, by no version', 'version_missing', {
    ...ofBook,
    body: () => ({ page: { chapter_uuid: place.free, language: 'en-us', page: 1 } }),
  }),
  row('DELETE /api/v1/studio/books/:uuid/covers/:language', 'a book, by no version', 'version_missing', ofBook),
  row('POST /api/v1/studio/books/:uuid/chapters', 'a comic', 'kind_differs', {
    ...ofBook,
    body: { title: 'New', language: 'en-us', markdown: 'New' },
  }),
  row('POST /api/v1/studio/books/:uuid/find_replace', 'a comic', 'kind_differs', {
    ...ofBook,
    body: { find: 'a', replace: 'b' },
  }),
  row('POST /api/v1/studio/trash/:uuid/restore', 'nothing in the trash', 'not_found'),
  row('DELETE /api/v1/studio/trash/:uuid', 'nothing in the trash', 'not_found', { body: { name: 'A book' } }),
  row('GET /api/v1/studio/chapters/:uuid/pages/:language', 'a locked chapter', 200, ofLocked),
  row('PUT /api/v1/studio/chapters/:uuid/pages/:language', 'a chapter, with no file', 'invalid_request', {
    ...ofLocked,
    body: { upload: nowhere },
  }),
  row('PUT /api/v1/studio/chapters/:uuid/pages/:language/:page', 'a page, with no file', 'invalid_request', {
    at: { uuid: 'locked', page: '1' },
    body: { upload: nowhere },
  }),
  row('DELETE /api/v1/studio/chapters/:uuid/pages/:language/:page', 'a page, by no version', 'version_missing', {
    at: { uuid: 'locked', page: '1' },
  }),
  row('POST /api/v1/studio/chapters/:uuid/pages/:language/move', 'a page, by no version', 'version_missing', {
    ...ofLocked,
    body: { pages: [1], before: null },
  }),
  ...(['', '.md', '.txt', '/versions'] as const).map((rest) =>
    row(`GET /api/v1/studio/chapters/:uuid/text/:language${rest}`, 'a text', 200, ofText),
  ),
  row('GET /api/v1/studio/chapters/:uuid/text/:language', 'the text of a comic', 'kind_differs', ofLocked),
  row('PUT /api/v1/studio/chapters/:uuid/text/:language', 'a text, by no version', 'version_missing', {
    ...ofText,
    body: { markdown: 'New' },
  }),
  row('GET /api/v1/studio/chapters/:uuid/text/:language/draft', 'no draft', 'draft_not_found', ofText),
  row('PUT /api/v1/studio/chapters/:uuid/text/:language/draft', 'no words', 'invalid_request', { ...ofText, body: {} }),
  row('DELETE /api/v1/studio/chapters/:uuid/text/:language/draft', 'a draft', 204, ofText),
  row('GET /api/v1/studio/chapters/:uuid/text/:language/versions/:version', 'no version', 'version_not_found', {
    at: { uuid: 'novelChapter', version: '9' },
  }),
  row(
    'POST /api/v1/studio/chapters/:uuid/text/:language/versions/:version/restore',
    'a version, by no version',
    'version_missing',
    { at: { uuid: 'novelChapter', version: '1' }, body: {} },
  ),
];

const importRoute = '/api/v1/studio/imports/:id';
const uploadRoute = '/api/v1/studio/uploads';
const importing: Row[] = [
  ...ask(200, ['GET /api/v1/studio/imports']),
  row('POST /api/v1/studio/imports', 'a book that is not there', 'book_not_found', { body: { book_uuid: nowhere } }),
  ...['', '/events', '/plan', '/files/:fileId/thumbnail', '/undo'].map((part) =>
    row(`GET ${importRoute}${part}`, 'no import', 'import_not_found'),
  ),
  ...['/check', '/cancel', '/undo', '/files/:fileId/retry'].map((part) =>
    row(`POST ${importRoute}${part}`, 'no import', 'import_not_found'),
  ),
  row(`PATCH ${importRoute}/plan`, 'no import', 'import_not_found', {
    body: { changes: [{ files: ['none'], leave_out: true }] },
  }),
  row(`POST ${importRoute}/commit`, 'no import', 'import_not_found', { body: { publish: 'draft' } }),
  row(`POST ${uploadRoute}`, 'a file, in no version of tus', byRole(['owner', 'editor'], 'invalid_request')),
  row(`OPTIONS ${uploadRoute}`, 'what the server can do', 204),
  row(`POST ${uploadRoute}/:id`, 'in the name of another method', byRole(['owner', 'editor'], 'invalid_request')),
  row(`OPTIONS ${uploadRoute}/:id`, 'what the server can do', 204),
  row(`PATCH ${uploadRoute}/:id`, 'no upload, in no version of tus', byRole(['owner', 'editor'], 'invalid_request')),
  row(`DELETE ${uploadRoute}/:id`, 'no upload, in no version of tus', byRole(['owner', 'editor'], 'invalid_request')),
];

const site: Row[] = [
  ...(
    [
      ...['session', 'home', 'today', 'staff', 'publishing', 'windows', 'health', 'health/backups', 'settings'],
      ...['trial', 'redirects', 'site', 'site/seller', 'site/pictures', 'site/proofs', 'site/rows', 'site/pages'],
      ...['announcements', 'connections', 'health/failures', 'broken_pages', 'recommended', 'plans', 'named_plans'],
      'audit',
    ] as const
  ).flatMap((list) => ask(200, [`GET /api/v1/studio/${list}`])),
  // What is written by its version, without one.
  ...(
    [
      ['settings', { values: { free_chapters: 3 } }],
      ['trial', { open: true }],
      ['redirects', { text: '/old /' }],
      ['site', {}],
      ['site/seller', {}],
      ['site/rows', { rows: [] }],
      ['recommended', { items: [] }],
    ] as const
  ).map(([list, body]) =>
    row(`PUT /api/v1/studio/${list}`, 'what is there, by no version', 'version_missing', { body }),
  ),
  row('POST /api/v1/studio/claim', 'a code that does not hold', 'claim_invalid', {
    body: { code: 'A'.repeat(43), password: 'a password' },
  }),
  row('POST /api/v1/studio/claim/check', 'a code that does not hold', 'claim_invalid', {
    body: { code: 'A'.repeat(43) },
  }),
  row('POST /api/v1/studio/session', 'a wrong password', 'password_wrong', { body: { password: 'a guess' } }),
  row('POST /api/v1/studio/session', 'nonsense', 'invalid_request', { body: {} }),
  ...ask(204, ['DELETE /api/v1/studio/session', 'DELETE /api/v1/studio/home/checklist']),
  ...(['visits', 'chapters', 'stops', 'funnel', 'top', 'revenue', 'members', 'attribution', 'cohorts'] as const).map(
    (number) =>
      row(`GET /api/v1/studio/numbers/${number}`, 'a book', 200, {
        path: () => `/api/v1/studio/numbers/${number}?book_uuid=${place.bookId}`,
      }),
  ),
  row('POST /api/v1/studio/publishing/series', 'no chapter', 'chapter_not_found', {
    body: { chapters: [nowhere], start: '2020-01-01T00:00Z', every: { days: 1, at: '18:00' } },
  }),
  row('POST /api/v1/studio/windows', 'a window that is over', 'invalid_request', {
    body: { book_uuid: null, from: '2020-01-01T00:00Z', to: '2020-01-02T00:00Z' },
  }),
  row('DELETE /api/v1/studio/windows/:uuid', 'no window', 'window_not_found'),
  row('POST /api/v1/studio/health/backups', 'a site of which a backup is being made', 'backup_running'),
  row('POST /api/v1/studio/members/import', 'a table that is none', 'invalid_request', { body: { text: 'name' } }),
  row('PUT /api/v1/studio/site/pictures/:kind', 'no upload', 'invalid_request', {
    at: 'logo',
    body: { upload: nowhere },
  }),
  row('DELETE /api/v1/studio/site/pictures/:kind', 'no picture', 'not_found', { at: 'logo' }),
  row('PUT /api/v1/studio/site/proofs/:name', 'a name of ours', 'invalid_request', {
    at: 'robots.txt',
    body: { text: 'proof' },
  }),
  row('DELETE /api/v1/studio/site/proofs/:name', 'no file', 'not_found', { at: 'none.txt' }),
  row('POST /api/v1/studio/announcements', 'announcements, without a text', 'invalid_request', { body: {} }),
  row('PUT /api/v1/studio/announcements/:announcement_id', 'no announcement', 'announcement_not_found', { body: {} }),
  row('DELETE /api/v1/studio/announcements/:announcement_id', 'no announcement', 'announcement_not_found'),
  row('POST /api/v1/studio/connections', 'connections, without an address', 'invalid_request', {
    body: { kind: 'standard', events: ['book.published'] },
  }),
  row('PATCH /api/v1/studio/connections/:id', 'no connection', 'not_found', { body: {} }),
  row('DELETE /api/v1/studio/connections/:id', 'no connection', 'not_found'),
  row('POST /api/v1/studio/connections/:id/secret', 'no connection', 'not_found'),
  row('POST /api/v1/studio/connections/:id/test', 'no connection', 'not_found'),
  row('GET /api/v1/studio/connections/:id/deliveries', 'no connection', 'not_found'),
  row('POST /api/v1/studio/connections/:id/deliveries/:delivery_id/again', 'no connection', 'not_found'),
  row('POST /api/v1/studio/site/pages', 'the pages, without a name', 'invalid_request', { body: {} }),
  ...(
    [
      ['GET', '', {}],
      ['PUT', '', { body: { footer: true } }],
      ['DELETE', '', {}],
      ['POST', '/publish', { body: { effective_at: 'now' } }],
      ['POST', '/move', { body: { before: null } }],
      ['GET', '/preview', {}],
    ] as const
  ).map(([method, part, body]) =>
    row(`${method} /api/v1/studio/site/pages/:page${part}`, 'no page', 'page_not_found', { at: 'nothing', ...body }),
  ),
  row('POST /api/v1/studio/health/failures/:id/retry', 'no failure', 'failure_not_found', { at: 'none' }),
  row('DELETE /api/v1/studio/health/failures/:id', 'no failure', 'failure_not_found', { at: 'none' }),
  row('POST /api/v1/studio/broken_pages/:id/check', 'no page', 'page_not_found', { at: 'none' }),
  row('POST /api/v1/studio/health/jobs/:name/run', 'no job', 'job_not_found', { at: 'none' }),
  row('GET /api/v1/studio/named_books', 'a book and an unknown one', 200, {
    path: () => `/api/v1/studio/named_books?ids=${place.bookId},${nowhere}`,
  }),
  row('POST /api/v1/studio/plans', 'a plan that is there', 'plan_exists', {
    body: { plan: 'month', months: 1, amount: 900, name: { 'en-us': 'Month' } },
  }),
  row('POST /api/v1/studio/plans', 'nonsense', 'invalid_request', { body: { plan: 'Month' } }),
  row('PUT /api/v1/studio/plans/:code', 'a plan, by no version', 'version_missing', {
    at: 'month',
    body: { amount: 900 },
  }),
  row('PUT /api/v1/studio/plans/:code', 'no plan', 'plan_not_found', { at: 'nonsense', body: { amount: 900 } }),
  row('DELETE /api/v1/studio/plans/:code', 'a plan that stays', 'plan_fixed', { at: 'month' }),
  row('DELETE /api/v1/studio/plans/:code', 'no plan', 'plan_not_found', { at: 'nonsense' }),
  row('POST /api/v1/studio/coupons', 'a new discount', 201, request({ percent: 10 })),
  row('POST /api/v1/studio/coupons', 'nonsense', 'invalid_request', request({ percent: 100 })),
  row('GET /api/v1/studio/audit', 'a file', 200, { query: '?format=csv' }),
  row('GET /api/v1/studio/audit', 'nonsense', 'invalid_request', { query: '?format=xls' }),
];

const bookRoute = 'GET /api/v1/comics/chapters/:bookId/:language/:direction/:page/:pageSize';
const listOf = (bookId: string) => ({ at: { bookId, direction: 'asc', page: '0', pageSize: '10' } });
const chapterRoute = 'GET /api/v1/comics/chapter_comics/:chapterUuid/:language';
const lockRoute = 'GET /api/v1/comics/chapter_lock/:chapterUuid/:language';
const sizeRoute = 'GET /api/v1/comics/chapter_size/:chapterUuid/:language';
const sizeOf = (at: string): More => ({ at, query: '?type=image/webp&width=800', keeps: 'anyone' });
const calendars: Row[] = (['GET /api/v1/comics/calendar', 'GET /calendar.ics'] as const).flatMap((call) => {
  const of = (bookId: () => string): More => ({
    path: () => `${call.slice(4)}?book=${bookId()}`,
    keeps: 'anyone',
  });
  return [
    ...ask(200, [call], { keeps: 'anyone' }),
    row(
      call,
      'a book',
      200,
      of(() => place.bookId),
    ),
    row(
      call,
      'a hidden book',
      'book_not_found',
      of(() => place.hiddenBook),
    ),
    row(
      call,
      'no book',
      'book_not_found',
      of(() => nowhere),
    ),
  ];
});
const reading: Row[] = [
  ...ask(
    200,
    [
      ...(['GET /api/v1/site', 'GET /api/v1/home/rows', 'GET /api/v1/reader/book/tags'] as const),
      ...(['GET /api/v1/comics/book/search', 'GET /api/v1/comics/book/suggest'] as const),
      ...(['GET /api/v1/comics/book/recommendation/list', 'GET /api/v1/openapi.json', 'GET /api/docs'] as const),
      ...(['GET /sitemap.xml', 'GET /robots.txt', 'GET /api/v1/comics/membership/:language'] as const),
    ],
    { keeps: 'anyone' },
  ),
  row('GET /api/v1/comics/ranking/:language', 'the most read books', 200, {
    query: '?period=month&tag=nothing',
    keeps: 'anyone',
  }),
  row('GET /api/v1/site/pages/:page', 'no page', 'page_not_found', { at: 'nothing' }),
  // told.test.ts checks what the calendar tells.
  ...calendars,
  row(bookRoute, 'a book', 200, { ...listOf('bookId'), keeps: 'anyone' }),
  row(bookRoute, 'a hidden book', 'book_not_found', listOf('hiddenBook')),
  row(bookRoute, 'no book', 'book_not_found', listOf(nowhere)),
  // text-search.test.ts checks the results of each viewer.
  ...(
    [
      ['GET /api/v1/comics/book/similar/:bookId/:language', ''],
      ['GET /api/v1/comics/chapters/find/:bookId/:language', '?q=one'],
      ['GET /api/v1/reader/book/:bookId/:language/text', '?q=words'],
    ] as const
  ).flatMap(([call, query]) => [
    row(call, 'a book', 200, { at: 'bookId', query, keeps: 'anyone' }),
    row(call, 'a hidden book', 'book_not_found', { at: 'hiddenBook', query }),
    row(call, 'no book', 'book_not_found', { query }),
  ]),
  // The size of a chapter that the viewer may not read is not revealed: the answer is null.
  row(sizeRoute, 'a free chapter', 200, sizeOf('free')),
  row(sizeRoute, 'a locked chapter', 200, sizeOf('locked')),
  row(sizeRoute, 'a hidden chapter', 'chapter_not_found', sizeOf('hiddenChapter')),
  row(chapterRoute, 'a free chapter', 200, { at: 'free', keeps: 'anyone' }),
  row(chapterRoute, 'a locked chapter', byMembership(200), { at: 'locked' }),
  row(chapterRoute, 'a hidden chapter', 'chapter_not_found', { at: 'hiddenChapter' }),
  row(lockRoute, 'a locked chapter', 200, { at: 'locked', keeps: 'anyone' }),
  row(lockRoute, 'a free chapter', 200, { at: 'free', keeps: 'anyone' }),
  row(lockRoute, 'a hidden chapter', 'chapter_not_found', { at: 'hiddenChapter' }),
];

const sessionRoute = 'DELETE /api/v1/user/sessions/:id';
const noPassword = (call: Call) => row(call, 'no password', 'invalid_request', { body: {} });
const accounts: Row[] = [
  row('POST /api/v1/events', 'what is there', 202, { body: { events: [] } }),
  row('POST /api/v1/user/login', 'nobody', 'invalid_credentials', { body: { username: 'nobody1', password: 'guess' } }),
  row('POST /api/v1/user/register', 'what is there', 200, {
    body: () => ({ username: `new${randomBytes(4).toString('hex')}`, password: 'secret' }),
  }),
  row('POST /api/v1/user/reset_password', 'a link that does not hold', 'reset_link_invalid', {
    body: { code: 'A'.repeat(43), new_password: 'a new password' },
  }),
  row('POST /api/v1/user/recover', 'a code that nobody has', 'recovery_failed', {
    body: { username: 'nobody', code: 'AAAAA-AAAAA', new_password: 'a new password' },
  }),
  ...(['recovery_codes', 'tokens', 'sessions', 'deletion', 'export', 'passkeys', 'invite_code'] as const).flatMap(
    (list) => ask(200, [`GET /api/v1/user/${list}`]),
  ),
  row('POST /api/v1/user/tokens', 'no password', 'invalid_request', { body: { name: 'Player', scopes: ['read'] } }),
  row('DELETE /api/v1/user/tokens/:id', 'none', 'not_found'),
  noPassword('POST /api/v1/user/recovery_codes'),
  noPassword('POST /api/v1/user/deletion'),
  noPassword('POST /api/v1/user/export'),
  noPassword('POST /api/v1/user/passkeys/options'),
  ...ask(204, ['POST /api/v1/user/logout', 'DELETE /api/v1/user/deletion']),
  row(sessionRoute, 'their own', 204, { at: ({ user }) => user?.sessionId ?? nowhere }),
  row(sessionRoute, "another user's", 'session_not_found', { at: async () => (await signIn(server)).sessionId }),
  row(sessionRoute, 'none', 'session_not_found'),
  row(sessionRoute, 'nonsense', 'session_not_found', { at: 'nonsense' }),
  row(
    'POST /api/v1/user/update_password',
    'what is there',
    each((name) => {
      if (!users.includes(name)) return 'unauthenticated';
      return name.startsWith('owner confirmed ') ? 'password_needed' : 200;
    }),
    { body: { new_password: 'a new password' } },
  ),
  row('GET /api/v1/user/export/file', 'none', 'not_found'),
  row('POST /api/v1/user/passkeys', 'what is there', 'passkey_invalid', { body: { response: {} } }),
  row('PATCH /api/v1/user/passkeys/:id', 'none', 'not_found', { body: { name: 'Mine' } }),
  row('DELETE /api/v1/user/passkeys/:id', 'none', 'not_found'),
  row('POST /api/v1/user/passkeys/login/options', 'what is there', 200),
  row('POST /api/v1/user/passkeys/login', 'no passkey', 'passkey_refused', { body: { response: {} } }),
  row(
    'GET /api/v1/user/book/membership',
    'what is there',
    each((name) => (users.includes(name) || name === 'nobody' || name === 'visitor' ? 200 : 'unauthenticated')),
  ),
  row('POST /api/v1/user/coupon/redeem', 'no coupon', 'coupon_invalid', { body: { code: '0123-4567-89AB-CDEE' } }),
];

const returnRoute = 'GET /api/v1/payment/return/:order_id';
const orderRoute = 'GET /api/v1/payment/wechat/payment/status/:order_id';
const receiptsRoute = 'GET /api/v1/payment/receipts/:order_id';
const cardReceiptRoute = 'GET /api/v1/payment/orders/:order_id/card_receipt';
const withdrawalRoute = '/api/v1/payment/orders/:order_id/withdrawal';
const quoteRoute = 'POST /api/v1/payment/quote';
const notConfigured = (call: Call, body: object) =>
  row(call, 'a provider that is not configured', 'payment_not_configured', { body });
const payments: Row[] = [
  notConfigured('POST /api/v1/payment/wechat/payment/china_book_membership/create', { months: 1 }),
  notConfigured('POST /api/v1/payment/wechat/authorize', { code: 'none', state: 'none' }),
  notConfigured('POST /api/v1/payment/wechat/openid', { code: 'none', state: 'none' }),
  row('POST /api/v1/payment/wechat/notify', 'a provider that is not configured', 'not_found', { body: {} }),
  row('POST /api/v1/payment/stripe/webhook', 'a provider that is not configured', 'not_found', { body: {} }),
  row(returnRoute, 'anybody’s order', 200, anothers(orderOf)),
  row(returnRoute, 'none', 'order_not_found'),
  row(quoteRoute, 'a plan', 200, { body: { plan: 'month' } }),
  row(quoteRoute, 'a plan, with no coupon', 'coupon_invalid', {
    body: { plan: 'month', coupon: '0123-4567-89AB-CDEE' },
  }),
  row(quoteRoute, 'no plan', 'plan_unavailable', { body: { plan: 'nonsense' } }),
  row(quoteRoute, 'nonsense', 'invalid_request', { body: {} }),
  ...ask(200, ['GET /api/v1/payment/orders']),
  row(`POST ${withdrawalRoute}`, 'an order on a site without withdrawals', 'withdrawal_over', {
    ...theirs(orderOf),
    body: { confirm: true },
  }),
  row(`POST ${withdrawalRoute}`, "another user's order", 'order_not_found', {
    ...anothers(orderOf),
    body: { confirm: true },
  }),
  row(`GET ${withdrawalRoute}/file`, "another user's order", 'order_not_found', anothers(orderOf)),
  row('POST /api/v1/payment/orders/:order_id/fapiao', 'an order on a site without them', 'order_not_found', {
    ...theirs(orderOf),
    body: { type: 'INDIVIDUAL', name: 'Mei', taxpayer_id: '' },
  }),
  row(cardReceiptRoute, 'their own order', 200, theirs(orderOf)),
  row(cardReceiptRoute, "another user's order", 'order_not_found', anothers(orderOf)),
  row(receiptsRoute, 'their own order', 200, theirs(orderOf)),
  row(
    receiptsRoute,
    "another user's order",
    each((name) => {
      if (roleOf[name] === 'owner') return 200;
      return users.includes(name) ? 'order_not_found' : 'unauthenticated';
    }),
    anothers(orderOf),
  ),
  row(receiptsRoute, 'none', 'order_not_found'),
  row(orderRoute, 'their own', 200, theirs(orderOf)),
  row(orderRoute, "another user's", 'order_not_found', anothers(orderOf)),
  row(orderRoute, 'none', 'order_not_found'),
  row(orderRoute, 'nonsense', 'order_not_found', { at: '1' }),
];

const imageRoute = 'GET /media/:imageId/:variant';
const originRoute = 'GET /origin/media/:imageId/:variant';
const file = (imageId: string) => ({ at: { imageId, variant: 'w480.webp' } });
const pictures: Row[] = [
  row(imageRoute, 'an image of a free chapter', 200, { ...file('freeImage'), keeps: 'forever' }),
  row(imageRoute, 'an image of a locked chapter, by its bare address', 'forbidden', file('lockedImage')),
  row(
    imageRoute,
    'an image of a locked chapter, by the address given to them',
    each((name) => (members.includes(name) ? 200 : 'forbidden')),
    { path: ({ user }) => signedAddress(user), keeps: 'this reader' },
  ),
  // An <img> sends no header: a caller with a valid address is served.
  row(imageRoute, "an image of a locked chapter, by another member's address", 200, {
    path: async () => signedAddress(await signIn(server, { expireAt: daysFromNow(1) })),
    keeps: 'this reader',
  }),
  row(imageRoute, 'no image', 'image_not_found', file(nowhere)),
  row(originRoute, 'an image of a free chapter, for a CDN', 200, { ...file('freeImage'), keeps: 'forever' }),
  row(originRoute, 'an image of a locked chapter, by an address that opens it elsewhere', 'forbidden', {
    path: async ({ user }) => `/origin${await signedAddress(user)}`,
  }),
  row(originRoute, 'no image, for a CDN', 'image_not_found', file(nowhere)),
];

const readerRoute = 'GET /reader/book/chapter/:bookid/:chapter_uuid/:chapter_number';
const reader = (chapter_uuid: 'free' | 'locked', chapter_number: string): More => ({
  at: { bookid: 'bookId', chapter_uuid, chapter_number },
  keeps: 'this reader',
});
const pages: Row[] = [
  ...(
    [
      ...['/', '/books', '/search', '/calendar', '/contact-us', '/membership', '/ranking', '/login', '/register'],
      ...['/profile', '/offline', '/library', '/updates', '/history', '/inbox', '/recover'],
    ] as const
  ).flatMap((path) => ask(200, [`GET ${path}`], { query: '?lang=en-us', keeps: 'anyone' })),
  ...ask(200, ['GET /payment/return/:order', 'GET /receipt/:order', 'GET /payment/wechat/return'], {
    query: '?lang=en-us',
  }),
  row('GET /page/:name', 'no page', 404, { at: 'nothing', query: '?lang=en-us' }),
  row('GET /book/chapters/:id', 'a book', 200, { at: 'bookId', query: '?lang=en-us', keeps: 'anyone' }),
  row('GET /book/chapters/:id', 'a hidden book', 404, { at: 'hiddenBook' }),
  row('GET /reset-password/:code', 'a code', 200, { at: 'A'.repeat(43), query: '?lang=en-us' }),
  row('GET /face/:key/:file', 'no picture', 'not_found', { at: { key: '0123456789abcdef', file: 'logo.webp' } }),
  row('GET /:proof.txt', 'no file', 'not_found', { at: 'none' }),
  row('GET /:proof.html', 'no file', 302, { at: 'none' }),
  row('GET /manifest/:language.webmanifest', 'a language', 200, { at: 'ar-sa', keeps: 'anyone' }),
  row('GET /manifest/:language.webmanifest', 'no language of ours', 'not_found', { at: 'de-de' }),
  row('GET /sw.js', 'what is there', 200, { keeps: 'nobody, unasked' }),
  row(readerRoute, 'a free chapter', 200, reader('free', '1')),
  row(readerRoute, 'a locked chapter', 200, reader('locked', '2')),
  row(readerRoute, 'a wrong number', 302, reader('locked', '7')),
  ...ask(200, ['GET /healthz', 'GET /readyz', 'GET /metrics']),
];
const rows = [
  ...[...reading, ...likes, ...library, ...doors, ...books, ...importing, ...people, ...site],
  ...[...accounts, ...payments, ...pictures, ...pages],
];

async function call(row: Row, caller: Caller): Promise<Answer> {
  const [method = ''] = row.call.split(' ');
  const { body } = row;
  server.pass(5000);
  const payload = typeof body === 'function' ? body(caller) : body;
  return server.app.inject({
    method: method as Method, // the type of `call` spells it so
    url: await addressOf(row, caller),
    headers: caller.headers,
    ...(payload ? { payload } : {}),
  });
}

const namesOfSpringError = ['error', 'message', 'path', 'status', 'timestamp'];

/** The outcome as rows state it: the status or, for a failure of the API, its code. */
function outcomeOf({ statusCode, headers, body }: Answer): number | string {
  const isJson = String(headers['content-type']).startsWith('application/json');
  // A door for other people's apps answers in their words, which have no codes.
  return (statusCode >= 400 && isJson && JSON.parse(body).code) || statusCode;
}

describe('the matrix of routes and viewers', () => {
  it('has a row for every route, and no other', () => {
    const listed = [...server.routes].flatMap(([pattern, methods]) =>
      [...methods].filter((method) => method !== 'HEAD').map((method) => `${method} ${pattern}`),
    );
    // Further sitemap files exist for large catalogues only; here they do not exist and need no row.
    const withRows = new Set(rows.map((row) => row.call as string));
    expect([...withRows].sort()).toEqual(listed.filter((route) => !/sitemap-|sitemaps?\/:/.test(route)).sort());
  });

  it.each(rows)('$call of $to', async (row) => {
    for (const name of namesFor(row)) {
      const caller = await callerOf(name, row);
      const answer = await call(row, caller);
      expect([name, outcomeOf(answer)]).toEqual([name, columnOf(row)[name]]);
      expect([name, answer.headers['cache-control']]).toEqual([
        name,
        expect.stringMatching(cachingOf(row, caller, answer)),
      ]);
      if (answer.statusCode < 400) continue;
      // A refusal has no address of an image, no byte of it, and only the fields that the contract names.
      expect(answer.body).not.toMatch(/\/media\/|w480/);
      // KOReader reads refusals of its own form.
      if (row.call.includes(' /koreader/')) continue;
      if (String(answer.headers['content-type']).startsWith('application/json')) {
        const { chapter, details, had, for: lacks, ...rest } = answer.json();
        expect(lacks).toEqual(
          rest.code === 'password_needed' && row.call.includes('/studio/')
            ? expect.stringMatching(/^(studio|sensitive)$/)
            : undefined,
        );
        expect(Object.keys(rest).sort()).toEqual(row.call.includes('/komga') ? namesOfSpringError : ['code', 'error']);
        if (had) expect([rest.code, Object.keys(had)]).toEqual(['membership_expired', namesOfHad]);
        if (chapter) expect(Object.keys(chapter).sort()).toEqual(namesOfLockedChapter);
        expect(typeof details).toBe(rest.code === 'invalid_request' ? 'object' : 'undefined');
      }
    }
  });

  it("answers the same for another user's session and for one that does not exist", async () => {
    const [foreign, missing] = ["another user's", 'none'].map((to) =>
      rows.find((row) => row.call === sessionRoute && row.to === to),
    );
    const caller = await viewers.user();
    const answers = [foreign, missing].map((row) => row && call(row, caller));
    const [one, other] = await Promise.all(answers);
    const { 'x-request-id': _, date: __, ...headers } = one?.headers ?? {};
    expect(one?.body).toBe(other?.body);
    expect(other?.headers).toMatchObject(headers);
  });

  it('changes nothing when a caller is refused', async () => {
    const state = async () => {
      const tables = [
        'chapter_likes',
        'ledger_entries',
        'coupon_redemptions',
        'users',
        'sessions',
        'reading_places',
        'reading_marks',
        'follows',
        'feed_tokens',
        'staff',
        'audit_entries',
      ];
      const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`);
      return (await server.db.query(`select ${counts.join(', ')}`)).rows;
    };
    const callers = ['nobody', 'bad token', 'revoked session', 'demoted', 'owner confirmed 13 hours ago'] as const;
    for (const name of callers) {
      const caller = await viewers[name]();
      const refused = rows.filter((row) => isRefused(name, row));
      expect(refused.length).toBeGreaterThan(10);
      const given: Row[] = [];
      for (const row of refused) {
        const url = await addressOf(row, caller);
        given.push({ ...row, path: () => url });
      }
      const before = await state();
      for (const row of given) await call(row, caller);
      expect([name, await state()]).toEqual([name, before]);
    }
  });
});

const namesOfHad = ['from', 'until', 'plan', 'new_chapters'];
const namesOfLockedChapter = [
  'access',
  'book_title',
  'book_uuid',
  'chapter_number',
  'kind',
  'language',
  'next_chapter_number',
  'next_chapter_uuid',
  'prev_chapter_number',
  'prev_chapter_uuid',
  'title',
];

/** Nobody keeps failures, only users keep their own answers, a visitor's as the row says (spec: http.md#caching). */
function cachingOf(row: Row, { user }: Caller, { statusCode }: Answer): RegExp {
  if (statusCode >= 300) return /^no-store$/;
  const isByAddress = [imageRoute, originRoute, ownFeedRoute].includes(row.call);
  if (!row.keeps) return /no-store/;
  if (user && !isByAddress) return /^private, no-store$/;
  if (row.keeps === 'nobody, unasked') return /^no-cache$/;
  if (row.keeps === 'anyone') return /^public, max-age=0, s-maxage=5, stale-while-revalidate=30$/;
  return row.keeps === 'forever' ? /^public, max-age=31536000, immutable$/ : /^private, no-cache$/;
}

describe('a shared answer', () => {
  it("is neither filled nor read by a user: no other user and no visitor sees a user's answer", async () => {
    const url = '/api/v1/comics/book/search?page_size=100';
    const before = await server.ask(url);
    const added = await makeBook(server.db, { titles: { 'en-us': 'Just now' } });
    const user = await signIn(server);
    const mine = await server.app.inject({ url, headers: user.headers });
    expect(mine.body).toContain(added.id);
    expect((await server.app.inject({ url })).body).toBe(before.body);
  });

  it('is the same page for everybody, with nothing of the caller in it', async () => {
    const url = `/reader/book/chapter/${place.bookId}/${place.locked}/2`;
    const user = await signIn(server, { expireAt: daysFromNow(30) });
    const [mine, anybodys] = [await server.ask(url, { headers: user.headers }), await server.ask(url)];
    const withoutMinute = ({ body }: typeof mine) => body.replace(/"renderedAt":\d+/, '');
    expect(withoutMinute(mine)).toBe(withoutMinute(anybodys));
    expect(anybodys.body).not.toContain(place.lockedImage);
    for (const text of [user.username, user.token, user.id]) expect(mine.body).not.toContain(text);
  });
});
