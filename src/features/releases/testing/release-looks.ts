import type { TestServer } from '../../../app/testing/server.ts';
import type { SignedInUser } from '../../../app/testing/users.ts';
import type { Language } from '../../../shared/languages.ts';
import { all, readXml, textOf } from '../../library/testing/read-atom.ts';
import type { Model, ModelChapter } from './release-model.ts';

// Compares the looks of one book at a moment, as each reader gets them, with the model.

/** A book of a history, with the image of each edition of a comic. */
export interface Made {
  id: string;
  chapterIds: string[];
  /** By chapter and language; none of a novel. */
  images: ReadonlyMap<string, string>;
}

export const imageKey = (chapter: number, language: Language) => `${chapter} ${language}`;

interface Looks {
  server: TestServer;
  member: SignedInUser;
  expired: SignedInUser;
  editor: SignedInUser;
}

type Ask = Awaited<ReturnType<typeof createAsk>>;
type Expect = (what: string, found: unknown, wanted: unknown) => void;

function createAsk(server: TestServer) {
  return async (url: string, given: { user?: SignedInUser | undefined; headers?: Record<string, string> } = {}) => {
    const path = /^\/(media|feeds)\//.test(url) ? url : `/api/v1${url}`;
    const answer = await server.app.inject({ url: path, headers: { ...given.user?.headers, ...given.headers } });
    return {
      status: answer.statusCode,
      body: answer.body.startsWith('{') ? answer.json() : null,
      text: answer.body,
      headers: answer.headers,
      caching: answer.headers['cache-control'],
    };
  };
}

/** The last signed address of each chapter, as a member got it. */
const signed = new Map<string, string>();

interface Moment {
  made: Made;
  model: Model;
  now: Date;
}

/** Compares all that readers see at a moment with the model; returns what differs. */
export function compareLooks(looks: Looks, moment: Moment): Promise<string[]> {
  return compareWith(looks, moment, async (given) => {
    await Promise.all([
      compareBook(given),
      compareComing(given),
      ...given.model.chapters.map((chapter, index) => compareChapter(given, { index, chapter })),
      compareTextSearch(given),
      comparePreview(given),
    ]);
  });
}

/** Somebody whose membership is over likes a chapter, which works where they may read it; returns what differs. */
export function compareLike(looks: Looks, moment: Moment): Promise<string[]> {
  return compareWith(looks, moment, like);
}

async function compareWith(looks: Looks, moment: Moment, compare: (given: Given) => Promise<void>): Promise<string[]> {
  const wrong: string[] = [];
  const expect: Expect = (what, found, wanted) => {
    if (JSON.stringify(found) !== JSON.stringify(wanted))
      wrong.push(`${moment.now.toISOString()} ${what}: ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`);
  };
  await compare({ ...looks, ...moment, ask: createAsk(looks.server), expect });
  return wrong;
}

interface Given extends Looks, Moment {
  ask: Ask;
  expect: Expect;
}

const rowsOf = (detail: { chapters: Record<string, unknown>[] } | undefined) =>
  detail?.chapters.map((row) => [row.chapter_uuid, row.chapter_number, row.language, row.published_at, row.access]);

const rowsIn = (model: Model, at: Date) =>
  model
    .published(at)
    .map((chapter, index) => [
      chapter.id,
      index + 1,
      model.languageOf(chapter, at),
      model.dateOf(chapter)?.toISOString(),
      model.access(chapter, index + 1, at),
    ]);

async function compareBook({ ask, expect, made, model, now }: Given): Promise<void> {
  const isShown = !model.isHidden(now);
  const detail = await ask(`/comics/chapters/${made.id}/en-us/asc/0/50`);
  const result = detail.body.data?.result;
  expect('book', detail.status, isShown ? 200 : 404);
  expect('rows', rowsOf(result), isShown ? rowsIn(model, now) : undefined);
  expect('caching', detail.caching, isShown ? model.caching(now) : 'no-store');
  if (!isShown) return;
  const { next, until } = model.openings(now);
  expect('openings', [result.next_free_at, result.free_until], [next, until]);
  expect('counts', [result.total_chapters, result.total_likes], [model.published(now).length, model.likes(now)]);
  expect('schedule', result.schedule, model.schedule(now));
}

