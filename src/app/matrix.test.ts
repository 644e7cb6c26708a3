import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setBookHidden } from '../features/catalog/server/catalog.ts';
import { makeBook } from '../features/catalog/testing/books.ts';
import { imageFolder, mediaFolders } from '../features/media/testing/files.ts';
import { makeImage } from '../features/media/testing/images.ts';
import { type Role, roles } from '../features/studio/contract.ts';
import { hasRight } from '../features/studio/rules.ts';
import { isLong } from '../server/testing/depth.ts';
import { declaredCalls } from './testing/declared-calls.ts';
import { addTestPages } from './testing/pages.ts';
import { type Answer, startTestServer, type TestServer } from './testing/server.ts';
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

interface Row {
  call: `${Method} ${string}`;
  /** The thing that the address, or the body, names. */
  to: string;
  /** The address, where it is not the route itself. */
  path?: (caller: Caller) => string | Promise<string>;
  body?: (caller: Caller) => object;
  /** A status or, for a failure, its code: of each viewer, or of those who may make the call as it is declared. */
  answers: Column | number | string;
  /** The caches that may keep a visitor's answer, where it succeeds; by default nobody. */
  keeps?: 'anyone' | 'forever' | 'this reader' | 'nobody, unasked' | 'nobody';
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

let server: TestServer;
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

beforeAll(async () => {
  server = await startTestServer({
    addPages: addTestPages,
  });
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
afterAll(() => server.stop());

async function makeFile(): Promise<string> {
  const image = await makeImage(server.db);
  const folder = imageFolder(mediaFolders(server.config.dataDir), image);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'w480.webp'), bytes);
  return image;
}

/** The address of the locked chapter's image, signed for that user. */
async function signedAddress(user: SignedInUser): Promise<string> {
  const answer = await server.app.inject({ url: chapterCall('locked'), headers: user.headers });
  return answer.json().data?.result.images[0] ?? `/media/${place.lockedImage}/w480.webp`;
}

const chapterCall = (name: 'free' | 'locked' | 'hiddenChapter') => `/api/v1/comics/chapter_comics/${place[name]}/en-us`;
const bookCall = (bookId: string) => `/api/v1/comics/chapters/${bookId}/en-us/asc/0/10`;
const findChaptersRoute = 'GET /api/v1/comics/chapters/find/:bookId/:language';
const bookRoute = 'GET /api/v1/comics/chapters/:bookId/:language/:direction/:page/:pageSize';
const similarRoute = 'GET /api/v1/comics/book/similar/:bookId/:language';
const similarCall = (bookId: string) => `/api/v1/comics/book/similar/${bookId}/en-us`;
const textRoute = 'GET /api/v1/reader/book/:bookId/:language/text';
const textCall = (bookId: string) => `/api/v1/reader/book/${bookId}/en-us/text?q=words`;
const chapterRoute = 'GET /api/v1/comics/chapter_comics/:chapterUuid/:language';
const lockRoute = 'GET /api/v1/comics/chapter_lock/:chapterUuid/:language';
const lockCall = (name: 'free' | 'locked' | 'hiddenChapter') => `/api/v1/comics/chapter_lock/${place[name]}/en-us`;
const sizeRoute = 'GET /api/v1/comics/chapter_size/:chapterUuid/:language';
const sizeCall = (chapterId: string) => `/api/v1/comics/chapter_size/${chapterId}/en-us?type=image/webp&width=800`;
const sessionRoute = 'DELETE /api/v1/user/sessions/:id';
const imageRoute = 'GET /media/:imageId/:variant';
const originRoute = 'GET /origin/media/:imageId/:variant';
const manifestRoute = 'GET /opds/v2/manifest/:chapterId/:language';
const doorPageRoute = 'GET /opds/pages/:chapterId/:language/:file';
/** The answers of a door to callers who have no key: a session is none, whoever's it is. */
const withoutKeys = (open: number | string) =>
  each((name) => (['nobody', 'visitor', 'other scheme'].includes(name) ? open : 401));
const exportCall = 'GET /api/v1/studio/books/:uuid/export';
const fileRoute = 'GET /opds/files/:id/:language/:file';
const readerRoute = 'GET /reader/book/chapter/:bookid/:chapter_uuid/:chapter_number';
const receiptsRoute = 'GET /api/v1/payment/receipts/:order_id';
/** The address of the receipts of the order that this address ends with. */
const receiptsOf = (order: string) => `/api/v1/payment/receipts/${order.split('/').at(-1)}`;
const orderRoute = 'GET /api/v1/payment/wechat/payment/status/:order_id';
/** The address of a new order of that user's; without a user, of an order that does not exist. */
async function orderCall(user: SignedInUser | null): Promise<string> {
  const id = randomUUID();
  if (user) {
    await server.db.query(
      `insert into payment_orders (id, provider, reference, user_id, plan, months, amount_minor, currency, state)
       values ($1::uuid, 'wechat', $1::text, $2, 'month', 1, 1000, 'CNY', 'open')`,
      [id, user.id],
    );
  }
  return `/api/v1/payment/wechat/payment/status/${id}`;
}
const reader = (chapter: 'free' | 'locked', number: number) => () =>
  `/reader/book/chapter/${place.bookId}/${place[chapter]}/${number}`;

const likes = (['POST', 'DELETE'] as const).flatMap((method): Row[] => {
  const call = `${method} /api/v1/comics/chapter/favor` as const;
  const body = (bookId: () => string, chapterId: () => string) => () => ({
    book_uuid: bookId(),
    chapter_uuid: chapterId(),
  });
  const ofBook = () => place.bookId;
  return [
    { call, to: 'a free chapter', body: body(ofBook, () => place.free), answers: 200 },
    {
      call,
      to: 'a locked chapter',
      body: body(ofBook, () => place.locked),
      answers: byMembership(200, 'unauthenticated'),
    },
    {
      call,
      to: "another book's chapter",
      body: body(
        () => place.otherBook,
        () => place.free,
      ),
      answers: 'chapter_not_found',
    },
    {
      call,
      to: 'a hidden chapter',
      body: body(
        () => place.hiddenBook,
        () => place.hiddenChapter,
      ),
      answers: 'chapter_not_found',
    },
    { call, to: 'no chapter', body: body(ofBook, () => nowhere), answers: 'chapter_not_found' },
    { call, to: 'nonsense', body: () => ({ book_uuid: 1 }), answers: 'invalid_request' },
  ];
});

const progressOf = (bookId: () => string, chapterId: () => string) => () => ({
  items: [
    {
      book_uuid: bookId(),
      chapter_uuid: chapterId(),
      position: { index: 0, fraction: 0.5 },
      furthest: { chapter_number: 1, index: 0, fraction: 0.5 },
      updated_at: '2026-01-01T00:00:00Z',
    },
  ],
});
const progressRoute = 'POST /api/v1/user/progress';
const marksRoute = 'POST /api/v1/user/marks';
const marksOf = (bookId: () => string) => () => ({
  items: [{ book_uuid: bookId(), marks: [{ first: 1, last: 2, is_read: true, marked_at: '2026-01-01T00:00:00Z' }] }],
});
const shelfRoute = '/api/v1/user/shelf/:book_uuid';
const shelve = (bookId: () => string) => () => `/api/v1/user/shelf/${bookId()}`;
const followRoute = '/api/v1/user/follows/:book_uuid';
const follow = (bookId: () => string) => () => `/api/v1/user/follows/${bookId()}`;
const feedRoute = 'GET /feeds/book/:uuid/:file';
const siteFeedRoute = 'GET /feeds/:kind/:file';
const tagFeedRoute = 'GET /feeds/tag/:tag/:file';
const ownFeedRoute = 'GET /feeds/updates/:file';
/** The address of a new notice of that user's; without a user, of one that does not exist. */
async function noticeOf(user: SignedInUser | null): Promise<string> {
  const id = randomUUID();
  if (user)
    await server.db.query(
      "insert into notices (id, user_id, kind, event, in_inbox, to_push) values ($1::uuid, $2, 'news', $1::text, true, true)",
      [id, user.id],
    );
  return `/api/v1/user/inbox/${id}`;
}
/** The address of a device on which that user is told; without a user, of one that does not exist. */
async function deviceOf(user: SignedInUser | null): Promise<string> {
  const id = randomUUID();
  if (user)
    await server.db.query(
      `insert into push_endpoints (id, user_id, session_id, endpoint, p256dh, auth, language, device)
       values ($1::uuid, $2, $3, $1::text, '', '', 'en-us', '')`,
      [id, user.id, user.sessionId],
    );
  return `/api/v1/user/push/${id}`;
}
const pushOf = (endpoint: string) => () => {
  const curve = createECDH('prime256v1');
  const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint, keys, language: 'en-us' };
};
/** The address of a new feed of that user's. */
async function feedAddress({ headers }: SignedInUser): Promise<string> {
  const answer = await server.app.inject({ method: 'POST', url: '/api/v1/user/feed_token', headers });
  return new URL(answer.json().data.result.url).pathname;
}

