import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import type { Language } from '../../../shared/languages.ts';
import { type ChapterOptions, makeBook } from '../../catalog/testing/books.ts';

const both: Language[] = ['en-us', 'fr-fr'];
const chapterIn = (...languages: Language[]): ChapterOptions => ({
  editions: Object.fromEntries(languages.map((language) => [language, { imageIds: [randomUUID()] }])),
});
const year = new Date().getUTCFullYear() + 1;

let bookId: string;
let chapterIds: string[];
const server = serverForTests({ settings: { STUDIO_TIME_ZONE: 'Asia/Shanghai' } });
const editor = forAllTests(() => signInStaff(server, 'editor'));
beforeEach(async () => {
  await makeDrafts(6, 2);
});

/** A book whose first chapters are published, and all others drafts. */
async function makeDrafts(chapters: number, published: number, languages = both): Promise<void> {
  const made = await makeBook(server.db, {
    titles: { 'en-us': 'Sequence', 'fr-fr': 'La série' },
    chapters: Array.from({ length: chapters }, () => chapterIn(...languages)),
  });
  ({ id: bookId, chapterIds } = made);
  await server.db.query(`update chapter_editions set published_at = null where chapter_id = any($1::uuid[])`, [
    chapterIds.slice(published),
  ]);
  await server.db.query('update chapters set place = number where book_id = $1', [bookId]);
  await server.db.query('update chapters set number = null, published_at = null where id = any($1::uuid[])', [
    chapterIds.slice(published),
  ]);
}

interface Row {
  chapter_uuid: string;
  place: number;
  number: number;
  languages: string[];
  published_at: string;
  is_published: boolean;
}
async function schedule(body: object, by = editor) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/v1/studio/publishing/series',
    headers: by.headers,
    payload: body,
  });
  const { code, details, conflicts, data } = answer.json();
  return { status: answer.statusCode, code, details, conflicts, rows: data?.result as Row[], total: data?.total };
}
const fridays = { weeks: 1, weekdays: [5], at: '18:00' };
const weekly = (more: object = {}) => ({ book_uuid: bookId, start: `${year}-03-01T00:00`, every: fridays, ...more });
const told = (rows: Row[]) => rows.map(({ place, published_at: at }) => `${place} ${at}`);

async function stored(): Promise<string[]> {
  const { rows } = await server.db.query<{ told: string }>(
    `select coalesce(c.place, c.number) || ' ' || e.language || ' ' || coalesce(to_json(e.published_at at time zone 'UTC') #>> '{}', '-')
       || case when e.is_silent then ' silent' else '' end as told
     from chapters c join chapter_editions e on e.chapter_id = c.id
     where c.book_id = $1 and coalesce(c.place, c.number) > 2 order by coalesce(c.place, c.number), e.language`,
    [bookId],
  );
  return rows.map((row) => row.told);
}
const unchanged = [3, 4, 5, 6].flatMap((place) => both.map((language) => `${place} ${language} -`));

