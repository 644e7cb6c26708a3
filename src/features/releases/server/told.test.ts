import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import type { BookDetail } from '../../catalog/contract.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { addWindow, setPublication } from '../../catalog/server/dates/publication.ts';
import { type BookOptions, type ChapterOptions, makeBook } from '../../catalog/testing/books.ts';
import { commandLine } from '../../studio/server/audit.ts';
import type { CalendarEntry } from '../contract.ts';

// There the day is another one from 16:00 UTC on.
const server = serverForTests({ settings: { STUDIO_TIME_ZONE: 'Asia/Shanghai' } });
beforeEach(async () => {
  await server.db.query('delete from books; delete from windows');
});

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const begun = Math.floor(Date.now() / 1000) * 1000;
/** A moment so many days from the beginning of the tests, to the second. */
const inDays = (days: number) => new Date(begun + days * dayMs);
const at = (days: number) => inDays(days).toISOString();
const coming = (days: number): ChapterOptions => ({ publishedAt: inDays(days) });

async function detailOf(bookId: string, path = 'en-us/asc/0/10'): Promise<BookDetail> {
  const answer = await server.ask(`/api/v1/comics/chapters/${bookId}/${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.result;
}
async function calendar(query: Record<string, string> = {}): Promise<CalendarEntry[]> {
  const answer = await server.ask('/api/v1/comics/calendar', { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.result;
}
const told = (entries: CalendarEntry[]) => entries.map(({ kind, chapter_number: number }) => `${kind} ${number}`);
const timesOf = (entries: CalendarEntry[]) => entries.map((entry) => entry.at);
async function open(days: [number, number], bookId: string | null = null): Promise<void> {
  await addWindow(server.db, { bookId, from: inDays(days[0]), to: inDays(days[1]), by: commandLine });
}

describe('the schedule of a book', () => {
  const chapters = [{}, {}, ...Array.from({ length: 11 }, (_, index) => coming(1 + index / 2))];

  it('names the next ten chapters by the numbers that they will have, and no more of them', async () => {
    const { id } = await makeBook(server.db, { showSchedule: true, chapters });
    const { schedule, total_chapters: total, chapters: listed } = await detailOf(id);
    expect(total).toBe(2);
    expect(listed).toHaveLength(2);
    expect(schedule).toEqual(
      Array.from({ length: 10 }, (_, index) => ({
        chapter_number: index + 3,
        published_at: at(1 + index / 2),
      })),
    );
  });

  it('is null unless the book tells it, and empty where nothing comes', async () => {
    const silent = await makeBook(server.db, { chapters });
    const idle = await makeBook(server.db, { showSchedule: true, chapters: 2 });
    expect((await detailOf(silent.id)).schedule).toBeNull();
    expect((await detailOf(idle.id)).schedule).toEqual([]);
  });

  it('counts on chapters of the same moment, but on none that was withdrawn', async () => {
    const made = await makeBook(server.db, { showSchedule: true, chapters: [{}, {}, {}, coming(1), coming(1)] });
    await setPublication(server.db, { chapterId: made.chapterIds[1] ?? '', publishedAt: null, by: commandLine });
    const { schedule } = await detailOf(made.id);
    expect(schedule?.map((chapter) => chapter.chapter_number)).toEqual([3, 4]);
  });

  it('passes over drafts, and further languages of what is published', async () => {
    const editions = { 'en-us': { imageIds: [randomUUID()] }, 'fr-fr': { imageIds: [randomUUID()] } };
    const made = await makeBook(server.db, { showSchedule: true, chapters: [{ editions }, { publishedAt: 'draft' }] });
    await server.db.query(
      `update chapter_editions set published_at = now() + interval '1 day' where chapter_id = $1 and language = 'fr-fr'`,
      [made.chapterIds[0]],
    );
    expect((await detailOf(made.id)).schedule).toEqual([]);
  });
});

describe('the cadence of a book', () => {
  /** Three weeks of a chapter each, the last one today or some days ago. */
  const weekly = (last = 0) => [21, 14, 7, 0].map((days) => ({ publishedAt: inDays(-days - last) }));
  const make = (options: BookOptions) => makeBook(server.db, { publicFreeChapters: 0, ...options });
  const shanghaiDay = (moment: Date) => new Date(moment.getTime() + 8 * hourMs).getUTCDay() || 7;

  it('names the day of the week in the zone of the studio', async () => {
    const { id } = await make({ chapters: weekly() });
    expect((await detailOf(id)).cadence).toEqual({ days: 7, weekday: shanghaiDay(inDays(0)) });
  });

  it('counts days of that zone: two chapters of one day there are one', async () => {
    const noon = Math.floor(Date.now() / dayMs) * dayMs - 20 * hourMs; // 12 o'clock in Shanghai, the day before yesterday
    const days = [6, 4, 2, 0].flatMap((ago) => [-1, 1].map((hours) => noon - ago * dayMs + hours * hourMs));
    const { id } = await make({ chapters: days.map((moment) => ({ publishedAt: new Date(moment) })) });
    expect((await detailOf(id)).cadence).toEqual({ days: 2, weekday: null });
  });

  it('is null of a finished book, of one that paused, and of one with three days', async () => {
    const finished = await make({ chapters: weekly(), status: 'finished' });
    const paused = await make({ chapters: weekly(16) });
    const young = await make({ chapters: weekly().slice(1) });
    for (const { id } of [finished, paused, young]) expect((await detailOf(id)).cadence).toBeNull();
  });
});

describe('GET /comics/calendar', () => {
  it('tells what comes of books that tell it, by time', async () => {
    const book = await makeBook(server.db, {
      titles: { 'en-us': 'Dates', 'fr-fr': 'Les dates' },
      showSchedule: true,
      publicFreeChapters: 1,
      earlyAccessDays: 20,
      chapters: [
        {},
        {
          publishedAt: inDays(-10),
          season: 2,
          label: '1½',
          editions: { 'fr-fr': { title: 'Deux', imageIds: [randomUUID()] } },
        },
        { publishedAt: inDays(-9), access: 'members', freeAt: inDays(3) },
        { publishedAt: inDays(-8), access: 'members' },
        { publishedAt: inDays(-7), access: 'free' },
        { ...coming(5), season: 3, label: 'Secret' },
      ],
    });
    await makeBook(server.db, { publicFreeChapters: 1, earlyAccessDays: 5, chapters: [{}, coming(1)] });
    const entries = await calendar({ language: 'fr-fr' });
    expect(told(entries)).toEqual(['free 3', 'chapter 6', 'free 2']);
    expect(timesOf(entries)).toEqual([at(3), at(5), at(10)]);
    expect(entries.slice(1)).toEqual([
      {
        at: at(5),
        kind: 'chapter',
        book_uuid: book.id,
        book_title: 'Les dates',
        chapter_number: 6,
        chapter_uuid: null,
        season: null,
        label: null,
        title: null,
      },
      {
        at: at(10),
        kind: 'free',
        book_uuid: book.id,
        book_title: 'Les dates',
        chapter_number: 2,
        chapter_uuid: book.chapterIds[1],
        season: 2,
        label: '1½',
        title: 'Deux',
      },
    ]);
    expect(told(await calendar({ from: at(4), to: at(10) }))).toEqual(['chapter 6']);
    expect(told(await calendar({ from: at(5), to: at(10.5) }))).toEqual(['chapter 6', 'free 2']);
    expect(told(await calendar({ from: at(-10), to: at(4) }))).toEqual(['free 3']);
    expect(await calendar({ from: at(-10), to: at(-5) })).toEqual([]);
  });

  it('opens chapters at the beginning of a window, but not those that members alone may read', async () => {
    const chapters = [{}, {}, { access: 'members' as const, freeAt: inDays(4) }, { access: 'free' as const }];
    const one = await makeBook(server.db, { showSchedule: true, publicFreeChapters: 1, chapters });
    const other = await makeBook(server.db, { showSchedule: true, publicFreeChapters: 1, chapters });
    await open([2, 6], one.id);
    await open([5, 7]);
    expect(told(await calendar({ book: one.id }))).toEqual(['free 2', 'free 3']);
    expect(timesOf(await calendar({ book: one.id }))).toEqual([at(2), at(4)]);
    expect(timesOf(await calendar({ book: other.id }))).toEqual([at(4), at(5)]);
    // Chapter 2 opens before that: its later opening is none.
    expect(await calendar({ book: one.id, from: at(4.5) })).toEqual([]);
  });

  it('leaves out what a running window has opened, until that has ended', async () => {
    const options = { showSchedule: true, publicFreeChapters: 0, earlyAccessDays: 10 };
    const { id } = await makeBook(server.db, { ...options, chapters: [{ publishedAt: inDays(-1) }] });
    await open([-1, 3], id);
    expect(await calendar()).toEqual([]);
    await server.db.query('delete from windows');
    await server.db.query('update window_changes set version = version + 1');
    expect(timesOf(await calendar())).toEqual([at(9)]);
  });

  it('agrees with the access that each chapter has', async () => {
    const { id } = await makeBook(server.db, {
      showSchedule: true,
      publicFreeChapters: 2,
      earlyAccessDays: 12,
      chapters: [
        { access: 'members', freeAt: inDays(2) },
        { freeAt: inDays(1) },
        { freeAt: inDays(8) },
        { publishedAt: inDays(-14) },
        { publishedAt: inDays(-13), access: 'members' },
        { publishedAt: inDays(-11) },
        { publishedAt: inDays(-5) },
        { publishedAt: inDays(-4), freeAt: inDays(30) },
      ],
    });
    await open([3, 4]);
    const { chapters, next_free_at: next } = await detailOf(id);
    const opening = chapters.flatMap(({ chapter_number: number, access }) =>
      access.free_at === null ? [] : [`${access.free_at} ${number}`],
    );
    const entries = await calendar({ book: id, to: at(60) });
    expect(entries.map((entry) => `${entry.at} ${entry.chapter_number}`)).toEqual(opening.sort());
    expect(entries).toHaveLength(5);
    expect(entries[0]?.at).toBe(next);
  });

  it('holds thirty days unless it is asked for others, and at most 62', async () => {
    await makeBook(server.db, { showSchedule: true, chapters: [{}, coming(29.9), coming(30.1), coming(61.9)] });
    expect(told(await calendar())).toEqual(['chapter 2']);
    expect(told(await calendar({ from: at(0), to: at(62) }))).toEqual(['chapter 2', 'chapter 3', 'chapter 4']);
    for (const query of [
      { from: at(0), to: at(62.001) },
      { from: at(1), to: at(1) },
      { from: at(2), to: at(1) },
      { to: at(-1) },
      { from: 'soon' },
      { to: '2026-02-30' },
      { book: 'nonsense' },
      { language: 'xx-xx' },
    ]) {
      const answer = await server.ask('/api/v1/comics/calendar', { query });
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, 400, 'invalid_request']);
    }
  });

  it('answers 404 for a book that readers do not see, and nothing of one that does not tell', async () => {
    const silent = await makeBook(server.db, { chapters: [{}, coming(1)] });
    const hidden = await makeBook(server.db, { showSchedule: true, chapters: [{}, coming(1)] });
    const unpublished = await makeBook(server.db, { showSchedule: true, chapters: [coming(1)] });
    await setBookHidden(server.db, { bookId: hidden.id, hidden: true });
    expect(await calendar({ book: silent.id })).toEqual([]);
    expect(await calendar()).toEqual([]);
    for (const book of [hidden.id, unpublished.id, randomUUID()]) {
      const answer = await server.ask('/api/v1/comics/calendar', { query: { book } });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'book_not_found']);
    }
  });

  it('has at most 500 entries, the nearest ones', async () => {
    const chapters = [{}, ...Array.from({ length: 501 }, (_, index) => coming(1 + index / 100))];
    await makeBook(server.db, { showSchedule: true, chapters });
    const entries = await calendar();
    expect(entries).toHaveLength(500);
    expect(entries.at(-1)?.chapter_number).toBe(501);
  });
});