const library: Row[] = [
  { call: 'GET /api/v1/user/progress', to: 'what is there', answers: 200 },
  {
    call: progressRoute,
    to: 'a place in a book',
    body: progressOf(
      () => place.bookId,
      () => place.locked,
    ),
    answers: 200,
  },
  {
    call: progressRoute,
    to: 'a place in a hidden book',
    body: progressOf(
      () => place.hiddenBook,
      () => place.hiddenChapter,
    ),
    answers: 200,
  },
  {
    call: progressRoute,
    to: 'nonsense',
    body: () => ({ items: [{}] }),
    answers: 'invalid_request',
  },
  { call: 'GET /api/v1/user/marks', to: 'what is there', answers: 200 },
  {
    call: marksRoute,
    to: 'chapters of a book',
    body: marksOf(() => place.bookId),
    answers: 200,
  },
  {
    call: marksRoute,
    to: 'chapters of a hidden book',
    body: marksOf(() => place.hiddenBook),
    answers: 200,
  },
  {
    call: marksRoute,
    to: 'nonsense',
    body: () => ({ items: [{ book_uuid: nowhere, marks: [{}] }] }),
    answers: 'invalid_request',
  },
  { call: 'DELETE /api/v1/user/progress', to: 'what is there', answers: 204 },
  ...[() => place.bookId, () => nowhere].map(
    (bookId): Row => ({
      call: 'DELETE /api/v1/user/progress/:book_uuid',
      to: 'a book, read or not',
      path: () => `/api/v1/user/progress/${bookId()}`,
      answers: 204,
    }),
  ),
  { call: 'GET /api/v1/user/reader_settings', to: 'what is there', answers: 200 },
  {
    call: 'PUT /api/v1/user/reader_settings',
    to: 'a setting',
    body: () => ({ items: [{ name: 'novel.theme', value: 'sepia', updated_at: '2026-01-01T00:00:00Z' }] }),
    answers: 200,
  },
  {
    call: 'PUT /api/v1/user/reader_settings',
    to: 'nonsense',
    body: () => ({ items: [{}] }),
    answers: 'invalid_request',
  },
  { call: 'GET /api/v1/user/inbox', to: 'what is there', answers: 200 },
  { call: 'GET /api/v1/user/announcements', to: 'what is there', answers: 200 },
  { call: 'GET /api/v1/user/inbox/unread', to: 'what is there', answers: 200 },
  { call: 'POST /api/v1/user/inbox/read', to: 'all of them', body: () => ({ all: true }), answers: 200 },
  { call: 'POST /api/v1/user/inbox/read', to: 'nonsense', body: () => ({}), answers: 'invalid_request' },
  ...(['GET', 'DELETE'] as const).flatMap((method): Row[] => {
    const call = `${method} /api/v1/user/inbox/:id` as const;
    const answers = method === 'GET' ? 200 : 204;
    return [
      { call, to: "one's own notice", path: ({ user }) => noticeOf(user), answers },
      { call, to: "another's notice", path: async () => noticeOf(await signIn(server)), answers: 'not_found' },
      { call, to: 'no notice', path: () => noticeOf(null), answers: 'not_found' },
    ];
  }),
  { call: 'GET /api/v1/user/notices/settings', to: 'what is there', answers: 200 },
  {
    call: 'PUT /api/v1/user/notices/settings',
    to: 'a kind',
    body: () => ({ kinds: { news: { inbox: false } } }),
    answers: 200,
  },
  { call: 'GET /api/v1/user/push', to: 'what is there', answers: 200 },
  {
    call: 'POST /api/v1/user/push',
    to: 'a service',
    body: () => pushOf(`https://push.invalid/${randomUUID()}`)(),
    answers: 201,
  },
  {
    call: 'POST /api/v1/user/push',
    to: 'this machine',
    body: pushOf('http://localhost:9/'),
    answers: 'push_endpoint_invalid',
  },
  {
    call: 'DELETE /api/v1/user/push/:id',
    to: "one's own device",
    path: ({ user }) => deviceOf(user),
    answers: 204,
  },
  {
    call: 'DELETE /api/v1/user/push/:id',
    to: "another's device",
    path: async () => deviceOf(await signIn(server)),
    answers: 'not_found',
  },
  { call: 'GET /api/v1/user/shelf', to: 'what is there', answers: 200 },
  ...(['PUT', 'DELETE'] as const).flatMap((method): Row[] => {
    const call = `${method} ${shelfRoute}` as const;
    const isPut = method === 'PUT';
    const body = () => ({ state: 'to_read' });
    return [
      { call, to: 'a book', path: shelve(() => place.bookId), body, answers: isPut ? 200 : 204 },
      {
        call,
        to: 'a hidden book',
        path: shelve(() => place.hiddenBook),
        body,
        answers: isPut ? 'book_not_found' : 204,
      },
      { call, to: 'no book', path: shelve(() => nowhere), body, answers: isPut ? 'book_not_found' : 204 },
      { call, to: 'nonsense', path: shelve(() => 'nonsense'), body, answers: 'invalid_request' },
    ];
  }),
  { call: 'GET /api/v1/user/follows', to: 'what is there', answers: 200 },
  { call: 'GET /api/v1/user/updates', to: 'what is there', answers: 200 },
  ...(['PUT', 'DELETE'] as const).flatMap((method): Row[] => {
    const call = `${method} ${followRoute}` as const;
    const missing = method === 'PUT' ? 'book_not_found' : 204;
    return [
      { call, to: 'a book', path: follow(() => place.bookId), answers: 204 },
      { call, to: 'a hidden book', path: follow(() => place.hiddenBook), answers: missing },
      { call, to: 'no book', path: follow(() => nowhere), answers: missing },
      { call, to: 'nonsense', path: follow(() => 'nonsense'), answers: 'invalid_request' },
    ];
  }),
  { call: 'GET /api/v1/user/feed_token', to: 'what is there', answers: 200 },
  { call: 'POST /api/v1/user/feed_token', to: 'what is there', answers: 200 },
  { call: 'DELETE /api/v1/user/feed_token', to: 'what is there', answers: 204 },
  {
    call: feedRoute,
    to: 'a book',
    path: () => `/feeds/book/${place.bookId}/en-us.atom`,
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: feedRoute,
    to: 'a hidden book',
    path: () => `/feeds/book/${place.hiddenBook}/en-us.atom`,
    answers: 'book_not_found',
  },
  {
    call: feedRoute,
    to: 'no language of ours',
    path: () => `/feeds/book/${place.bookId}/de-de.atom`,
    answers: 'not_found',
  },
  { call: siteFeedRoute, to: 'new chapters', path: () => '/feeds/chapters/en-us.atom', answers: 200, keeps: 'anyone' },
  { call: siteFeedRoute, to: 'new books', path: () => '/feeds/books/en-us.atom', answers: 200, keeps: 'anyone' },
  { call: siteFeedRoute, to: 'nothing of ours', path: () => '/feeds/other/en-us.atom', answers: 'not_found' },
  { call: tagFeedRoute, to: 'a tag of no book', path: () => '/feeds/tag/none/en-us.atom', answers: 'not_found' },
  {
    // Feed readers send no header: a caller with a valid address is served, and only by that address.
    call: ownFeedRoute,
    to: "a user's own feed, by its address",
    path: async () => feedAddress(await signIn(server)),
    answers: 200,
    keeps: 'this reader',
  },
  {
    call: ownFeedRoute,
    to: 'no feed',
    path: () => `/feeds/updates/${'A'.repeat(43)}.atom`,
    answers: 'not_found',
  },
  ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).flatMap((method): Row[] => [
    { call: `${method} /komga`, to: 'its root', answers: method === 'GET' ? 200 : 401 },
    {
      call: `${method} /komga/*`,
      to: 'what is there',
      path: () => `/komga/api/v1/series/${place.bookId}-en-us/read-progress`,
      answers: 401,
    },
  ]),
  { call: 'GET /opds', to: 'the catalogue', answers: 301 },
  { call: 'GET /opds/:version', to: 'the catalogue', path: () => '/opds/v2', answers: 301 },
  { call: 'GET /opds/:version', to: 'another version', path: () => '/opds/v3', answers: 'not_found' },
  ...(
    [
      ['GET /opds/:version/:name', 'a list', () => '/opds/v2/updated'],
      ['GET /opds/:version/:name/:of', 'a book', () => `/opds/v1.2/books/${place.bookId}`],
    ] as const
  ).map(([call, to, path]): Row => ({ call, to, path, answers: withoutKeys(200), keeps: 'anyone' })),
  { call: 'GET /opds/:version/:name', to: "a user's own", path: () => '/opds/v1.2/mine', answers: 401 },
  {
    call: 'GET /opds/:version/:name/:of',
    to: 'a hidden book',
    path: () => `/opds/v2/books/${place.hiddenBook}`,
    answers: withoutKeys('not_found'),
  },
  { call: 'GET /opds/v1.2/search.xml', to: 'what is there', answers: 200, keeps: 'anyone' },
  {
    call: manifestRoute,
    to: 'a free chapter',
    path: () => `/opds/v2/manifest/${place.free}/en-us`,
    answers: withoutKeys(200),
  },
  { call: manifestRoute, to: 'a locked chapter', path: () => `/opds/v2/manifest/${place.locked}/en-us`, answers: 401 },
  { call: 'GET /opds/auth', to: 'what is there', answers: 200, keeps: 'anyone' },
  {
    call: doorPageRoute,
    to: 'a page of a free chapter',
    path: () => `/opds/pages/${place.free}/en-us/0.webp`,
    answers: withoutKeys(200),
    keeps: 'anyone',
  },
  {
    call: doorPageRoute,
    to: 'a page of a locked chapter',
    path: () => `/opds/pages/${place.locked}/en-us/0.webp`,
    answers: 401,
  },
  {
    call: doorPageRoute,
    to: 'a page of a hidden chapter',
    path: () => `/opds/pages/${place.hiddenChapter}/en-us/0.webp`,
    answers: withoutKeys('page_not_found'),
  },
  {
    call: fileRoute,
    to: 'a chapter of a book that gives no files',
    path: () => `/opds/files/${place.free}/en-us/one.cbz`,
    answers: withoutKeys('downloads_off'),
  },
  {
    call: fileRoute,
    to: 'a hidden chapter',
    path: () => `/opds/files/${place.hiddenChapter}/en-us/one.cbz`,
    answers: withoutKeys('not_found'),
  },
  { call: 'POST /koreader/users/create', to: 'nobody', answers: 402 },
  { call: 'GET /koreader/users/auth', to: 'what is there', answers: 2001 },
  { call: 'PUT /koreader/syncs/progress', to: 'a document', body: () => ({}), answers: 2001 },
  { call: 'GET /koreader/syncs/progress/*', to: 'a document', path: () => '/koreader/syncs/progress/d', answers: 2001 },
  { call: 'GET /koreader/healthcheck', to: 'what is there', answers: 200 },
];