describe('POST /studio/publishing/series', () => {
  it('publishes all drafts of a book one after another, in all their languages', async () => {
    const { status, rows, total } = await schedule(weekly({ start: '2099-01-01', time_zone: 'Europe/Paris' }));
    expect([status, rows, total]).toEqual([400, undefined, undefined]);
    const done = await schedule(weekly({ start: `${year}-03-01T00:00`, time_zone: 'Europe/Paris' }));
    expect([done.status, done.total]).toEqual([200, 4]);
    const hours = done.rows.map(({ published_at: at }) =>
      new Intl.DateTimeFormat('en-GB', {
        weekday: 'short',
        timeStyle: undefined,
        hour: '2-digit',
        minute: '2-digit',
        timeZone: 'Europe/Paris',
      }).format(new Date(at)),
    );
    expect(hours).toEqual(Array.from({ length: 4 }, () => 'Fri 18:00'));
    expect(done.rows.map(({ place, number, languages }) => [place, number, languages])).toEqual(
      [3, 4, 5, 6].map((place) => [place, place, both]),
    );
    expect(await stored()).toEqual(
      done.rows.flatMap(({ place, published_at: at }) =>
        both.map((language) => `${place} ${language} ${at.slice(0, 19)}`),
      ),
    );
  });

  it('tells the same dates with dry_run, and changes nothing', async () => {
    const dry = await schedule(weekly({ dry_run: true }));
    expect(await stored()).toEqual(unchanged);
    const { rows } = await schedule(weekly());
    expect(dry.rows).toEqual(rows);
    expect((await schedule(weekly({ chapters: chapterIds.slice(2), book_uuid: undefined }))).rows).toEqual(rows);
  });

  it('says which chapters are published now, in its languages', async () => {
    const [second = '', third = ''] = chapterIds.slice(1);
    await server.db.query(
      "update chapter_editions set published_at = null where chapter_id = $1 and language = 'fr-fr'",
      [second],
    );
    const wish = weekly({ book_uuid: undefined, chapters: [second, third], dry_run: true });
    const published = async (languages?: string[]) =>
      (await schedule({ ...wish, ...(languages && { languages }) })).rows.map((row) => row.is_published);
    expect(await published()).toEqual([true, false]);
    expect(await published(['fr-fr'])).toEqual([false, false]);
  });

  it('publishes so many at a time, on the clocks of the studio where no zone is named', async () => {
    const { rows } = await schedule(weekly({ per: 3, every: { days: 60, at: '08:00' } }));
    const [first = '', second = ''] = [...new Set(rows.map(({ published_at: at }) => at))];
    expect(told(rows)).toEqual([`3 ${first}`, `4 ${first}`, `5 ${first}`, `6 ${second}`]);
    expect([first, Date.parse(second) - Date.parse(first)]).toEqual([`${year}-03-01T00:00:00.000Z`, 60 * 86_400_000]);
  });

  it('takes chapters in the order of their book, and each once', async () => {
    const [third = '', fourth = ''] = chapterIds.slice(2);
    const { rows } = await schedule(weekly({ book_uuid: undefined, chapters: [fourth, third.toUpperCase(), fourth] }));
    expect(rows.map(({ chapter_uuid: id }) => id)).toEqual([third, fourth]);
  });

  it('moves what is scheduled already, to before or after what others of the sequence had', async () => {
    const first = await schedule(weekly());
    for (const start of [`${year}-03-08T00:00`, `${year}-02-01T00:00`, `${year}-06-01T00:00`]) {
      const moved = await schedule(weekly({ start, book_uuid: undefined, chapters: chapterIds.slice(2) }));
      expect([moved.status, moved.rows.length]).toEqual([200, 4]);
      expect(told(moved.rows)).not.toEqual(told(first.rows));
    }
    // Nothing of the book is a draft any more.
    expect((await schedule(weekly())).rows).toEqual([]);
  });

  it('begins at once where its start has passed', async () => {
    const { rows } = await schedule(weekly({ start: '2020-01-01', every: { days: 1, at: '00:00' } }));
    const first = Date.parse(rows[0]?.published_at ?? '');
    expect(first).toBeGreaterThan(Date.now() - 5000);
    expect(first).toBeLessThan(Date.now() + 86_400_000);
  });

  it('publishes in the wanted languages alone, and in those with content where none is named', async () => {
    await server.db.query("delete from chapter_editions where chapter_id = $1 and language = 'fr-fr'", [chapterIds[3]]);
    const refused = await schedule(weekly({ languages: ['fr-fr'] }));
    expect([refused.status, refused.code]).toEqual([409, 'chapter_empty']);
    expect(refused.conflicts).toMatchObject([{ chapter_uuid: chapterIds[3], place: 4 }]);
    expect((await stored()).filter((row) => !row.endsWith(' -'))).toEqual([]);
    const { rows } = await schedule(weekly({ all: true, dry_run: true }));
    expect(rows.map(({ languages }) => languages.length)).toEqual([2, 1, 2, 2]);
    const english = await schedule(weekly({ languages: ['en-us'] }));
    expect(english.rows.map(({ languages }) => languages)).toEqual(Array.from({ length: 4 }, () => ['en-us']));
    expect((await stored()).filter((row) => row.endsWith(' -'))).toEqual(['3 fr-fr -', '5 fr-fr -', '6 fr-fr -']);
  });

  it('keeps that it is silent, until a date is set that is not', async () => {
    const { rows } = await schedule(weekly({ silent: true }));
    expect((await stored()).every((row) => row.endsWith(' silent'))).toBe(true);
    await schedule(weekly({ silent: true, book_uuid: undefined, chapters: chapterIds.slice(2) }));
    expect((await stored()).every((row) => row.endsWith(' silent'))).toBe(true);
    const again = await schedule(weekly({ book_uuid: undefined, chapters: chapterIds.slice(2) }));
    expect([again.rows, (await stored()).some((row) => row.endsWith(' silent'))]).toEqual([rows, false]);
  });

  it('refuses what stands in its way, with or without dry_run, and changes nothing', async () => {
    for (const dry_run of [true, false]) {
      const early = await schedule(weekly({ dry_run, book_uuid: undefined, chapters: chapterIds.slice(3) }));
      expect([early.status, early.code]).toEqual([409, 'publish_out_of_order']);
      expect(early.conflicts).toMatchObject([{ chapter_uuid: chapterIds[2], place: 3, published_at: null }]);
      const late = await schedule(weekly({ dry_run, book_uuid: undefined, chapters: chapterIds.slice(0, 1) }));
      expect(late.conflicts.map(({ place }: { place: number }) => place)).toEqual([2]);
    }
    expect(await stored()).toEqual(unchanged);
  });

  it('answers 404 for what is not there or in the trash, and leaves the others as they are', async () => {
    expect(await schedule(weekly({ book_uuid: randomUUID() }))).toMatchObject({ status: 404, code: 'book_not_found' });
    const named = (id: string | undefined) => schedule(weekly({ book_uuid: undefined, chapters: [chapterIds[2], id] }));
    expect(await named(randomUUID())).toMatchObject({ status: 404, code: 'chapter_not_found' });
    await server.db.query('update chapters set deleted_at = now() where id = $1', [chapterIds[5]]);
    expect(await named(chapterIds[5])).toMatchObject({ status: 404, code: 'chapter_not_found' });
    expect(await stored()).toEqual(unchanged);
    await server.db.query('update books set deleted_at = now() where id = $1', [bookId]);
    expect((await named(chapterIds[3])).code).toBe('chapter_not_found');
    expect((await schedule(weekly())).code).toBe('book_not_found');
  });

  it.each([
    ['neither chapters nor a book', { book_uuid: undefined }],
    ['both', { chapters: [randomUUID()] }],
    ['no chapters', { book_uuid: undefined, chapters: [] }],
    ['over 1,000 chapters', { book_uuid: undefined, chapters: Array.from({ length: 1001 }, () => randomUUID()) }],
    ['a chapter that is no id', { book_uuid: undefined, chapters: ['first'] }],
    ['no start', { start: undefined }],
    ['a start that is skipped', { start: '2027-03-28T02:30', time_zone: 'Europe/Paris' }],
    ['an unknown zone', { time_zone: 'Mars/Olympus' }],
    ['no turns', { every: undefined }],
    ['two kinds of turns', { every: { ...fridays, days: 7 } }],
    ['no days of the week', { every: { ...fridays, weekdays: [] } }],
    ['an eighth day', { every: { ...fridays, weekdays: [8] } }],
    ['nine weeks', { every: { ...fridays, weeks: 9 } }],
    ['half a day', { every: { days: 0.5, at: '18:00' } }],
    ['61 days', { every: { days: 61, at: '18:00' } }],
    ['no hour', { every: { days: 7 } }],
    ['an hour of 12', { every: { days: 7, at: '6:00 PM' } }],
    ['a 24th hour', { every: { days: 7, at: '24:00' } }],
    ['21 at a time', { per: 21 }],
    ['none at a time', { per: 0 }],
    ['an unknown language', { languages: ['tlh'] }],
    ['no language', { languages: [] }],
    ['languages and all of them', { languages: ['en-us'], all: true }],
    ['a silence that is none', { silent: 'yes' }],
    ['a moment over five years ahead', { start: `${year + 4}-12-01`, every: { weeks: 8, weekdays: [5], at: '18:00' } }],
  ])('refuses %s', async (_, more) => {
    const { status, code, details } = await schedule(weekly(more));
    expect([status, code, details.length > 0]).toEqual([400, 'invalid_request', true]);
    expect(await stored()).toEqual(unchanged);
  });

  it('refuses chapters of several books', async () => {
    const other = (await makeBook(server.db, { chapters: 1 })).chapterIds;
    const { status, details } = await schedule(weekly({ book_uuid: undefined, chapters: [chapterIds[2], ...other] }));
    expect([status, details[0].path]).toEqual([400, 'chapters']);
  });

  it('is for owners and editors', async () => {
    expect((await schedule(weekly(), await signInStaff(server, 'support'))).code).toBe('forbidden');
  });

  it('writes a row of the audit for each chapter, and none where nothing changes', async () => {
    const rowsOf = async () =>
      (
        await server.db.query<{ after: Record<string, string> }>(
          "select after from audit_entries where action = 'chapter.publication' and target_id = any($1)",
          [chapterIds],
        )
      ).rows;
    const { rows } = await schedule(weekly());
    expect((await rowsOf()).map(({ after }) => after['published_at.fr-fr'])).toEqual(
      expect.arrayContaining(rows.map(({ published_at: at }) => at)),
    );
    await schedule(weekly({ book_uuid: undefined, chapters: chapterIds.slice(2) }));
    expect(await rowsOf()).toHaveLength(4);
  });

  it('of two at once sets the dates of one after those of the other', async () => {
    const starts = [`${year}-03-01T00:00`, `${year}-05-01T00:00`];
    const chapters = chapterIds.slice(2);
    const both = await Promise.all(starts.map((start) => schedule(weekly({ start, book_uuid: undefined, chapters }))));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await server.db.query<{ at: Date }>(
      'select published_at as at from chapters where id = any($1::uuid[]) order by place',
      [chapters],
    );
    const final = rows.map(({ at }) => at.toISOString());
    expect(both.map((each) => each.rows.map(({ published_at: at }) => at))).toContainEqual(final);
  });
});

