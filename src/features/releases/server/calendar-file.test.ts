import { beforeEach, describe, expect, it } from 'vitest';
import { addTestPages } from '../../../app/testing/pages.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { removeWhatIsOver } from '../../../server/jobs/retention.ts';
import { languages } from '../../../shared/languages.ts';
import { setBookHidden } from '../../catalog/server/catalog.ts';
import { setPublication } from '../../catalog/server/dates/publication.ts';
import { type BookOptions, makeBook } from '../../catalog/testing/books.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { toldEntryRetention } from './queries.ts';

const server = serverForTests({
  settings: { PUBLIC_URL: 'https://comics.example', SITE_NAME: 'Ink; & Co' },
  addPages: addTestPages,
});
beforeEach(async () => {
  await server.db.query('delete from books; delete from calendar_entries');
});

const dayMs = 24 * 60 * 60 * 1000;
const begun = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number) => new Date(begun + days * dayMs);
const stamp = (days: number) =>
  inDays(days)
    .toISOString()
    .replaceAll(/[-:]|\.000/g, '');

const book = (options: BookOptions = {}) =>
  makeBook(server.db, {
    titles: { 'en-us': 'Lanterns' },
    showSchedule: true,
    chapters: [{}, { publishedAt: inDays(3) }],
    ...options,
  });

const ask = (query: Record<string, string> = {}) => server.ask('/calendar.ics', { query });
async function read(query: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const answer = await ask(query);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  const lines = answer.body.replaceAll('\r\n ', '').split('\r\n');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [name = '', value = ''] = /^([A-Z]+)[^:]*:(.*)$/.exec(line)?.slice(1) ?? [];
    if (line === 'BEGIN:VEVENT') events.push({});
    else Object.assign(events.at(-1) ?? {}, name === 'END' ? {} : { [name]: value });
  }
  return events;
}
async function readOne(query: Record<string, string> = {}): Promise<Record<string, string>> {
  const [event, ...more] = await read(query);
  if (!event || more.length > 0) throw new Error('One entry is expected');
  return event;
}
async function move(chapterId: string | undefined, days: number | null): Promise<void> {
  const publishedAt = days === null ? null : inDays(days);
  await setPublication(server.db, { chapterId: chapterId ?? '', publishedAt, by: commandLine });
}