/** The calendar and the feed. */
async function compareComing({ ask, expect, made, model, now }: Given): Promise<void> {
  const isShown = !model.isHidden(now);
  const calendar = await ask(`/comics/calendar?language=en-us&book=${made.id}`);
  const dates: { at: string; kind: string; chapter_number: number; chapter_uuid: string }[] | undefined =
    calendar.body.data?.result;
  expect(
    'calendar',
    dates?.map((entry) => `${entry.at} ${entry.kind} ${entry.chapter_number} ${entry.chapter_uuid}`).sort(),
    isShown ? model.calendar(now) : undefined,
  );
  expect(
    'order of the calendar',
    dates,
    dates?.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  );
  const feed = await ask(`/feeds/book/${made.id}/en-us.atom`);
  expect('feed', feed.status, isShown ? 200 : 404);
  if (!isShown || feed.status !== 200) return;
  const entries = all(readXml(feed.text), 'entry').map((entry) => {
    const id = textOf(entry, 'id');
    const isFirst = made.chapterIds.some((chapterId) => id === `urn:uuid:${chapterId}`);
    const [category] = all(entry, 'category');
    return `${new Date(textOf(entry, 'published')).toISOString()} ${category?.attributes.term} ${isFirst ? id : null}`;
  });
  expect('entries of the feed', entries.sort(), model.feed(now));
}

async function compareChapter(given: Given, { index, chapter }: { index: number; chapter: ModelChapter }) {
  const { ask, expect, made, model, now, member, expired } = given;
  const number = model.isHidden(now) ? 0 : model.published(now).indexOf(chapter) + 1;
  const access = number > 0 ? model.access(chapter, number, now) : null;
  const viewers = [undefined, member, expired];
  const answers = await Promise.all(viewers.map((user) => ask(`/comics/chapter_comics/${chapter.id}/en-us`, { user })));
  expect(
    `chapter ${index + 1}`,
    answers.map(({ status, body }) => `${status} ${body.code ?? body.data.result.access.reason}`),
    access === null
      ? viewers.map(() => '404 chapter_not_found')
      : access.state === 'free'
        ? viewers.map(() => `200 ${access.reason}`)
        : ['403 membership_required', '200 member', '403 membership_expired'],
  );
  const turn = (index + model.boundaries(now).length) % viewers.length;
  const url = `/comics/chapter_size/${chapter.id}/en-us?type=image/webp&width=800`;
  const size = await ask(url, { user: viewers[turn] });
  expect(
    `size of chapter ${index + 1}`,
    size.status === 200 ? size.body.data.result !== null : size.status,
    access === null ? 404 : access.state === 'free' || viewers[turn] === member,
  );
  const address = answers[1]?.body.data?.result.images[0];
  if (address?.includes('sig=')) signed.set(chapter.id, address);
  for (const { language } of chapter.editions) {
    const imageId = made.images.get(imageKey(index, language));
    if (imageId === undefined) continue;
    const isOut = access !== null && model.isEditionOut(chapter, language, now);
    const status = isOut ? (access.state === 'free' ? 200 : 403) : 404;
    await compareImage(given, { path: `/media/${imageId}/w480.webp`, status, until: access?.until ?? null, turn });
  }
  await compareSigned(given, { address: signed.get(chapter.id), chapter, isShown: access !== null });
}

/** The ways in which an image is asked for, each with the status and bytes of one that is open. */
const requests = [
  { method: 'HEAD', headers: {}, status: 200, bytes: '' },
  { method: 'GET', headers: { range: 'bytes=0-3' }, status: 206, bytes: 'the ' },
  { method: 'GET', headers: { 'if-none-match': '*' }, status: 304, bytes: '' },
] as const;

/** A plain address, asked for whole and in one of the other ways. */
async function compareImage(
  { expect, server }: Given,
  { path, status, until, turn }: { path: string; status: number; until: string | null; turn: number },
) {
  const other = requests[turn % requests.length] ?? requests[0];
  const whole = await server.app.inject(path);
  const asked = await server.app.inject({ method: other.method, url: path, headers: other.headers });
  const isOpen = status === 200;
  expect(`image ${path}`, [whole.statusCode, asked.statusCode], [status, isOpen ? other.status : status]);
  if (!isOpen || whole.statusCode !== 200) return;
  expect(`bytes of ${path}`, [whole.body, asked.body], ['the bytes of an image', other.bytes]);
  expect(`caching of ${path}`, /immutable/.test(String(whole.headers['cache-control'])), until === null);
}