describe('GET /studio/publishing?by=chapter', () => {
  async function list(query: string) {
    const answer = await server.app.inject({
      url: `/api/v1/studio/publishing?by=chapter&book=${bookId}${query}`,
      headers: editor.headers,
    });
    const { code, data } = answer.json();
    return { status: answer.statusCode, code, rows: data?.result ?? [], total: data?.total };
  }
  const placesOf = ({ rows }: { rows: { place: number }[] }) => rows.map(({ place }) => place);
  const chaptersOf = (...places: number[]) => places.map((place) => chapterIds[place - 1]);

  it('has a row for each chapter, with its editions and the number that it will have', async () => {
    await schedule(weekly({ book_uuid: undefined, chapters: chaptersOf(3), languages: ['fr-fr'] }));
    const { rows, total } = await list('&language=fr-fr');
    expect([total, placesOf({ rows })]).toEqual([6, [1, 2, 3, 4, 5, 6]]);
    const [first, , third, fourth] = rows;
    expect(first).toMatchObject({
      ...{ book_uuid: bookId, book_title: 'La série', book_original_title: 'Sequence', chapter_uuid: chapterIds[0] },
      ...{ number: 1, title: 'Chapter 1', cover: null, access: 'rule', published_at: '2026-01-01T00:00:00.000Z' },
    });
    expect(third).toMatchObject({ number: 3, published_at: third.editions[1].published_at });
    expect(third.editions).toEqual([
      { language: 'en-us', state: 'draft', published_at: null },
      { language: 'fr-fr', state: 'scheduled', published_at: expect.stringMatching(/^20/) },
    ]);
    expect([fourth.number, fourth.published_at]).toEqual([4, null]);
    expect((await list('')).rows[0]).toMatchObject({ book_title: 'Sequence', book_original_title: null });
  });

  it('knows the number of a draft, without those that were withdrawn from between others', async () => {
    const numbersOf = async () =>
      (await list('&state=draft')).rows.map(({ place, number }: Row) => `${place} ${number}`);
    await server.db.query('update chapter_editions set first_published_at = now() where chapter_id = any($1::uuid[])', [
      chaptersOf(3, 6),
    ]);
    expect(await numbersOf()).toEqual(['3 3', '4 4', '5 5', '6 6']);
    await schedule(weekly({ book_uuid: undefined, chapters: chaptersOf(4) }));
    expect(await numbersOf()).toEqual(['3 3', '5 4', '6 5']);
    expect((await list('&state=scheduled')).rows).toMatchObject([{ place: 4, number: 3 }]);
  });

  it('takes the state and the date of the first edition, or of the one that is asked for', async () => {
    await schedule(weekly({ book_uuid: undefined, chapters: chaptersOf(3, 4), languages: ['fr-fr'] }));
    const places = async (query: string) => placesOf(await list(query));
    expect(await places('&state=draft')).toEqual([5, 6]);
    expect(await places('&state=scheduled')).toEqual([3, 4]);
    expect(await places('&state=published')).toEqual([1, 2]);
    expect(await places('&state=draft&edition=en-us')).toEqual([3, 4, 5, 6]);
    expect(await places('&state=scheduled&edition=en-us')).toEqual([]);
    expect(await places('&edition=zh-cn')).toEqual([]);
    const { rows } = await list('&state=scheduled');
    const [third, fourth] = rows.map(({ published_at: at }: Row) => at);
    expect(await places(`&from=${third}&to=${fourth}`)).toEqual([3]);
    expect(await places(`&from=${third}&to=${fourth}&edition=en-us`)).toEqual([]);
  });

  it('counts chapters, pages them, and turns their order without the drafts', async () => {
    expect(await list('&page_size=2&page=1')).toMatchObject({ total: 6, rows: [{ place: 3 }, { place: 4 }] });
    expect(await list('&page=9')).toMatchObject({ total: 6, rows: [] });
    await schedule(weekly({ book_uuid: undefined, chapters: chaptersOf(3) }));
    expect(placesOf(await list('&direction=desc'))).toEqual([3, 1, 2, 4, 5, 6]);
  });

  it('leaves out chapters without content and those in the trash, and knows no other book', async () => {
    await server.db.query('update chapter_editions set has_content = false where chapter_id = $1', [chapterIds[4]]);
    await server.db.query('update chapters set deleted_at = now() where id = $1', [chapterIds[5]]);
    expect(placesOf(await list(''))).toEqual([1, 2, 3, 4]);
    await server.db.query('update books set deleted_at = now() where id = $1', [bookId]);
    expect((await list('')).code).toBe('book_not_found');
  });

  it.each(['&state=gone', '&edition=tlh', '&language=tlh', '&from=soon', '&direction=up'])(
    'refuses %s',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});