describe('the calendar as a file', () => {
  it('names each entry of the calendar, by its chapter and kind alone', async () => {
    const { id, chapterIds } = await book({
      publicFreeChapters: 0,
      chapters: [{ freeAt: inDays(2) }, { publishedAt: inDays(3) }],
    });
    const [free, chapter, ...more] = await read();
    expect(more).toEqual([]);
    expect(free).toMatchObject({
      SEQUENCE: '0',
      STATUS: 'CONFIRMED',
      DTSTART: stamp(2),
      SUMMARY: 'Lanterns: Chapter 1 becomes free',
      DESCRIPTION: 'Chapter 1',
      URL: `https://comics.example/reader/book/chapter/${id}/${chapterIds[0]}/1?lang=en-us`,
    });
    expect(chapter).toMatchObject({
      DTSTART: stamp(3),
      SUMMARY: 'Lanterns: Chapter 2 comes out',
      URL: `https://comics.example/book/chapters/${id}?lang=en-us`,
    });
    const { body, headers } = await ask();
    expect(body).not.toContain(chapterIds[1]);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': expect.stringContaining('public'),
    });
  });

  it('is the same to the byte while nothing changes, in each language', async () => {
    await book({ titles: { 'en-us': 'Lanterns', 'ar-sa': 'فوانيس' } });
    const first = await ask({ language: 'ar-sa' });
    expect(first.body).toContain('فوانيس');
    expect(first.headers['content-language']).toBe('ar-sa');
    for (const language of languages) await read({ language });
    const again = await ask({ language: 'ar-sa' });
    expect([again.body, again.headers.etag]).toEqual([first.body, first.headers.etag]);
    const known = { 'if-none-match': String(first.headers.etag) };
    expect((await server.ask('/calendar.ics?language=ar-sa', { headers: known })).statusCode).toBe(304);
  });

  it('keeps lines to 75 octets and escapes what has a meaning', async () => {
    const title = `灯笼, ${'很长的标题'.repeat(9)}; a\\b &amp; c\u0007`;
    await book({ titles: { 'en-us': title } });
    const { body } = await ask();
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(body.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}|\ufffd/u);
    expect((await readOne()).SUMMARY).toBe(`灯笼\\, ${'很长的标题'.repeat(9)}\\; a\\\\b & c: Chapter 2 comes out`);
    expect(body).toContain('X-WR-CALNAME:Calendar of new chapters · Ink\\; & Co\r\n');
  });

  it('tells a moved entry under its id, with a higher sequence', async () => {
    const { id, chapterIds } = await book();
    const first = await readOne();
    const ofBook = await readOne({ book: id });
    expect(ofBook.UID).toBe(first.UID);
    await move(chapterIds[1], 5);
    expect(await readOne()).toMatchObject({ UID: first.UID, SEQUENCE: '1', DTSTART: stamp(5), STATUS: 'CONFIRMED' });
    expect(await readOne({ book: id.toUpperCase() })).toMatchObject({ UID: first.UID, SEQUENCE: '1' });
    expect(await readOne()).toMatchObject({ SEQUENCE: '1' });
  });

  it('cancels what is withdrawn, until its moment, and tells it again under the same id', async () => {
    const { chapterIds } = await book();
    const { UID } = await readOne();
    await move(chapterIds[1], null);
    const gone = { UID, SEQUENCE: '1', STATUS: 'CANCELLED', DTSTART: stamp(3) };
    expect(await readOne()).toMatchObject({ ...gone, SUMMARY: 'Lanterns: Chapter 2 comes out' });
    expect(await readOne({ language: 'fr-fr' })).toMatchObject(gone);
    await server.db.query('update calendar_entries set at = now()'); // its moment has come
    expect(await read()).toEqual([]);
    await move(chapterIds[1], 9);
    expect(await readOne()).toMatchObject({ UID, SEQUENCE: '2', STATUS: 'CONFIRMED', DTSTART: stamp(9) });
  });

  it.each([
    ['a hidden book', 'hidden'],
    ['a book that tells no more', 'show_schedule'],
    ['a book for adults', 'rating'],
  ])('cancels the entries of %s without a word of it', async (_, column) => {
    const { id } = await book();
    const { UID } = await readOne();
    const set = async (isGone: boolean) => {
      if (column === 'hidden') return setBookHidden(server.db, { bookId: id, hidden: isGone });
      const value = column === 'rating' ? (isGone ? 'adult' : null) : !isGone;
      return server.db.query(`update books set ${column} = $2 where id = $1`, [id, value]);
    };
    await set(true);
    const { body } = await ask();
    expect(body).not.toMatch(new RegExp(`Lanterns|${id}`));
    expect(await readOne()).toMatchObject({
      UID,
      SEQUENCE: '1',
      STATUS: 'CANCELLED',
      SUMMARY: 'No longer announced',
    });
    await set(false);
    expect(await readOne()).toMatchObject({ UID, SEQUENCE: '2', STATUS: 'CONFIRMED' });
  });

  it('has a book for adults where it is asked for by its id, and nowhere else', async () => {
    const { id } = await book({ rating: 'adult' });
    expect(await read()).toEqual([]);
    expect(await readOne({ book: id })).toMatchObject({ SUMMARY: 'Lanterns: Chapter 2 comes out' });
    expect(await read()).toEqual([]);
  });

  it('tells each entry once, however many ask together', async () => {
    const { chapterIds } = await book();
    await readOne();
    await move(chapterIds[1], 6);
    server.pass(5000);
    const asked = languages.map((language) => server.app.inject(`/calendar.ics?language=${language}`));
    const sequences = (await Promise.all(asked)).map(({ body }) => /SEQUENCE:(\d+)/.exec(body)?.[1]);
    expect(sequences).toEqual(languages.map(() => '1'));
  });

  it('forgets an entry long after its moment', async () => {
    await book();
    const { UID } = await readOne();
    const past = async (days: number) => {
      await server.db.query(`update calendar_entries set at = now() - make_interval(days => $1)`, [days]);
      await removeWhatIsOver(server.db, { retentions: [toldEntryRetention], now: new Date() });
      return readOne();
    };
    expect(await past(399)).toMatchObject({ UID, SEQUENCE: '1' });
    expect(await past(401)).toMatchObject({ UID, SEQUENCE: '0' });
  });

  it('refuses a wrong language and an unknown book', async () => {
    const quiet = await book({ showSchedule: false });
    expect(await read({ book: quiet.id })).toEqual([]);
    for (const [query, code] of [
      [{ language: 'tlh' }, 'invalid_request'],
      [{ book: 'nonsense' }, 'invalid_request'],
      [{ book: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }, 'book_not_found'],
    ] as const) {
      const answer = await ask(query);
      expect([query, answer.json().code]).toEqual([query, code]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});
