import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../app/testing/ask.ts';
import { serverForTests } from '../../../app/testing/server.ts';
import { signInStaff } from '../../../app/testing/staff.ts';
import { forAllTests } from '../../../server/testing/for-all-tests.ts';
import { makeBook } from '../../catalog/testing/books.ts';

let bookId: string;
let chapterIds: string[];
const server = serverForTests({ settings: { STUDIO_TIME_ZONE: 'Asia/Shanghai' } });
const editor = forAllTests(() => signInStaff(server, 'editor'));
beforeEach(async () => {
  const made = await makeBook(server.db, { titles: { 'en-us': 'Dates' }, publicFreeChapters: 2, chapters: 5 });
  bookId = made.id;
  chapterIds = made.chapterIds;
});

const ask = askerOf(server, editor);
const etagOf = async (place: number) => (await ask('GET', `/chapters/${chapterIds[place - 1]}`)).etag;
async function publish(place: number, body: object) {
  return ask('PUT', `/chapters/${chapterIds[place - 1]}/publication`, { body, etag: await etagOf(place) });
}
const statusFor = async (place: number) => {
  server.pass(5000);
  const answer = await server.app.inject(`/api/v1/comics/chapter_comics/${chapterIds[place - 1]}/en-us`);
  return answer.statusCode;
};
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const day = 86_400_000;
function inYears(years: number, andHours: number) {
  const moment = new Date(Date.now() + (andHours * day) / 24);
  moment.setUTCFullYear(moment.getUTCFullYear() + years);
  return moment.toISOString();
}