const own = { to: 'what is there' } as const;
const roleRoute = 'PUT /api/v1/studio/users/:uuid/role';
const roleOfUser = (userId: string) => `/api/v1/studio/users/${userId}/role`;
const aRole = () => ({ role: 'editor', reason: 'helps with the books' });
const planRoute = 'PUT /api/v1/studio/plans/:code';
const reason = 'a good reason';
const aUser = async () => `/api/v1/studio/users/${(await signIn(server)).id}`;
const noUser = `/api/v1/studio/users/${nowhere}`;
/** Acts that only an owner may do to somebody with a role, and support to others. */
const actsOnUser = (
  [method, part, given]: readonly [Method, string, object | null],
  { open }: { open: number },
): Row[] => {
  const call = `${method} /api/v1/studio/users/:uuid${part}` as const;
  const body = given && { body: () => given };
  return [
    {
      ...{ call, to: 'a user', ...body },
      path: async () => (await aUser()) + part,
      answers: open,
    },
    {
      ...{ call, to: 'somebody with a role', ...body },
      path: async () => `/api/v1/studio/users/${(await signInStaff(server, 'editor')).id}${part}`,
      answers: byRole(['owner'], open),
    },
    {
      ...{ call, to: 'no user', ...body },
      path: () => noUser + part,
      answers: 'user_not_found',
    },
  ];
};
const people: Row[] = [
  ...(['users', 'orders', 'coupons', 'payments/report', 'receipts', 'withdrawals', 'fapiao'] as const).map(
    (list): Row => ({ call: `GET /api/v1/studio/${list}`, ...own, answers: 200 }),
  ),
  ...(['', '/ledger', '/timeline'] as const).flatMap((part): Row[] => [
    {
      ...{ call: `GET /api/v1/studio/users/:uuid${part}`, to: 'a user' },
      path: async () => (await aUser()) + part,
      answers: 200,
    },
    {
      ...{ call: `GET /api/v1/studio/users/:uuid${part}`, to: 'no user' },
      path: () => noUser + part,
      answers: 'user_not_found',
    },
  ]),
  {
    ...{ call: 'PUT /api/v1/studio/users/:uuid/note', to: 'a user' },
    path: async () => `${await aUser()}/note`,
    body: () => ({ note: 'Prefers e-mail.' }),
    answers: 200,
  },
  {
    ...{ call: 'PUT /api/v1/studio/users/:uuid/note', to: 'no user' },
    path: () => `${noUser}/note`,
    body: () => ({ note: '' }),
    answers: 'user_not_found',
  },
  {
    ...{ call: 'POST /api/v1/studio/users/:uuid/membership', to: 'a user' },
    path: async () => `${await aUser()}/membership`,
    body: () => ({ request_id: randomUUID(), reason, extend: { days: 7 } }),
    answers: 200,
  },
  {
    ...{ call: 'POST /api/v1/studio/users/:uuid/membership', to: 'themselves' },
    path: ({ user }) => `/api/v1/studio/users/${user?.id ?? nowhere}/membership`,
    body: () => ({ request_id: randomUUID(), reason, extend: { days: 7 } }),
    answers: byRole(['owner'], 200),
  },
  {
    ...{ call: 'GET /api/v1/studio/orders/:id', to: 'no order' },
    path: () => `/api/v1/studio/orders/${nowhere}`,
    answers: 'order_not_found',
  },
  ...(
    [
      ['refund', {}],
      ['resolve', { outcome: 'note' }],
      ['assign', { user_uuid: nowhere, months: 1 }],
    ] as const
  ).map(
    ([act, body]): Row => ({
      ...{ call: `POST /api/v1/studio/orders/:id/${act}`, to: 'no order' },
      path: () => `/api/v1/studio/orders/${nowhere}/${act}`,
      body: () => ({ request_id: randomUUID(), reason, ...body }),
      answers: 'order_not_found',
    }),
  ),
  ...(
    [
      ['GET', ''],
      ['POST', '/stop'],
    ] as const
  ).map(
    ([method, part]): Row => ({
      ...{ call: `${method} /api/v1/studio/coupons/:batch${part}`, to: 'no batch' },
      path: () => `/api/v1/studio/coupons/${nowhere}${part}`,
      answers: 'batch_not_found',
    }),
  ),
  {
    ...{ call: 'POST /api/v1/studio/coupons/:batch/:id/stop', to: 'no batch' },
    path: () => `/api/v1/studio/coupons/${nowhere}/${nowhere}/stop`,
    answers: 'batch_not_found',
  },
  ...actsOnUser(['DELETE', '/sessions', null], { open: 204 }),
  {
    ...{ call: 'DELETE /api/v1/studio/users/:uuid/sessions/:id', to: 'no session' },
    path: async () => `${await aUser()}/sessions/${nowhere}`,
    answers: 'session_not_found',
  },
  ...actsOnUser(['PUT', '/ban', { reason }], { open: 204 }),
  ...actsOnUser(['DELETE', '/ban', { reason }], { open: 204 }),
  ...actsOnUser(['POST', '/password_link', { reason }], { open: 200 }),
  { call: 'POST /api/v1/studio/payments/ask', to: 'a site without a key', answers: 'stripe_key_missing' },
  {
    ...{ call: 'POST /api/v1/studio/payments/resolve', to: 'nothing that waits' },
    body: () => ({ reference: 'nothing', reason }),
    answers: 'reference_not_found',
  },
];
/** A call below a text. */
const ofText = (rest: string) => ({
  path: () => `/api/v1/studio/chapters/${place.novelChapter}/text/en-us${rest}`,
});
/** A call below a book. */
const ofBook = (part: string) => ({
  to: 'a book',
  path: () => `/api/v1/studio/books/${place.bookId}/${part}`,
});