/** A member's address of before works while the chapter and its edition are there. */
async function compareSigned(
  { ask, expect, made, model, now }: Given,
  { address, chapter, isShown }: { address: string | undefined; chapter: ModelChapter; isShown: boolean },
) {
  if (address === undefined) return;
  const index = model.chapters.indexOf(chapter);
  const edition = chapter.editions.find(({ language }) =>
    address.includes(made.images.get(imageKey(index, language)) ?? '-'),
  );
  if (!edition) return;
  const isOut = isShown && model.isEditionOut(chapter, edition.language, now);
  expect(`signed ${address}`, (await ask(address)).status, isOut ? 200 : 404);
}

async function compareTextSearch({ ask, expect, made, model, now, member }: Given): Promise<void> {
  if (made.images.size > 0) return;
  const shown = model.isHidden(now) ? undefined : model.published(now);
  for (const user of [undefined, member]) {
    const search = await ask(`/reader/book/${made.id}/en-us/text?q=needle`, { user });
    const isReadable = (chapter: ModelChapter, number: number) =>
      user !== undefined || model.access(chapter, number, now).state === 'free';
    expect(
      'text search',
      search.body.data?.result.map((hit: { chapter_uuid: string }) => hit.chapter_uuid),
      shown?.filter((chapter, index) => isReadable(chapter, index + 1)).map(({ id }) => id),
    );
  }
}

/** A preview shows no moment that lies further ahead. */
const mostPreviewMs = 400 * 24 * 3_600_000;

/** An editor who looks at the next moments as each viewer. */
async function comparePreview({ ask, expect, made, model, now, editor }: Given): Promise<void> {
  const coming = model.boundaries(now);
  const at = coming.length % 2 === 0 ? coming[0] : coming.at(-1);
  const chapter = model.chapters[coming.length % model.chapters.length];
  if (!at || !chapter) return;
  const as = (['visitor', 'user', 'member', 'expired'] as const)[Math.floor(coming.length / 2) % 4] ?? 'visitor';
  const headers = { 'x-preview-as': as, 'x-preview-at': at.toISOString() };
  const preview = (url: string) => ask(url, { user: editor, headers });
  const isNear = at.getTime() - now.getTime() <= mostPreviewMs;
  const detail = await preview(`/comics/chapters/${made.id}/en-us/asc/0/50`);
  if (!isNear) return expect('preview of a far moment', detail.status, 400);
  const isShown = !model.isHidden(at);
  const what = `preview of ${at.toISOString()} as ${as}`;
  expect(what, rowsOf(detail.body.data?.result), isShown ? rowsIn(model, at) : undefined);
  const number = isShown ? model.published(at).indexOf(chapter) + 1 : 0;
  const access = number > 0 ? model.access(chapter, number, at) : null;
  const { status, body } = await preview(`/comics/chapter_comics/${chapter.id}/en-us`);
  const refusals = { visitor: '403 membership_required', user: '403 membership_required', member: '200 member' };
  const locked = as === 'expired' ? '403 membership_expired' : refusals[as];
  const wanted = access === null ? '404 chapter_not_found' : access.state === 'free' ? `200 ${access.reason}` : locked;
  expect(`a chapter in the ${what}`, `${status} ${body.code ?? body.data.result.access.reason}`, wanted);
}

async function like({ server, expect, made, model, now, expired }: Given): Promise<void> {
  const index = model.boundaries(now).length % model.chapters.length;
  const chapter = model.chapters[index];
  if (!chapter) return;
  const number = model.isHidden(now) ? 0 : model.published(now).indexOf(chapter) + 1;
  const access = number > 0 ? model.access(chapter, number, now) : null;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/comics/chapter/favor',
    headers: expired.headers,
    payload: { book_uuid: made.id, chapter_uuid: chapter.id },
  });
  const status = access === null ? 404 : access.state === 'free' ? 200 : 403;
  if (status === 200) chapter.likes = 1;
  expect(`like of chapter ${index + 1}`, answer.statusCode, status);
}