describe('PUT /studio/chapters/{uuid}/publication', () => {
  it('schedules a chapter, which then opens by the time alone', async () => {
    expect((await publish(2, { published_at: null })).status).toBe(200);
    expect(await statusFor(2)).toBe(404);
    const at = inMs(3000);
    const refused = await publish(2, { published_at: at });
    expect([refused.status, refused.body.code]).toEqual([409, 'publish_out_of_order']);
    expect(refused.body.conflicts.map(({ place }: { place: number }) => place)).toEqual([3, 4, 5]);
    for (const place of [5, 4, 3]) await publish(place, { published_at: null });
    const { status, body } = await publish(2, { published_at: at });
    expect(status).toBe(200);
    expect(body.data.result[0]).toMatchObject({ place: 2, number: null, state: 'scheduled', published_at: at });
    expect(await statusFor(2)).toBe(404);
    // Nothing but time opens it.
    await new Promise((resolve) => setTimeout(resolve, Date.parse(at) - Date.now() + 20));
    expect(await statusFor(2)).toBe(200);
  });

  it('wants the version that the caller has seen', async () => {
    const path = `/chapters/${chapterIds[4]}/publication`;
    const body = { published_at: null };
    expect((await ask('PUT', path, { body })).body.code).toBe('version_missing');
    const etag = await etagOf(5);
    const done = await ask('PUT', path, { body, etag });
    expect(done.etag).not.toBe(etag);
    const late = await ask('PUT', path, { body, etag });
    expect([late.status, late.body]).toEqual([
      412,
      expect.objectContaining({ code: 'edit_conflict', etag: done.etag, changed_by: editor.username }),
    ]);
    expect(late.body.current).toMatchObject({ chapter_uuid: chapterIds[4], number: null });
  });

  it.each([
    [
      'a time that is skipped',
      { published_at: '2027-03-28T02:30', time_zone: 'Europe/Berlin' },
      400,
      'invalid_request',
    ],
    ['an unknown zone', { published_at: '2027-03-28T02:30', time_zone: 'Mars/Olympus' }, 400, 'invalid_request'],
    ['more than 5 years ahead', { published_at: inYears(5, 1) }, 400, 'invalid_request'],
    ['a time that is none', { published_at: 'tomorrow' }, 400, 'invalid_request'],
    ['a day that no month has', { published_at: '2027-02-29T00:00Z' }, 400, 'invalid_request'],
    ['an hour that no day has', { published_at: '2027-01-01T25:00Z' }, 400, 'invalid_request'],
    ['an offset that no place has', { published_at: '2027-01-01T00:00+99:00' }, 400, 'invalid_request'],
    ['a number', { published_at: 1_900_000_000 }, 400, 'invalid_request'],
    ['the year 0, which the database has not', { published_at: '0000-01-01T00:00Z' }, 400, 'invalid_request'],
    ['a year of six digits', { published_at: '+020270-01-01T00:00Z' }, 400, 'invalid_request'],
    ['digits of another script', { published_at: '٢٠٢٧-٠١-٠١T00:00Z' }, 400, 'invalid_request'],
    ['a zone that is an address', { published_at: '2027-01-01T00:00', time_zone: '../UTC' }, 400, 'invalid_request'],
    ['a language without content', { published_at: 'now', languages: ['zh-cn'] }, 409, 'chapter_empty'],
    ['an unknown language', { published_at: 'now', languages: ['tlh'] }, 400, 'invalid_request'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await publish(5, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('takes a date up to 5 years ahead', async () => {
    expect((await publish(5, { published_at: inYears(5, -1) })).status).toBe(200);
  });

  it('answers the rows of the chapter, then of the later ones that moved with it', async () => {
    const [first, second] = [inMs(day), inMs(2 * day)];
    await publish(5, { published_at: first });
    await publish(4, { published_at: first });
    const moved = await publish(4, { published_at: second, with_later: true });
    const rows = moved.body.data.result.map((row: { place: number; published_at: string }) => [
      row.place,
      row.published_at,
    ]);
    expect([rows, moved.body.data.total]).toEqual([
      [
        [4, second],
        [5, second],
      ],
      2,
    ]);
  });

  it('refuses to move a later chapter more than 5 years ahead, and then moves none', async () => {
    const far = inYears(4, 0);
    await publish(5, { published_at: far });
    await publish(4, { published_at: inMs(day) });
    const answer = await publish(4, { published_at: inYears(3, 0), with_later: true });
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, 'published_at']);
    const { body } = await ask('GET', `/publishing?book=${bookId}`);
    expect(body.data.result.find(({ place }: { place: number }) => place === 5).published_at).toBe(far);
  });

  it('takes a time without an offset by the clocks of the studio', async () => {
    const { body } = await publish(5, { published_at: `${new Date().getUTCFullYear() + 1}-01-02T08:00` });
    expect(body.data.result[0].published_at).toBe(`${new Date().getUTCFullYear() + 1}-01-02T00:00:00.000Z`);
  });

  it.each([
    ['PUT', '/publication', { published_at: inYears(5, 1) }],
    ['PATCH', '', { free_at: inYears(5, 1) }],
    ['PATCH', '', { access: 'free', free_at: inMs(day) }],
  ] as const)(
    'refuses what is wrong in itself before it asks for the version: %s %s %o',
    async (method, path, body) => {
      for (const id of [chapterIds[4], randomUUID()])
        expect((await ask(method, `/chapters/${id}${path}`, { body })).body.code).toBe('invalid_request');
    },
  );

  it('is written into the audit, with the dates before and after', async () => {
    await publish(5, { published_at: null });
    const owner = await signInStaff(server, 'owner');
    const { body } = await ask('GET', `/audit?target=${chapterIds[4]}`, { as: owner });
    expect(body.data.result[0]).toMatchObject({
      action: 'chapter.publication',
      user: { username: editor.username },
      before: { 'published_at.en-us': '2026-01-01T00:00:00.000Z' },
      after: { 'published_at.en-us': null },
    });
    const minuteAgo = new Date(Date.now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 16); // by Shanghai's clocks
    const since = await ask('GET', `/audit?target=${chapterIds[4]}&from=${minuteAgo}`, { as: owner });
    expect(since.body.data.total).toBeGreaterThan(0);
  });
});

describe('GET /studio/publishing', () => {
  it('lists chapters by their date, drafts last, and counts them', async () => {
    await publish(5, { published_at: null });
    const { body } = await ask('GET', `/publishing?book=${bookId}&page_size=2&page=1`);
    expect(body.data.total).toBe(5);
    expect(body.data.result.map(({ place }: { place: number }) => place)).toEqual([3, 4]);
    const drafts = await ask('GET', `/publishing?book=${bookId}&state=draft`);
    expect(drafts.body.data).toMatchObject({ total: 1, result: [{ place: 5, conflicts: [] }] });
    expect((await ask('GET', `/publishing?book=${bookId}&page=9`)).body.data).toEqual({ result: [], total: 5 });
    expect((await ask('GET', '/publishing?state=gone')).status).toBe(400);
    expect((await ask('GET', `/publishing?book=${randomUUID()}`)).body.code).toBe('book_not_found');
  });
});

describe('PATCH /studio/chapters and /studio/books', () => {
  it('sets who may read one chapter', async () => {
    expect(await statusFor(5)).toBe(403);
    const path = `/chapters/${chapterIds[4]}`;
    const open = await ask('PATCH', path, { body: { access: 'free' }, etag: await etagOf(5) });
    expect(open.body.data.result).toMatchObject({ access: 'free', free_at: null });
    expect(await statusFor(5)).toBe(200);
    const both = await ask('PATCH', path, { body: { free_at: inMs(day) }, etag: open.etag });
    expect([both.status, both.body.code]).toEqual([400, 'invalid_request']);
    const later = await ask('PATCH', path, { body: { access: 'rule', free_at: inMs(day) }, etag: open.etag });
    expect(later.status).toBe(200);
    expect(await statusFor(5)).toBe(403);
    const far = await ask('PATCH', path, { body: { free_at: inYears(5, 1) }, etag: later.etag });
    expect([far.status, far.body.details?.[0].path]).toEqual([400, 'free_at']);
    const cleared = await ask('PATCH', path, { body: { access: 'free' }, etag: later.etag });
    expect(cleared.body.data.result.free_at).toBeNull();
  });

  it('sets how the chapters of a book open', async () => {
    const path = `/books/${bookId}`;
    const { etag } = await ask('GET', path);
    const changed = await ask('PATCH', path, { body: { early_access_days: 0 }, etag });
    expect(changed.body.data.result).toMatchObject({ early_access_days: 0, preview: 'blur', show_schedule: false });
    expect(await statusFor(5)).toBe(200);
    expect((await ask('PATCH', path, { body: { preview: 'words' }, etag: changed.etag })).status).toBe(400);
    expect((await ask('PATCH', path, { body: { early_access_days: 3651 }, etag: changed.etag })).status).toBe(400);
    expect((await ask('PATCH', path, { body: {}, etag })).status).toBe(412);
    expect((await ask('GET', `/books/${randomUUID()}`)).body.code).toBe('book_not_found');
  });
});

describe('/studio/windows', () => {
  it('open locked chapters while they last', async () => {
    expect(await statusFor(5)).toBe(403);
    const body = { book_uuid: bookId, from: inMs(-day), to: inMs(day) };
    const made = await ask('POST', '/windows', { body });
    expect(made.status).toBe(201);
    expect(await statusFor(5)).toBe(200);
    const list = await ask('GET', `/windows?book_uuid=${bookId}`);
    expect(list.body.data).toEqual({ result: [made.body.data.result], total: 1 });
    const path = `/windows/${made.body.data.result.window_id}`;
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await statusFor(5)).toBe(403);
    expect((await ask('DELETE', path)).body.code).toBe('window_over');
    const ahead = await ask('POST', '/windows', { body: { ...body, from: inMs(day), to: inMs(2 * day) } });
    const aheadPath = `/windows/${ahead.body.data.result.window_id}`;
    expect((await ask('DELETE', aheadPath)).status).toBe(204);
    expect((await ask('DELETE', aheadPath)).body.code).toBe('window_not_found');
  });

  const tomorrow = inMs(day);

  it.each([
    ['a beginning that is its end', { from: tomorrow, to: tomorrow }],
    ['an end that has passed', { from: inMs(-2 * day), to: inMs(-day) }],
    ['an end more than 5 years ahead', { from: '2098-12-31T00:00Z', to: '2099-01-01T00:00Z' }],
    ['a time that is none', { from: 'now', to: inMs(day) }],
    ['an hour that is skipped', { from: '2027-03-28T02:30', to: '2027-03-29T00:00', time_zone: 'Europe/Berlin' }],
    ['an unknown zone', { from: '2027-03-28T00:00', to: '2027-03-29T00:00', time_zone: 'Mars/Olympus' }],
    ['no end', { from: inMs(day) }],
    ['no word of what they open', { book_uuid: undefined, from: inMs(day), to: inMs(2 * day) }],
  ])('refuse %s, and name the field', async (_, body) => {
    const answer = await ask('POST', '/windows', { body: { book_uuid: bookId, ...body } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.details.length).toBeGreaterThan(0);
  });

  it('look at their times before they look for the book', async () => {
    const body = { book_uuid: randomUUID(), from: tomorrow, to: tomorrow };
    expect((await ask('POST', '/windows', { body })).body.code).toBe('invalid_request');
  });

  it('refuse an unknown book', async () => {
    const body = { book_uuid: randomUUID(), from: inMs(day), to: inMs(2 * day) };
    expect((await ask('POST', '/windows', { body })).body.code).toBe('book_not_found');
  });

  it('are a thousand at most that are not over', async () => {
    const fill = "select $1, $2::timestamptz + n * interval '1 second', $3 from generate_series(1, $4::integer) n";
    const before = await server.db.query<{ open: string }>('select count(*) as open from windows where to_at > now()');
    const left = 1000 - Number(before.rows[0]?.open);
    await server.db.query(`insert into windows (book_id, from_at, to_at) ${fill}`, [
      bookId,
      inMs(day),
      inMs(3 * day),
      left,
    ]);
    const body = { book_uuid: bookId, from: inMs(day), to: inMs(2 * day) };
    const refused = await ask('POST', '/windows', { body });
    expect([refused.status, refused.body.details?.[0].path]).toEqual([400, 'from']);
    await server.db.query('delete from windows where id = (select id from windows where book_id = $1 limit 1)', [
      bookId,
    ]);
    expect((await ask('POST', '/windows', { body })).status).toBe(201);
    await server.db.query('delete from windows where book_id = $1', [bookId]);
  });

  it('may last 366 days, and not a millisecond more', async () => {
    const from = Date.now() + day;
    const to = (more: number) => new Date(from + 366 * day + more).toISOString();
    const body = { book_uuid: bookId, from: new Date(from).toISOString() };
    expect((await ask('POST', '/windows', { body: { ...body, to: to(0) } })).status).toBe(201);
    expect((await ask('POST', '/windows', { body: { ...body, to: to(1) } })).status).toBe(400);
  });
});
