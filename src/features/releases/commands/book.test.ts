import { beforeEach, describe, expect, it } from 'vitest';
import { siteForTests } from '../../../app/testing/site.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { makeBook } from '../../catalog/testing/books.ts';

let bookId: string;
const site = siteForTests();
beforeEach(async () => {
  await site.db.query('delete from books; delete from windows');
  bookId = (await makeBook(site.db, { chapters: 5 })).id;
});

const run = (...argv: string[]) => site.run(...argv);

async function json(...argv: string[]) {
  const { status, out, err } = await run(...argv, '--json');
  expect([status, err]).toEqual([0, '']);
  return JSON.parse(out);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const statesOf = async () =>
  (await json('book', 'chapters', bookId)).map(
    ({ place, number, editions }: { place: number; number: number | null; editions: { state: string }[] }) =>
      `${place} ${number ?? '-'} ${editions.map(({ state }) => state).join()}`,
  );

describe('longstrip book', () => {
  inLong('takes a chapter back, moves later numbers up, and gives it its old place and date again', async () => {
    const before = await json('book', 'chapters', bookId);
    await json('book', 'unpublish', bookId, '2');
    expect(await statesOf()).toEqual(['1 1 published', '2 - draft', '3 2 published', '4 3 published', '5 4 published']);
    const again = await json('book', 'unpublish', bookId, '2');
    expect(again).toEqual([expect.objectContaining({ place: 2, state: 'draft' })]);
    expect((await run('book', 'unpublish', bookId, '2')).out).toBe('Nothing changes.\n');
    await json('book', 'publish', bookId, '2');
    expect(await json('book', 'chapters', bookId)).toEqual(before);
  });

  it('schedules a range, with so many days between its chapters, and moves the later ones as well', async () => {
    for (const place of ['5', '4', '3']) await json('book', 'unpublish', bookId, place);
    const first = inDays(1);
    const rows = await json('book', 'schedule', bookId, '3-5', first, '--every', '7');
    expect(rows.map(({ place, state, published_at: at }: Record<string, unknown>) => [place, state, at])).toEqual([
      [3, 'scheduled', first],
      [4, 'scheduled', new Date(Date.parse(first) + 7 * 86_400_000).toISOString()],
      [5, 'scheduled', new Date(Date.parse(first) + 14 * 86_400_000).toISOString()],
    ]);
    // Repeated, it tells the same rows.
    expect(await json('book', 'schedule', bookId, '3-5', first, '--every', '7')).toEqual(rows);
    const refused = await run('book', 'schedule', bookId, '3', inDays(10));
    expect(refused.status).toBe(1);
    expect(refused.err).toMatch(/A chapter before it is not published by then\.\n {2}place 4/);
    const moved = await json('book', 'schedule', bookId, '3', inDays(10), '--with-later');
    expect(moved).toHaveLength(3);
    expect(await statesOf()).toEqual([
      '1 1 published',
      '2 2 published',
      '3 - scheduled',
      '4 - scheduled',
      '5 - scheduled',
    ]);
    expect(await json('book', 'publish', bookId)).toEqual([]); // a scheduled chapter is no draft
  });

  inLong('counts days on the clocks of the zone', async () => {
    for (const place of ['5', '4', '3']) await json('book', 'unpublish', bookId, place);
    const year = new Date().getUTCFullYear() + 1;
    // In the last week of March the clocks of Paris go forward, whatever the year.
    const when = [`${year}-03-22T18:00`, '--zone', 'Europe/Paris', '--every', '14'];
    const rows = await json('book', 'schedule', bookId, '3-5', ...when);
    expect(rows.map(({ published_at: at }: { published_at: string }) => at.slice(5))).toEqual([
      '03-22T17:00:00.000Z',
      '04-05T16:00:00.000Z',
      '04-19T16:00:00.000Z',
    ]);
  });

  inLong('hides a book while none of its chapters is published', async () => {
    for (const place of ['1', '2', '3', '4', '5']) await json('book', 'unpublish', bookId, place);
    const { rows } = await site.db.query('select hidden, hidden_by_operator, chapter_count from books');
    expect(rows).toEqual([{ hidden: true, hidden_by_operator: false, chapter_count: 0 }]);
    await json('book', 'publish', bookId);
    expect(await statesOf()).toHaveLength(5);
  });

  it('sets who may read, by chapter and by book', async () => {
    const access = await json('book', 'access', bookId, '4', 'free');
    expect(access).toMatchObject({ place: 4, access: 'free', free_at: null, editions: [{ state: 'published' }] });
    expect((await run('book', 'access', bookId, '4', 'free', '--free-at', inDays(3))).status).toBe(1);
    expect(
      await json('book', 'set', bookId, '--free', '1', '--early-access', '14', '--show-schedule', 'yes'),
    ).toMatchObject({
      book_uuid: bookId,
      public_free_chapters: 1,
      early_access_days: 14,
      show_schedule: true,
      preview: 'blur',
    });
    expect((await run('book', 'set', bookId, '--preview', 'words')).err).toMatch(/A comic has no such preview/);
    expect(await json('book', 'set', bookId, '--early-access', 'never', '--free', 'default')).toMatchObject({
      public_free_chapters: null,
      early_access_days: null,
    });
  });

  inLong.each([
    [
      'a time that is skipped',
      ['schedule', '1', '2027-03-28T02:30', '--zone', 'Europe/Berlin'],
      /is no time in Europe/,
    ],
    ['an unknown zone', ['schedule', '1', '2027-03-28T02:30', '--zone', 'Mars/Olympus'], /is no time zone/],
    ['a time too far ahead', ['schedule', '5', '2099-01-01'], /more than 5 years ahead/],
    ['an unknown chapter', ['schedule', '9', '2027-01-01'], /has no chapter "9"/],
    ['places that there are not', ['schedule', '4-9', '2027-01-01', '--every', '7'], /has 5 chapters, and none at 6-9/],
    [
      'a place that there is not',
      ['schedule', '6-6', '2027-01-01', '--every', '7'],
      /none at 6\. Nothing is scheduled/,
    ],
    ['a range from its end', ['schedule', '3-2', '2027-01-01', '--every', '7'], /is no range of places/],
    ['a range without days', ['schedule', '1-2', '2027-01-01'], /--every DAYS/],
    ['half a day', ['schedule', '1-2', '2027-01-01', '--every', '1.5'], /--every takes days/],
    ['days in figures of machines', ['schedule', '1-2', '2027-01-01', '--every', '0x7'], /--every takes days/],
    ['more days than ten years', ['schedule', '1-2', '2027-01-01', '--every', '3651'], /--every takes days/],
    ['an unknown override', ['access', '1', 'everybody'], /none of rule, free and members/],
  ])('refuses %s', async (_, [command = '', ...rest], words) => {
    const { status, err } = await run('book', command, bookId, ...rest);
    expect(status).toBe(1);
    expect(err).toMatch(words);
  });
});

describe('longstrip book window and site window', () => {
  inLong('open, list and end a window; the same one twice is one', async () => {
    const [from, to] = [inDays(-1), inDays(1)];
    const made = await json('book', 'window', bookId, from, to);
    expect(made).toEqual({ window_id: expect.any(String), book_uuid: bookId, from, to });
    expect(await json('book', 'window', bookId, from, to)).toEqual(made);
    expect(await json('book', 'window', bookId)).toEqual([made]);
    expect(await json('site', 'window')).toEqual([]);
    await json('book', 'window', bookId, '--remove', made.window_id);
    const over = await run('book', 'window', bookId, '--remove', made.window_id);
    expect([over.status, over.err]).toEqual([1, expect.stringContaining('This window is over')]);
    expect(await json('book', 'window', bookId)).toHaveLength(1);
  });

  inLong.each([
    ['that ends before it begins', [inDays(2), inDays(1)], /ends after it begins/],
    ['that is over', [inDays(-2), inDays(-1)], /lies ahead/],
    ['of more than 366 days', [inDays(1), inDays(368)], /at most 366 days/],
  ])('refuse one %s', async (_, times, words) => {
    const { status, err } = await run('site', 'window', ...times);
    expect([status, err]).toEqual([1, expect.stringMatching(words)]);
  });
});