const studio: Row[] = [
  {
    call: 'POST /api/v1/studio/claim',
    to: 'a code that does not hold',
    body: () => ({ code: 'A'.repeat(43), password: 'a password' }),
    answers: 'claim_invalid',
  },
  {
    call: 'POST /api/v1/studio/claim/check',
    to: 'a code that does not hold',
    body: () => ({ code: 'A'.repeat(43) }),
    answers: 'claim_invalid',
  },
  { call: 'GET /api/v1/studio/session', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/session',
    to: 'a wrong password',
    body: () => ({ password: 'a guess' }),
    answers: 'password_wrong',
  },
  {
    call: 'POST /api/v1/studio/session',
    to: 'nonsense',
    body: () => ({}),
    answers: 'invalid_request',
  },
  { call: 'DELETE /api/v1/studio/session', ...own, answers: 204 },
  { call: 'GET /api/v1/studio/home', ...own, answers: 200 },
  { call: 'DELETE /api/v1/studio/home/checklist', ...own, answers: 204 },
  { call: 'GET /api/v1/studio/today', ...own, answers: 200 },
  { call: 'GET /api/v1/studio/staff', ...own, answers: 200 },
  ...(['publishing', 'windows'] as const).map(
    (list): Row => ({
      call: `GET /api/v1/studio/${list}`,
      to: 'what is there',
      answers: 200,
    }),
  ),
  ...(['visits', 'chapters', 'stops', 'funnel', 'top', 'revenue', 'members', 'attribution', 'cohorts'] as const).map(
    (number): Row => ({
      call: `GET /api/v1/studio/numbers/${number}`,
      to: 'a book',
      path: () => `/api/v1/studio/numbers/${number}?book_uuid=${place.bookId}`,
      answers: 200,
    }),
  ),
  {
    call: 'POST /api/v1/studio/publishing/series',
    to: 'no chapter',
    body: () => ({ chapters: [randomUUID()], start: '2020-01-01T00:00Z', every: { days: 1, at: '18:00' } }),
    answers: 'chapter_not_found',
  },
  {
    call: 'POST /api/v1/studio/windows',
    to: 'a window that is over',
    body: () => ({ book_uuid: null, from: '2020-01-01T00:00Z', to: '2020-01-02T00:00Z' }),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/studio/windows/:uuid',
    to: 'no window',
    path: () => `/api/v1/studio/windows/${randomUUID()}`,
    answers: 'window_not_found',
  },
  {
    call: 'GET /api/v1/studio/chapters',
    to: 'the first chapter of a book',
    path: () => '/api/v1/studio/chapters?q=Mochi+1',
    answers: 200,
  },
  {
    call: 'GET /api/v1/studio/chapters/:uuid',
    to: 'a locked chapter',
    path: () => `/api/v1/studio/chapters/${place.locked}`,
    answers: 200,
  },
  {
    call: 'PATCH /api/v1/studio/chapters/:uuid',
    to: 'a locked chapter, by no version',
    path: () => `/api/v1/studio/chapters/${place.locked}`,
    body: () => ({ access: 'free' }),
    answers: 'version_missing',
  },
  {
    call: 'PUT /api/v1/studio/chapters/:uuid/publication',
    to: 'a locked chapter, by no version',
    path: () => `/api/v1/studio/chapters/${place.locked}/publication`,
    body: () => ({ published_at: null }),
    answers: 'version_missing',
  },
  {
    call: 'GET /api/v1/studio/books/:uuid',
    to: 'a hidden book',
    path: () => `/api/v1/studio/books/${place.hiddenBook}`,
    answers: 200,
  },
  {
    call: exportCall,
    to: 'a comic as an EPUB',
    path: () => `/api/v1/studio/books/${place.bookId}/export?format=epub`,
    answers: 'invalid_request',
  },
  { call: exportCall, to: 'no book', path: () => `/api/v1/studio/books/${nowhere}/export`, answers: 'book_not_found' },
  {
    call: 'GET /api/v1/studio/books/:uuid/what_if',
    to: 'a book',
    path: () => `/api/v1/studio/books/${place.bookId}/what_if`,
    answers: 200,
  },
  {
    call: 'PATCH /api/v1/studio/books/:uuid',
    to: 'a book, by no version',
    path: () => `/api/v1/studio/books/${place.bookId}`,
    body: () => ({ early_access_days: 7 }),
    answers: 'version_missing',
  },
  ...(['books', 'trash'] as const).map(
    (list): Row => ({
      call: `GET /api/v1/studio/${list}`,
      to: 'what is there',
      answers: 200,
    }),
  ),
  {
    call: 'POST /api/v1/studio/books',
    to: 'a book without a title',
    body: () => ({ kind: 'comic', original_language: 'en-us', titles: {} }),
    answers: 'invalid_request',
  },
  {
    call: 'POST /api/v1/studio/books/bulk',
    to: 'no book',
    body: () => ({ books: [], action: 'hide' }),
    answers: 'invalid_request',
  },
  {
    call: 'POST /api/v1/studio/chapters/move_to',
    to: 'the book that it is of',
    body: () => ({ chapters: [place.locked], book_uuid: place.bookId, before: null }),
    answers: 'invalid_request',
  },
  {
    call: 'POST /api/v1/studio/chapters/bulk',
    to: 'no chapter',
    body: () => ({ chapters: [], action: 'trash' }),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/studio/books/:uuid',
    to: 'a book, by no version',
    path: () => `/api/v1/studio/books/${place.bookId}`,
    answers: 'version_missing',
  },
  {
    call: 'GET /api/v1/studio/books/:uuid/chapters',
    to: 'a book',
    path: () => `/api/v1/studio/books/${place.bookId}/chapters`,
    answers: 200,
  },
  {
    call: 'GET /api/v1/studio/books/:uuid/order',
    to: 'a book',
    path: () => `/api/v1/studio/books/${place.bookId}/order`,
    answers: 200,
  },
  {
    call: 'POST /api/v1/studio/books/:uuid/chapters/move',
    to: 'a book, by no version',
    path: () => `/api/v1/studio/books/${place.bookId}/chapters/move`,
    body: () => ({ chapters: [place.locked], before: null }),
    answers: 'version_missing',
  },
  {
    call: 'DELETE /api/v1/studio/chapters/:uuid',
    to: 'a locked chapter, by no version',
    path: () => `/api/v1/studio/chapters/${place.locked}`,
    answers: 'version_missing',
  },
  {
    call: 'POST /api/v1/studio/trash/:uuid/restore',
    to: 'nothing in the trash',
    path: () => `/api/v1/studio/trash/${randomUUID()}/restore`,
    answers: 'not_found',
  },
  {
    call: 'DELETE /api/v1/studio/trash/:uuid',
    to: 'nothing in the trash',
    path: () => `/api/v1/studio/trash/${randomUUID()}`,
    body: () => ({ name: 'A book' }),
    answers: 'not_found',
  },
  { call: 'GET /api/v1/studio/health', ...own, answers: 200 },
  { call: 'GET /api/v1/studio/health/backups', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/health/backups',
    to: 'a site of which a backup is being made',
    path: () => '/api/v1/studio/health/backups',
    answers: 'backup_running',
  },
  { call: 'GET /api/v1/studio/settings', ...own, answers: 200 },
  {
    call: 'PUT /api/v1/studio/settings',
    to: 'the settings, by no version',
    path: () => '/api/v1/studio/settings',
    body: () => ({ values: { free_chapters: 3 } }),
    answers: 'version_missing',
  },
  {
    call: 'POST /api/v1/studio/members/import',
    to: 'a table that is none',
    path: () => '/api/v1/studio/members/import',
    body: () => ({ text: 'name' }),
    answers: 'invalid_request',
  },
  { call: 'GET /api/v1/studio/trial', ...own, answers: 200 },
  {
    call: 'PUT /api/v1/studio/trial',
    to: 'the terms, by no version',
    path: () => '/api/v1/studio/trial',
    body: () => ({ open: true }),
    answers: 'version_missing',
  },
  { call: 'GET /api/v1/studio/redirects', ...own, answers: 200 },
  {
    call: 'PUT /api/v1/studio/redirects',
    to: 'the list, by no version',
    path: () => '/api/v1/studio/redirects',
    body: () => ({ text: '/old /' }),
    answers: 'version_missing',
  },
  ...(['', '/seller'] as const).flatMap((part): Row[] => [
    { call: `GET /api/v1/studio/site${part}`, ...own, answers: 200 },
    {
      call: `PUT /api/v1/studio/site${part}`,
      to: 'what the site is, by no version',
      path: () => `/api/v1/studio/site${part}`,
      body: () => ({}),
      answers: 'version_missing',
    },
  ]),
  { call: 'GET /api/v1/studio/site/pictures', ...own, answers: 200 },
  {
    call: 'PUT /api/v1/studio/site/pictures/:kind',
    to: 'no upload',
    path: () => '/api/v1/studio/site/pictures/logo',
    body: () => ({ upload: nowhere }),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/studio/site/pictures/:kind',
    to: 'no picture',
    path: () => '/api/v1/studio/site/pictures/logo',
    answers: 'not_found',
  },
  { call: 'GET /api/v1/studio/site/proofs', ...own, answers: 200 },
  {
    call: 'PUT /api/v1/studio/site/proofs/:name',
    to: 'a name of ours',
    path: () => '/api/v1/studio/site/proofs/robots.txt',
    body: () => ({ text: 'proof' }),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/studio/site/proofs/:name',
    to: 'no file',
    path: () => '/api/v1/studio/site/proofs/none.txt',
    answers: 'not_found',
  },
  { call: 'GET /api/v1/studio/site/rows', ...own, answers: 200 },
  {
    call: 'PUT /api/v1/studio/site/rows',
    to: 'the rows, by no version',
    path: () => '/api/v1/studio/site/rows',
    body: () => ({ rows: [] }),
    answers: 'version_missing',
  },
  { call: 'GET /api/v1/studio/announcements', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/announcements',
    to: 'announcements, without a text',
    path: () => '/api/v1/studio/announcements',
    body: () => ({}),
    answers: 'invalid_request',
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): Row => ({
      call: `${method} /api/v1/studio/announcements/:announcement_id`,
      to: 'no announcement',
      path: () => `/api/v1/studio/announcements/${nowhere}`,
      ...(method === 'PUT' && { body: () => ({}) }),
      answers: 'announcement_not_found',
    }),
  ),
  { call: 'GET /api/v1/studio/connections', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/connections',
    to: 'connections, without an address',
    path: () => '/api/v1/studio/connections',
    body: () => ({ kind: 'standard', events: ['book.published'] }),
    answers: 'invalid_request',
  },
  ...(
    [
      ['PATCH', '', ''],
      ['DELETE', '', ''],
      ['POST', '/secret', ''],
      ['POST', '/test', ''],
      ['GET', '/deliveries', ''],
      ['POST', '/deliveries/:delivery_id/again', `/deliveries/${nowhere}/again`],
    ] as const
  ).map(
    ([method, part, more]): Row => ({
      call: `${method} /api/v1/studio/connections/:id${part}`,
      to: 'no connection',
      path: () => `/api/v1/studio/connections/${nowhere}${more || part}`,
      ...(method === 'PATCH' && { body: () => ({}) }),
      answers: 'not_found',
    }),
  ),
  { call: 'GET /api/v1/studio/site/pages', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/site/pages',
    to: 'the pages, without a name',
    path: () => '/api/v1/studio/site/pages',
    body: () => ({}),
    answers: 'invalid_request',
  },
  ...(
    [
      ['GET', '', undefined],
      ['PUT', '', { footer: true }],
      ['DELETE', '', undefined],
      ['POST', '/publish', { effective_at: 'now' }],
      ['GET', '/preview', undefined],
    ] as const
  ).map(
    ([method, part, body]): Row => ({
      call: `${method} /api/v1/studio/site/pages/:page${part}`,
      to: 'no page',
      path: () => `/api/v1/studio/site/pages/nothing${part}`,
      ...(body && { body: () => body }),
      answers: 'page_not_found',
    }),
  ),
  { call: 'GET /api/v1/studio/health/failures', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/health/failures/:id/retry',
    to: 'no failure',
    path: () => '/api/v1/studio/health/failures/none/retry',
    answers: 'failure_not_found',
  },
  {
    call: 'DELETE /api/v1/studio/health/failures/:id',
    to: 'no failure',
    path: () => '/api/v1/studio/health/failures/none',
    answers: 'failure_not_found',
  },
  { call: 'GET /api/v1/studio/broken_pages', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/broken_pages/:id/check',
    to: 'no page',
    path: () => '/api/v1/studio/broken_pages/none/check',
    answers: 'page_not_found',
  },
  {
    call: 'POST /api/v1/studio/health/jobs/:name/run',
    to: 'no job',
    path: () => '/api/v1/studio/health/jobs/none/run',
    answers: 'job_not_found',
  },
  { call: 'GET /api/v1/studio/imports', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/imports',
    to: 'a book that is not there',
    path: () => '/api/v1/studio/imports',
    body: () => ({ book_uuid: nowhere }),
    answers: 'book_not_found',
  },
  ...(
    [
      'GET /api/v1/studio/imports/:id',
      'GET /api/v1/studio/imports/:id/events',
      'GET /api/v1/studio/imports/:id/plan',
      'GET /api/v1/studio/imports/:id/files/:fileId/thumbnail',
      'GET /api/v1/studio/imports/:id/undo',
      'POST /api/v1/studio/imports/:id/check',
      'POST /api/v1/studio/imports/:id/cancel',
      'POST /api/v1/studio/imports/:id/undo',
      'POST /api/v1/studio/imports/:id/files/:fileId/retry',
    ] as const
  ).map(
    (call): Row => ({
      call,
      to: 'no import',
      path: () => call.replace(/^\w+ /, '').replace(':id', nowhere).replace(':fileId', 'none'),
      answers: 'import_not_found',
    }),
  ),
  {
    call: 'PATCH /api/v1/studio/imports/:id/plan',
    to: 'no import',
    path: () => `/api/v1/studio/imports/${nowhere}/plan`,
    body: () => ({ changes: [{ files: ['none'], leave_out: true }] }),
    answers: 'import_not_found',
  },
  {
    call: 'POST /api/v1/studio/imports/:id/commit',
    to: 'no import',
    path: () => `/api/v1/studio/imports/${nowhere}/commit`,
    body: () => ({ publish: 'draft' }),
    answers: 'import_not_found',
  },
  {
    call: 'POST /api/v1/studio/uploads',
    to: 'a file, in no version of tus',
    path: () => '/api/v1/studio/uploads',
    answers: byRole(['owner', 'editor'], 'invalid_request'),
  },
  {
    call: 'OPTIONS /api/v1/studio/uploads',
    to: 'what the server can do',
    path: () => '/api/v1/studio/uploads',
    answers: 204,
  },
  {
    call: 'POST /api/v1/studio/uploads/:id',
    to: 'an upload, in the name of another method',
    path: () => `/api/v1/studio/uploads/${nowhere}`,
    answers: byRole(['owner', 'editor'], 'invalid_request'),
  },
  {
    call: 'OPTIONS /api/v1/studio/uploads/:id',
    to: 'what the server can do',
    path: () => `/api/v1/studio/uploads/${nowhere}`,
    answers: 204,
  },
  ...(['PATCH', 'DELETE'] as const).map(
    (method): Row => ({
      call: `${method} /api/v1/studio/uploads/:id`,
      to: 'no upload, in no version of tus',
      path: () => `/api/v1/studio/uploads/${nowhere}`,
      answers: byRole(['owner', 'editor'], 'invalid_request'),
    }),
  ),
  { call: 'GET /api/v1/studio/books/:uuid/covers', ...ofBook('covers'), answers: 200 },
  { call: 'GET /api/v1/studio/books/:uuid/cover_pages', ...ofBook('cover_pages'), answers: 200 },
  { call: 'GET /api/v1/studio/books/:uuid/presence', ...ofBook('presence'), answers: 200 },
  { call: 'PUT /api/v1/studio/books/:uuid/presence', ...ofBook('presence'), answers: 200 },
  { call: 'DELETE /api/v1/studio/books/:uuid/presence', ...ofBook('presence'), answers: 204 },
  {
    call: 'PUT /api/v1/studio/books/:uuid/covers/:language',
    ...ofBook('covers/en-us'),
    to: 'a book, by no version',
    body: () => ({ page: { chapter_uuid: place.free, language: 'en-us', page: 1 } }),
    answers: 'version_missing',
  },
  {
    call: 'DELETE /api/v1/studio/books/:uuid/covers/:language',
    ...ofBook('covers/en-us'),
    to: 'a book, by no version',
    answers: 'version_missing',
  },
  {
    call: 'GET /api/v1/studio/chapters/:uuid/pages/:language',
    to: 'a locked chapter',
    path: () => `/api/v1/studio/chapters/${place.locked}/pages/en-us`,
    answers: 200,
  },
  {
    call: 'PUT /api/v1/studio/chapters/:uuid/pages/:language',
    to: 'a chapter, with no file',
    path: () => `/api/v1/studio/chapters/${place.locked}/pages/en-us`,
    body: () => ({ upload: nowhere }),
    answers: 'invalid_request',
  },
  {
    call: 'PUT /api/v1/studio/chapters/:uuid/pages/:language/:page',
    to: 'a page, with no file',
    path: () => `/api/v1/studio/chapters/${place.locked}/pages/en-us/1`,
    body: () => ({ upload: nowhere }),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/studio/chapters/:uuid/pages/:language/:page',
    to: 'a page, by no version',
    path: () => `/api/v1/studio/chapters/${place.locked}/pages/en-us/1`,
    answers: 'version_missing',
  },
  {
    call: 'POST /api/v1/studio/chapters/:uuid/pages/:language/move',
    to: 'a page, by no version',
    path: () => `/api/v1/studio/chapters/${place.locked}/pages/en-us/move`,
    body: () => ({ pages: [1], before: null }),
    answers: 'version_missing',
  },
  {
    call: 'GET /api/v1/studio/chapters/:uuid/text/:language',
    ...ofText(''),
    to: 'a text',
    answers: 200,
  },
  {
    call: 'GET /api/v1/studio/chapters/:uuid/text/:language',
    to: 'the text of a comic',
    path: () => `/api/v1/studio/chapters/${place.locked}/text/en-us`,
    answers: 'kind_differs',
  },
  {
    call: 'PUT /api/v1/studio/chapters/:uuid/text/:language',
    ...ofText(''),
    to: 'a text, by no version',
    body: () => ({ markdown: 'New' }),
    answers: 'version_missing',
  },
  { call: 'GET /api/v1/studio/chapters/:uuid/text/:language.md', ...ofText('.md'), to: 'a file', answers: 200 },
  { call: 'GET /api/v1/studio/chapters/:uuid/text/:language.txt', ...ofText('.txt'), to: 'a file', answers: 200 },
  {
    call: 'GET /api/v1/studio/chapters/:uuid/text/:language/draft',
    ...ofText('/draft'),
    to: 'a draft that is not there',
    answers: 'draft_not_found',
  },
  {
    call: 'PUT /api/v1/studio/chapters/:uuid/text/:language/draft',
    ...ofText('/draft'),
    to: 'no words',
    body: () => ({}),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/studio/chapters/:uuid/text/:language/draft',
    ...ofText('/draft'),
    to: 'a draft',
    answers: 204,
  },
  {
    call: 'GET /api/v1/studio/chapters/:uuid/text/:language/versions',
    ...ofText('/versions'),
    to: 'the versions of a text',
    answers: 200,
  },
  {
    call: 'GET /api/v1/studio/chapters/:uuid/text/:language/versions/:version',
    ...ofText('/versions/9'),
    to: 'a version that is not there',
    answers: 'version_not_found',
  },
  {
    call: 'POST /api/v1/studio/chapters/:uuid/text/:language/versions/:version/restore',
    ...ofText('/versions/1/restore'),
    to: 'a version, by no version',
    body: () => ({}),
    answers: 'version_missing',
  },
  {
    call: 'POST /api/v1/studio/books/:uuid/chapters',
    ...ofBook('chapters'),
    to: 'a comic',
    body: () => ({ title: 'New', language: 'en-us', markdown: 'New' }),
    answers: 'kind_differs',
  },
  {
    call: 'POST /api/v1/studio/books/:uuid/find_replace',
    ...ofBook('find_replace'),
    to: 'a comic',
    body: () => ({ find: 'a', replace: 'b' }),
    answers: 'kind_differs',
  },
  { call: 'GET /api/v1/studio/recommended', ...own, answers: 200 },
  {
    call: 'GET /api/v1/studio/named_books',
    to: 'a book and an unknown one',
    path: () => `/api/v1/studio/named_books?ids=${place.bookId},${nowhere}`,
    answers: 200,
  },
  {
    call: 'PUT /api/v1/studio/recommended',
    to: 'the list, by no version',
    path: () => '/api/v1/studio/recommended',
    body: () => ({ items: [] }),
    answers: 'version_missing',
  },
  { call: 'GET /api/v1/studio/plans', ...own, answers: 200 },
  { call: 'GET /api/v1/studio/named_plans', ...own, answers: 200 },
  {
    call: 'POST /api/v1/studio/plans',
    to: 'a plan that is there',
    body: () => ({ plan: 'month', months: 1, amount: 900, name: { 'en-us': 'Month' } }),
    answers: 'plan_exists',
  },
  {
    call: 'POST /api/v1/studio/plans',
    to: 'nonsense',
    body: () => ({ plan: 'Month' }),
    answers: 'invalid_request',
  },
  {
    call: planRoute,
    to: 'a plan, by no version',
    path: () => '/api/v1/studio/plans/month',
    body: () => ({ amount: 900 }),
    answers: 'version_missing',
  },
  {
    call: planRoute,
    to: 'no plan',
    path: () => '/api/v1/studio/plans/nonsense',
    body: () => ({ amount: 900 }),
    answers: 'plan_not_found',
  },
  ...(
    [
      ['a plan that stays', 'month', 'plan_fixed'],
      ['no plan', 'nonsense', 'plan_not_found'],
    ] as const
  ).map(
    ([to, code, answer]): Row => ({
      call: 'DELETE /api/v1/studio/plans/:code',
      to,
      path: () => `/api/v1/studio/plans/${code}`,
      answers: answer,
    }),
  ),
  {
    call: 'POST /api/v1/studio/coupons',
    to: 'a new discount',
    body: () => ({ request_id: randomUUID(), percent: 10 }),
    answers: 201,
  },
  {
    call: 'POST /api/v1/studio/coupons',
    to: 'nonsense',
    body: () => ({ request_id: randomUUID(), percent: 100 }),
    answers: 'invalid_request',
  },
  ...people,
  { call: 'GET /api/v1/studio/audit', ...own, answers: 200 },
  {
    call: 'GET /api/v1/studio/audit',
    to: 'a file',
    path: () => '/api/v1/studio/audit?format=csv',
    answers: 200,
  },
  {
    call: 'GET /api/v1/studio/audit',
    to: 'nonsense',
    path: () => '/api/v1/studio/audit?format=xls',
    answers: 'invalid_request',
  },
  {
    call: roleRoute,
    to: 'a user',
    path: async () => roleOfUser((await signIn(server)).id),
    body: aRole,
    answers: 200,
  },
  {
    call: roleRoute,
    to: 'no user',
    path: () => roleOfUser(nowhere),
    body: aRole,
    answers: 'user_not_found',
  },
  {
    call: roleRoute,
    to: 'no UUID',
    path: () => roleOfUser('nonsense'),
    body: aRole,
    answers: 'user_not_found',
  },
  {
    call: roleRoute,
    to: 'nonsense',
    path: () => roleOfUser(nowhere),
    body: () => ({ role: 'king' }),
    answers: 'invalid_request',
  },
];
const rows: Row[] = [
  ...(
    [
      'GET /api/v1/site',
      'GET /api/v1/home/rows',
      'GET /api/v1/comics/book/search',
      'GET /api/v1/comics/book/suggest',
      'GET /api/v1/reader/book/tags',
      'GET /api/v1/comics/book/recommendation/list',
      'GET /api/v1/comics/calendar',
      'GET /api/v1/openapi.json',
      'GET /api/docs',
      'GET /sitemap.xml',
      'GET /robots.txt',
    ] as const
  ).map((call): Row => ({ call, to: 'what is there', answers: 200, keeps: 'anyone' })),
  {
    call: 'GET /api/v1/comics/ranking/:language',
    to: 'the most read books',
    path: () => '/api/v1/comics/ranking/en-us?period=month&tag=nothing',
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: 'GET /api/v1/comics/membership/:language',
    to: 'what a membership opens',
    path: () => '/api/v1/comics/membership/en-us',
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: 'GET /api/v1/site/pages/:page',
    to: 'no page',
    path: () => '/api/v1/site/pages/nothing',
    answers: 'page_not_found',
  },
  { call: bookRoute, to: 'a book', path: () => bookCall(place.bookId), answers: 200, keeps: 'anyone' },
  {
    call: bookRoute,
    to: 'a hidden book',
    path: () => bookCall(place.hiddenBook),
    answers: 'book_not_found',
  },
  {
    call: bookRoute,
    to: 'no book',
    path: () => bookCall(nowhere),
    answers: 'book_not_found',
  },
  { call: similarRoute, to: 'a book', path: () => similarCall(place.bookId), answers: 200, keeps: 'anyone' },
  { call: similarRoute, to: 'a hidden book', path: () => similarCall(place.hiddenBook), answers: 'book_not_found' },
  { call: similarRoute, to: 'no book', path: () => similarCall(nowhere), answers: 'book_not_found' },
  {
    call: findChaptersRoute,
    to: 'a book',
    path: () => `/api/v1/comics/chapters/find/${place.bookId}/en-us?q=one`,
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: findChaptersRoute,
    to: 'a hidden book',
    path: () => `/api/v1/comics/chapters/find/${place.hiddenBook}/en-us?q=one`,
    answers: 'book_not_found',
  },
  // told.test.ts checks what the calendar tells.
  ...(
    [
      ['a book', () => place.bookId, 200, 'anyone'],
      ['a hidden book', () => place.hiddenBook, 'book_not_found', 'nobody'],
      ['no book', () => nowhere, 'book_not_found', 'nobody'],
    ] as const
  ).map(
    ([to, bookId, answers, keeps]): Row => ({
      call: 'GET /api/v1/comics/calendar',
      to,
      path: () => `/api/v1/comics/calendar?book=${bookId()}`,
      answers,
      keeps,
    }),
  ),
  ...(
    [
      ['the site', () => '', 200, 'anyone'],
      ['a book', () => `?book=${place.bookId}`, 200, 'anyone'],
      ['a hidden book', () => `?book=${place.hiddenBook}`, 'book_not_found', 'nobody'],
      ['no book', () => `?book=${nowhere}`, 'book_not_found', 'nobody'],
    ] as const
  ).map(
    ([to, query, answers, keeps]): Row => ({
      call: 'GET /calendar.ics',
      to,
      path: () => `/calendar.ics${query()}`,
      answers,
      keeps,
    }),
  ),
  // text-search.test.ts checks the results of each viewer.
  ...(
    [
      ['a book', () => place.bookId, 200, 'anyone'],
      ['a hidden book', () => place.hiddenBook, 'book_not_found', 'nobody'],
      ['no book', () => nowhere, 'book_not_found', 'nobody'],
    ] as const
  ).map(
    ([to, bookId, answers, keeps]): Row => ({
      call: textRoute,
      to,
      path: () => textCall(bookId()),
      answers,
      keeps,
    }),
  ),
  // A chapter that the viewer may not read is not revealed: the answer is null.
  ...(
    [
      ['a free chapter', () => place.free, 200, 'anyone'],
      ['a locked chapter', () => place.locked, 200, 'anyone'],
      ['a hidden chapter', () => place.hiddenChapter, 'chapter_not_found', 'nobody'],
    ] as const
  ).map(
    ([to, chapterId, answers, keeps]): Row => ({
      call: sizeRoute,
      to,
      path: () => sizeCall(chapterId()),
      answers,
      keeps,
    }),
  ),
  {
    call: chapterRoute,
    to: 'a free chapter',
    path: () => chapterCall('free'),
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: chapterRoute,
    to: 'a locked chapter',
    path: () => chapterCall('locked'),
    answers: byMembership(200),
  },
  {
    call: chapterRoute,
    to: 'a hidden chapter',
    path: () => chapterCall('hiddenChapter'),
    answers: 'chapter_not_found',
  },
  {
    call: lockRoute,
    to: 'a locked chapter',
    path: () => lockCall('locked'),
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: lockRoute,
    to: 'a free chapter',
    path: () => lockCall('free'),
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: lockRoute,
    to: 'a hidden chapter',
    path: () => lockCall('hiddenChapter'),
    answers: 'chapter_not_found',
  },
  ...likes,
  ...library,
  ...studio,
  { call: 'POST /api/v1/events', ...own, body: () => ({ events: [] }), answers: 202 },
  {
    call: 'POST /api/v1/user/login',
    to: 'nobody',
    body: () => ({ username: 'nobody1', password: 'guess' }),
    answers: 'invalid_credentials',
  },
  {
    call: 'POST /api/v1/user/register',
    ...own,
    body: () => ({ username: `new${randomBytes(4).toString('hex')}`, password: 'secret' }),
    answers: 200,
  },
  {
    call: 'POST /api/v1/user/reset_password',
    to: 'a link that does not hold',
    body: () => ({ code: 'A'.repeat(43), new_password: 'a new password' }),
    answers: 'reset_link_invalid',
  },
  {
    call: 'POST /api/v1/user/recover',
    to: 'a code that nobody has',
    body: () => ({ username: 'nobody', code: 'AAAAA-AAAAA', new_password: 'a new password' }),
    answers: 'recovery_failed',
  },
  { call: 'GET /api/v1/user/recovery_codes', ...own, answers: 200 },
  { call: 'GET /api/v1/user/tokens', ...own, answers: 200 },
  {
    call: 'POST /api/v1/user/tokens',
    to: 'no password',
    body: () => ({ name: 'Player', scopes: ['read'] }),
    answers: 'invalid_request',
  },
  {
    call: 'DELETE /api/v1/user/tokens/:id',
    to: 'none',
    path: () => `/api/v1/user/tokens/${nowhere}`,
    answers: 'not_found',
  },
  { call: 'POST /api/v1/user/recovery_codes', to: 'no password', body: () => ({}), answers: 'invalid_request' },
  { call: 'POST /api/v1/user/logout', ...own, answers: 204 },
  { call: 'GET /api/v1/user/sessions', ...own, answers: 200 },
  {
    call: sessionRoute,
    to: 'their own',
    path: ({ user }) => `/api/v1/user/sessions/${user?.sessionId ?? nowhere}`,
    answers: 204,
  },
  {
    call: sessionRoute,
    to: "another user's",
    path: async () => `/api/v1/user/sessions/${(await signIn(server)).sessionId}`,
    answers: 'session_not_found',
  },
  {
    call: sessionRoute,
    to: 'none',
    path: () => `/api/v1/user/sessions/${nowhere}`,
    answers: 'session_not_found',
  },
  {
    call: sessionRoute,
    to: 'nonsense',
    path: () => '/api/v1/user/sessions/nonsense',
    answers: 'session_not_found',
  },
  {
    call: 'POST /api/v1/user/update_password',
    ...own,
    body: () => ({ new_password: 'a new password' }),
    answers: each((name) => {
      if (!users.includes(name)) return 'unauthenticated';
      return name.startsWith('owner confirmed ') ? 'password_needed' : 200;
    }),
  },
  { call: 'GET /api/v1/user/deletion', ...own, answers: 200 },
  { call: 'POST /api/v1/user/deletion', to: 'no password', body: () => ({}), answers: 'invalid_request' },
  { call: 'DELETE /api/v1/user/deletion', ...own, answers: 204 },
  { call: 'GET /api/v1/user/export', ...own, answers: 200 },
  { call: 'POST /api/v1/user/export', to: 'no password', body: () => ({}), answers: 'invalid_request' },
  { call: 'GET /api/v1/user/export/file', to: 'none', answers: 'not_found' },
  { call: 'POST /api/v1/user/passkeys/options', to: 'no password', body: () => ({}), answers: 'invalid_request' },
  { call: 'GET /api/v1/user/passkeys', ...own, answers: 200 },
  { call: 'POST /api/v1/user/passkeys', ...own, body: () => ({ response: {} }), answers: 'passkey_invalid' },
  {
    call: 'PATCH /api/v1/user/passkeys/:id',
    to: 'none',
    path: () => `/api/v1/user/passkeys/${nowhere}`,
    body: () => ({ name: 'Mine' }),
    answers: 'not_found',
  },
  {
    call: 'DELETE /api/v1/user/passkeys/:id',
    to: 'none',
    path: () => `/api/v1/user/passkeys/${nowhere}`,
    answers: 'not_found',
  },
  { call: 'POST /api/v1/user/passkeys/login/options', ...own, answers: 200 },
  {
    call: 'POST /api/v1/user/passkeys/login',
    to: 'no passkey',
    body: () => ({ response: {} }),
    answers: 'passkey_refused',
  },
  { call: 'GET /api/v1/user/invite_code', ...own, answers: 200 },
  {
    call: 'GET /api/v1/user/book/membership',
    ...own,
    answers: each((name) =>
      users.includes(name) || name === 'nobody' || name === 'visitor' ? 200 : 'unauthenticated',
    ),
  },
  {
    call: 'POST /api/v1/user/coupon/redeem',
    to: 'no coupon',
    body: () => ({ code: '0123-4567-89AB-CDEE' }),
    answers: 'coupon_invalid',
  },
  {
    call: 'POST /api/v1/payment/wechat/payment/china_book_membership/create',
    to: 'a provider that is not configured',
    body: () => ({ months: 1 }),
    answers: 'payment_not_configured',
  },
  {
    call: 'GET /api/v1/payment/return/:order_id',
    to: 'anybody’s order',
    path: async () => `/api/v1/payment/return/${(await orderCall(await signIn(server))).split('/').at(-1)}`,
    answers: 200,
  },
  {
    call: 'GET /api/v1/payment/return/:order_id',
    to: 'none',
    path: () => `/api/v1/payment/return/${nowhere}`,
    answers: 'order_not_found',
  },
  ...(['POST /api/v1/payment/wechat/authorize', 'POST /api/v1/payment/wechat/openid'] as const).map(
    (call): Row => ({
      call,
      to: 'a provider that is not configured',
      body: () => ({ code: 'none', state: 'none' }),
      answers: 'payment_not_configured',
    }),
  ),
  {
    call: 'POST /api/v1/payment/quote',
    to: 'a plan',
    body: () => ({ plan: 'month' }),
    answers: 200,
  },
  {
    call: 'POST /api/v1/payment/quote',
    to: 'a plan, with no coupon',
    body: () => ({ plan: 'month', coupon: '0123-4567-89AB-CDEE' }),
    answers: 'coupon_invalid',
  },
  {
    call: 'POST /api/v1/payment/quote',
    to: 'no plan',
    body: () => ({ plan: 'nonsense' }),
    answers: 'plan_unavailable',
  },
  {
    call: 'POST /api/v1/payment/quote',
    to: 'nonsense',
    body: () => ({}),
    answers: 'invalid_request',
  },
  { call: 'GET /api/v1/payment/orders', ...own, answers: 200 },
  {
    call: 'POST /api/v1/payment/orders/:order_id/withdrawal',
    to: 'an order on a site without withdrawals',
    path: async ({ user }) => `/api/v1/payment/orders/${(await orderCall(user)).split('/').at(-1)}/withdrawal`,
    body: () => ({ confirm: true }),
    answers: 'withdrawal_over',
  },
  {
    call: 'POST /api/v1/payment/orders/:order_id/fapiao',
    to: 'an order on a site without them',
    path: async ({ user }) => `/api/v1/payment/orders/${(await orderCall(user)).split('/').at(-1)}/fapiao`,
    body: () => ({ type: 'INDIVIDUAL', name: 'Mei', taxpayer_id: '' }),
    answers: 'order_not_found',
  },
  {
    call: 'GET /api/v1/payment/orders/:order_id/card_receipt',
    to: 'their own order',
    path: async ({ user }) => `/api/v1/payment/orders/${(await orderCall(user)).split('/').at(-1)}/card_receipt`,
    answers: 200,
  },
  {
    call: 'GET /api/v1/payment/orders/:order_id/card_receipt',
    to: "another user's order",
    path: async () =>
      `/api/v1/payment/orders/${(await orderCall(await signIn(server))).split('/').at(-1)}/card_receipt`,
    answers: 'order_not_found',
  },
  ...(['', '/file'] as const).map(
    (part): Row => ({
      call: `${part === '' ? 'POST' : 'GET'} /api/v1/payment/orders/:order_id/withdrawal${part}`,
      to: "another user's order",
      path: async () =>
        `/api/v1/payment/orders/${(await orderCall(await signIn(server))).split('/').at(-1)}/withdrawal${part}`,
      ...(part === '' && { body: () => ({ confirm: true }) }),
      answers: 'order_not_found',
    }),
  ),
  {
    call: receiptsRoute,
    to: 'their own order',
    path: async ({ user }) => receiptsOf(await orderCall(user)),
    answers: 200,
  },
  {
    call: receiptsRoute,
    to: "another user's order",
    path: async () => receiptsOf(await orderCall(await signIn(server))),
    answers: each((name) => {
      if (roleOf[name] === 'owner') return 200;
      return users.includes(name) ? 'order_not_found' : 'unauthenticated';
    }),
  },
  {
    call: receiptsRoute,
    to: 'none',
    path: () => receiptsOf(nowhere),
    answers: 'order_not_found',
  },
  {
    call: orderRoute,
    to: 'their own',
    path: ({ user }) => orderCall(user),
    answers: 200,
  },
  {
    call: orderRoute,
    to: "another user's",
    path: async () => orderCall(await signIn(server)),
    answers: 'order_not_found',
  },
  { call: orderRoute, to: 'none', path: () => orderCall(null), answers: 'order_not_found' },
  {
    call: orderRoute,
    to: 'nonsense',
    path: () => '/api/v1/payment/wechat/payment/status/1',
    answers: 'order_not_found',
  },
  ...(['POST /api/v1/payment/wechat/notify', 'POST /api/v1/payment/stripe/webhook'] as const).map(
    (call): Row => ({
      call,
      to: 'a provider that is not configured',
      body: () => ({}),
      answers: 'not_found',
    }),
  ),
  {
    call: imageRoute,
    to: 'an image of a free chapter',
    path: () => `/media/${place.freeImage}/w480.webp`,
    answers: 200,
    keeps: 'forever',
  },
  {
    call: imageRoute,
    to: 'an image of a locked chapter, by its bare address',
    path: () => `/media/${place.lockedImage}/w480.webp`,
    answers: 'forbidden',
  },
  {
    call: imageRoute,
    to: 'an image of a locked chapter, by the address given to them',
    path: ({ user }) => (user ? signedAddress(user) : `/media/${place.lockedImage}/w480.webp`),
    answers: each((name) => (members.includes(name) ? 200 : 'forbidden')),
    keeps: 'this reader',
  },
  {
    // An <img> sends no header: a caller with a valid address is served.
    call: imageRoute,
    to: "an image of a locked chapter, by another member's address",
    path: async () => signedAddress(await signIn(server, { expireAt: daysFromNow(1) })),
    answers: 200,
    keeps: 'this reader',
  },
  {
    call: imageRoute,
    to: 'no image',
    path: () => `/media/${nowhere}/w480.webp`,
    answers: 'image_not_found',
  },
  {
    call: originRoute,
    to: 'an image of a free chapter, for a CDN',
    path: () => `/origin/media/${place.freeImage}/w480.webp`,
    answers: 200,
    keeps: 'forever',
  },
  {
    call: originRoute,
    to: 'an image of a locked chapter, for a CDN, by an address that opens it elsewhere',
    path: async ({ user }) => `/origin${user ? await signedAddress(user) : `/media/${place.lockedImage}/w480.webp`}`,
    answers: 'forbidden',
  },
  {
    call: originRoute,
    to: 'no image, for a CDN',
    path: () => `/origin/media/${nowhere}/w480.webp`,
    answers: 'image_not_found',
  },
  ...(
    [
      '/',
      '/books',
      '/search',
      '/calendar',
      '/contact-us',
      '/membership',
      '/ranking',
      '/login',
      '/register',
      '/profile',
      '/offline',
      '/library',
      '/updates',
      '/history',
      '/inbox',
    ] as const
  ).map(
    (path): Row => ({
      call: `GET ${path}`,
      ...own,
      path: () => `${path}?lang=en-us`,
      answers: 200,
      keeps: 'anyone',
    }),
  ),
  {
    call: 'GET /page/:name',
    to: 'no page',
    path: () => '/page/nothing?lang=en-us',
    answers: 404,
  },
  {
    call: 'GET /book/chapters/:id',
    ...own,
    path: () => `/book/chapters/${place.bookId}?lang=en-us`,
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: 'GET /book/chapters/:id',
    to: 'a hidden book',
    path: () => `/book/chapters/${place.hiddenBook}`,
    answers: 404,
  },
  { call: 'GET /recover', ...own, path: () => '/recover?lang=en-us', answers: 200, keeps: 'anyone' },
  ...(['GET /payment/return/:order', 'GET /receipt/:order', 'GET /payment/wechat/return'] as const).map(
    (call): Row => ({
      call,
      ...own,
      path: () => `${call.slice(4).replace(':order', nowhere)}?lang=en-us`,
      answers: 200,
    }),
  ),
  {
    call: 'GET /reset-password/:code',
    ...own,
    path: () => `/reset-password/${'A'.repeat(43)}?lang=en-us`,
    answers: 200,
  },
  {
    call: 'GET /face/:key/:file',
    to: 'no picture',
    path: () => '/face/0123456789abcdef/logo.webp',
    answers: 'not_found',
  },
  { call: 'GET /:proof.txt', to: 'no file', path: () => '/none.txt', answers: 'not_found' },
  { call: 'GET /:proof.html', to: 'no file', path: () => '/none.html', answers: 'not_found' },
  {
    call: 'GET /manifest/:language.webmanifest',
    ...own,
    path: () => '/manifest/ar-sa.webmanifest',
    answers: 200,
    keeps: 'anyone',
  },
  {
    call: 'GET /manifest/:language.webmanifest',
    to: 'no language of ours',
    path: () => '/manifest/de-de.webmanifest',
    answers: 'not_found',
  },
  { call: 'GET /sw.js', ...own, answers: 200, keeps: 'nobody, unasked' },
  { call: readerRoute, to: 'a free chapter', path: reader('free', 1), answers: 200, keeps: 'this reader' },
  {
    call: readerRoute,
    to: 'a locked chapter',
    path: reader('locked', 2),
    answers: 200,
    keeps: 'this reader',
  },
  { call: readerRoute, to: 'a wrong number', path: reader('locked', 7), answers: 302 },
  { call: 'GET /healthz', ...own, answers: 200 },
  { call: 'GET /readyz', ...own, answers: 200 },
  { call: 'GET /metrics', ...own, answers: 200 },
];

async function call(row: Row, caller: Caller): Promise<Answer> {
  const [method = '', route = ''] = row.call.split(' ');
  server.pass(5000);
  return server.app.inject({
    method: method as Method, // the type of `call` spells it so
    url: (await row.path?.(caller)) ?? route,
    headers: caller.headers,
    ...(row.body ? { payload: row.body(caller) } : {}),
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
      const urls = new Map<Row, string | undefined>();
      for (const row of refused) urls.set(row, await row.path?.(caller));
      const before = await state();
      for (const row of refused) {
        const url = urls.get(row);
        await call({ ...row, ...(url ? { path: () => url } : {}) }, caller);
      }
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
  if (!row.keeps || row.keeps === 'nobody') return /no-store/;
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
