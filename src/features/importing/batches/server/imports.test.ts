import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { runJob, serverForTests, startTestServer, type TestServer } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import type { SignedInUser } from '../../../../app/testing/users.ts';
import { hearChanges } from '../../../../server/database/changes.ts';
import type { DbPool } from '../../../../server/database/db.ts';
import { createTestDatabase } from '../../../../server/testing/database.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { drawScene } from '../../../media/testing/pictures.ts';
import { sendFile } from '../../testing/imports.ts';
import { eventsOf } from './events.ts';
import { endFailed } from './work.ts';

let server: TestServer = serverForTests();
let editor: SignedInUser = forAllTests(() => signInStaff(server, 'editor'));

const ask: ReturnType<typeof askerOf> = (...asked) => askerOf(server, editor)(...asked);

const pictures = new Map<number, Promise<Buffer>>();
function picture(seed: number): Promise<Buffer> {
  const made = pictures.get(seed) ?? drawScene({ seed });
  pictures.set(seed, made);
  return made;
}

/** Begins an import and sends its files; a number stands for the picture of that seed. */
async function begin(files: Record<string, number | string | Buffer>, options: object = {}): Promise<string> {
  const made = await ask('POST', '/imports', { body: options });
  expect(made.status).toBe(201);
  await send(made.result.id, files);
  return made.result.id;
}

async function send(id: string, files: Record<string, number | string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'number' ? await picture(content) : content;
    const answer = await sendFile(server, editor, { path, bytes, importId: id });
    expect([path, answer.statusCode]).toEqual([path, 201]);
  }
}

const work = () => runJob(server, 'imports');

async function check(id: string) {
  const asked = await ask('POST', `/imports/${id}/check`);
  expect([asked.status, asked.result?.state]).toEqual([202, 'checking']);
  await work();
  return await ask('GET', `/imports/${id}/plan?page_size=500`);
}

async function commit(id: string, publish: 'draft' | 'now' = 'now') {
  const { etag } = await ask('GET', `/imports/${id}/plan`);
  const asked = await ask('POST', `/imports/${id}/commit`, { body: { publish }, etag });
  expect([asked.status, asked.result?.state]).toEqual([202, 'committing']);
  await work();
  return (await ask('GET', `/imports/${id}`)).result;
}

async function undo(id: string) {
  const asked = await ask('POST', `/imports/${id}/undo`);
  expect([asked.status, asked.result?.state]).toEqual([202, 'undoing']);
  await work();
  return (await ask('GET', `/imports/${id}`)).result;
}

async function shown(title: string) {
  server.pass(6000);
  const found = await server.app.inject(`/api/v1/comics/search/en-us?q=${encodeURIComponent(title)}`);
  return found.json().data?.result?.books ?? found.json().data?.result ?? [];
}

const bookYaml = (title: string) => `title: ${title}\nauthor: Ada\nkind: comic\n`;
/** Each title has pictures of its own: a book is known by its content too. */
const titles: string[] = [];
function seedOf(title: string, page: number): number {
  if (!titles.includes(title)) titles.push(title);
  return 7 * (1 + titles.indexOf(title)) + (page % 7);
}
const comic = (title: string) => ({
  [`${title}/book.yaml`]: bookYaml(title),
  [`${title}/1/001.jpg`]: seedOf(title, 11),
  [`${title}/1/002.jpg`]: seedOf(title, 12),
  [`${title}/2/001.jpg`]: seedOf(title, 21),
});
type Row = { path: string; change: string; rule: string | null; becomes: { page: number | null } | null };
const changes = (rows: Row[]) => Object.fromEntries(rows.map(({ path, change }) => [path, change]));

describe('an import of the studio', () => {
  it('tells before it does anything what becomes of each file, by which rule', async () => {
    const id = await begin({ ...comic('Harbour'), 'Harbour/1/Thumbs.db': 'x' });
    const plan = await check(id);
    expect(plan.status).toBe(200);
    const { books, files } = plan.result;
    expect(books).toMatchObject([{ title: 'Harbour', state: 'created', book_uuid: null }]);
    expect(books[0].chapters).toMatchObject([
      { number: 1, state: 'added' },
      { number: 2, state: 'added' },
    ]);
    expect(changes(files)).toEqual({
      'Harbour/book.yaml': 'same',
      'Harbour/1/001.jpg': 'new',
      'Harbour/1/002.jpg': 'new',
      'Harbour/1/Thumbs.db': 'passed_over',
      'Harbour/2/001.jpg': 'new',
    });
    const page = files.find(({ path }: Row) => path === 'Harbour/1/002.jpg');
    expect(page).toMatchObject({ rule: 'number_in_name', becomes: { as: 'page', page: 2 } });
    expect(await shown('Harbour')).toEqual([]);
    const { result } = await ask('GET', `/imports/${id}`);
    expect(result).toMatchObject({ state: 'checked', counts: { files: 5, new: 3 }, source: 'studio', name: 'Harbour' });
  });

  inLong('publishes drafts that nobody sees, or at once, and tells what it made', async () => {
    const id = await begin(comic('Lighthouse'));
    await check(id);
    const done = await commit(id, 'draft');
    expect(done).toMatchObject({ state: 'committed', counts: { new: 3, failed: 0 } });
    expect(done.books).toMatchObject([{ title: 'Lighthouse', state: 'created' }]);
    expect(await shown('Lighthouse')).toEqual([]);
    const book = await ask('GET', `/books/${done.books[0].book_uuid}`);
    expect(book.result).toMatchObject({ titles: { 'en-us': 'Lighthouse' } });
    const again = await begin(comic('Lighthouse'));
    expect(changes((await check(again)).result.files)).toMatchObject({ 'Lighthouse/1/001.jpg': 'same' });
    expect((await commit(again)).state).toBe('committed');
  });

  inLong('empties what every process keeps for readers only when it publishes, or takes that back', async () => {
    const database = await createTestDatabase();
    const apart = await startTestServer({ database });
    let changes = 0;
    const ears = hearChanges({ url: database.url, onChange: () => changes++, onPicture: () => {} });
    const [usual, usualEditor] = [server, editor];
    [server, editor] = [apart, await signInStaff(apart, 'editor')];
    try {
      const heard = () => sleep(1000); // time itself is tested: changes of 400 ms are told as one
      const told = () => expect.poll(() => changes, { timeout: 5000 });
      await told().toBeGreaterThan(0); // it hears
      await heard();
      const before = changes;
      const id = await begin(comic('Quiet'));
      await check(id);
      await heard();
      expect(changes).toBe(before);
      await commit(id);
      await told().toBeGreaterThan(before);
      const taken = await begin(comic('Taken back'));
      await check(taken);
      const { etag } = await ask('GET', `/imports/${taken}/plan`);
      await ask('POST', `/imports/${taken}/commit`, { body: { publish: 'now' }, etag });
      expect((await ask('POST', `/imports/${taken}/cancel`)).status).toBe(202);
      await heard();
      const published = changes;
      await work();
      await told().toBeGreaterThan(published);
    } finally {
      [server, editor] = [usual, usualEditor];
      await ears.close();
      await apart.stop();
    }
  });

  inLong('takes changes by hand into the plan and into the commit', async () => {
    const id = await begin(comic('Meadow'));
    const plan = await check(id);
    const fileOf = (path: string) => plan.result.files.find((row: Row) => row.path === path).file_id;
    const [book] = plan.result.books;
    const [first, second] = book.chapters;
    const body = {
      changes: [
        { files: [fileOf('Meadow/1/001.jpg')], leave_out: true },
        { chapter: second.key, titles: { 'en-us': 'The end first' }, before: first.key },
        { book: book.key, set: { attribution: 'Ada and friends' } },
      ],
    };
    expect((await ask('PATCH', `/imports/${id}/plan`, { body })).code).toBe('version_missing');
    const changed = await ask('PATCH', `/imports/${id}/plan`, { body, etag: plan.etag });
    expect(changed.status).toBe(200);
    expect(changed.etag).not.toBe(plan.etag);
    const [told] = (await ask('GET', `/audit?target=${id}`)).result;
    expect(told?.after.changes[0]).toEqual({ files: ['Meadow/1/001.jpg'], leave_out: true });
    expect(changes(changed.result.files)).toMatchObject({ 'Meadow/1/001.jpg': 'left_out', 'Meadow/1/002.jpg': 'new' });
    expect(changed.result.files.find(({ path }: Row) => path === 'Meadow/1/001.jpg')).toMatchObject({ rule: 'hand' });
    expect(changed.result.books[0].chapters[0]).toMatchObject({ titles: { 'en-us': 'The end first' } });
    const other = await signInStaff(server, 'editor');
    const same = { changes: [body.changes[2]] };
    await ask('PATCH', `/imports/${id}/plan`, { body: same, etag: changed.etag, as: other });
    const late = await ask('PATCH', `/imports/${id}/plan`, { body, etag: plan.etag });
    expect(late.body).toMatchObject({ code: 'edit_conflict', changed_by: other.username });
    const done = await commit(id);
    const again = await sendFile(server, editor, { path: 'Meadow/1/001.jpg', bytes: await picture(1), importId: id });
    expect([again.statusCode, again.json().code]).toEqual([409, 'import_state']);
    const chapters = await ask('GET', `/books/${done.books[0].book_uuid}/chapters`);
    expect(chapters.result.map((each: { titles: object }) => each.titles)).toMatchObject([
      { 'en-us': 'The end first' },
      {},
    ]);
    const { result } = await ask('GET', `/books/${done.books[0].book_uuid}`);
    expect(result.attribution).toBe('Ada and friends');
  });

  inLong('refuses a change that names what the plan does not have, and saves nothing of it', async () => {
    const id = await begin(comic('Orchard'));
    const plan = await check(id);
    const body = {
      changes: [
        { files: [plan.result.files[0].file_id], leave_out: true },
        { chapter: 'none', titles: {} },
      ],
    };
    const refused = await ask('PATCH', `/imports/${id}/plan`, { body, etag: plan.etag });
    expect([refused.status, refused.code, refused.body.details[0].path]).toEqual([
      400,
      'invalid_request',
      'changes.1.chapter',
    ]);
    const bad = { changes: [{ book: plan.result.books[0].key, set: { status: 'asleep' } }] };
    expect((await ask('PATCH', `/imports/${id}/plan`, { body: bad, etag: plan.etag })).status).toBe(400);
    expect((await ask('GET', `/imports/${id}/plan`)).etag).toBe(plan.etag);
  });

  it('refuses a change with text that cannot be stored, and the later of two at once', async () => {
    const id = await begin(comic('Lagoon'));
    const plan = await check(id);
    const [file, book] = [plan.result.files[0].file_id, plan.result.books[0]];
    const [chapter] = book.chapters;
    for (const bad of ['a\0b', 'a\ud800b']) {
      for (const change of [
        { files: [bad], leave_out: true },
        { files: [file], chapter: chapter.key, before: bad },
        { chapter: bad },
        { book: book.key, set: { author: bad } },
        { book: book.key, set: { [bad]: ['x'] } },
        { book: book.key, set: { titles: { 'en-us': bad } } },
      ]) {
        const { status, code } = await ask('PATCH', `/imports/${id}/plan`, {
          body: { changes: [change] },
          etag: plan.etag,
        });
        expect([change, status, code]).toEqual([change, 400, 'invalid_request']);
      }
    }
    expect((await ask('GET', `/imports/${id}/plan`)).etag).toBe(plan.etag);
    const body = { changes: [{ files: [file], leave_out: true }] };
    const send = () => ask('PATCH', `/imports/${id}/plan`, { body, etag: plan.etag });
    const both = (await Promise.all([send(), send()])).map(({ status, code }) => code ?? status);
    expect(both.toSorted()).toEqual([200, 'edit_conflict']);
  });

  inLong('makes the plans of a user anew one after the other', async () => {
    const [first, second] = [await begin(comic('Pond')), await begin(comic('Reed'))];
    const change = async (id: string) => {
      const plan = await check(id);
      const body = { changes: [{ files: [plan.result.files[0].file_id], leave_out: true }] };
      return () => ask('PATCH', `/imports/${id}/plan`, { body, etag: plan.etag });
    };
    const [one, other] = [await change(first), await change(second)];
    expect((await Promise.all([one(), other()])).map(({ status }) => status)).toEqual([200, 200]);
  });

  inLong('names a file that fails, lets the rest go on, and tries it again', async () => {
    const id = await begin({ ...comic('Quarry'), 'Quarry/3/001.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) });
    const plan = await check(id);
    const row = plan.result.files.find(({ path }: Row) => path === 'Quarry/3/001.jpg');
    expect(row.change).toBe('left_out');
    expect(row.cause).not.toBeNull();
    const done = await commit(id);
    expect(done).toMatchObject({ state: 'committed' });
    const [failure] = (await ask('GET', '/health/failures')).result;
    expect(failure).toMatchObject({ kind: 'file', path: row.path, cause: row.cause, import: { id } });
    await send(id, { 'Quarry/3/001.jpg': 31 });
    const retry = () => ask('POST', `/imports/${id}/files/${row.file_id}/retry`);
    const setSource = (source: string) => server.db.query('update batches set source = $2 where id = $1', [id, source]);
    await setSource('command_line');
    expect(await retry()).toMatchObject({ status: 409, code: 'import_state' });
    await setSource('studio');
    const asked = await retry();
    expect(asked.status).toBe(202);
    await work();
    expect((await ask('GET', '/health/failures')).result).toEqual([]);
    expect((await ask('GET', `/imports/${id}`)).result).toMatchObject({ state: 'committed', counts: { failed: 0 } });
    const chapters = await ask('GET', `/books/${done.books[0].book_uuid}/chapters`);
    expect(chapters.data.total).toBe(3);
  });

  inLong('stands among the failures of the site until it is tried again or dismissed', async () => {
    const id = await begin(comic('Broken'));
    await ask('POST', `/imports/${id}/check`);
    const fail = () => endFailed(server.db, id, 'the disk was full');
    await fail();
    const failures = async () => (await ask('GET', '/health/failures')).result;
    expect(await failures()).toMatchObject([{ id, kind: 'import', path: null, import: { id } }]);
    expect((await ask('GET', '/today')).result).toContainEqual({
      ...{ kind: 'work_failed', count: 1, page: '/studio/health' },
    });
    await ask('POST', `/health/failures/${id}/retry`);
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('checking');
    expect(await failures()).toEqual([]);
    await fail();
    expect((await ask('DELETE', `/health/failures/${id}`)).status).toBe(204);
    expect(await failures()).toEqual([]);
    const again = await ask('POST', `/health/failures/${id}/retry`);
    expect([again.status, again.code]).toEqual([404, 'failure_not_found']);
    expect((await ask('DELETE', '/health/failures/none')).status).toBe(404);
  });

  inLong('names gaps in the numbers, chapters without a language, and fields that stay', async () => {
    const id = await begin({
      'Valley/en/1/1.jpg': 1,
      'Valley/en/2/1.jpg': 2,
      'Valley/en/5/1.jpg': 5,
      'Valley/fr/1/1.jpg': 101,
      'Valley/fr/2/1.jpg': 102,
      'Valley/book.yaml': 'title: {en: Valley, fr: La Vallée}\ncolour: red\n',
    });
    const plan = await check(id);
    const [book] = plan.result.books;
    expect(book.warnings).toMatchObject([{ code: 'number_gap', with: '3, 4' }]);
    expect(book.chapters.at(-1).warnings).toMatchObject([{ code: 'language_missing', with: 'fr-fr' }]);
    const { result } = await ask('GET', `/imports/${id}/plan?show=warnings`);
    expect(result.files).toMatchObject([{ path: 'Valley/book.yaml', warnings: [{ code: 'unknown_key' }] }]);
    const done = await commit(id);
    const path = `/books/${done.books[0].book_uuid}`;
    const body = { titles: { 'fr-fr': 'Le Val' } };
    expect((await ask('PATCH', path, { body, etag: (await ask('GET', path)).etag })).status).toBe(200);
    const again = await begin({
      'Valley/fr/1/1.jpg': 101,
      'Valley/en/1/1.jpg': 1,
      'Valley/book.yaml': 'title: {en: Valley, fr: La Vallée}\n',
    });
    const second = await check(again);
    expect(second.result.books[0].warnings).toContainEqual(
      expect.objectContaining({ code: 'field_kept', with: 'titles.fr-fr' }),
    );
  });

  inLong('asks for the version of a plan before it looks at the state', async () => {
    const id = await begin({ 'Heath/1/1.jpg': 207 });
    const changes = [{ files: ['none'], leave_out: true }];
    const change = async (given: { etag?: string }) =>
      (await ask('PATCH', `/imports/${id}/plan`, { body: { changes }, ...given })).code;
    const bring = async (given: { etag?: string }) =>
      (await ask('POST', `/imports/${id}/commit`, { body: {}, ...given })).code;
    expect([await change({}), await bring({})]).toEqual(['version_missing', 'version_missing']);
    expect([await change({ etag: '"any"' }), await bring({ etag: '"any"' })]).toEqual(['import_state', 'import_state']);
    const { etag } = await check(id);
    await commit(id);
    expect([await change({}), await bring({})]).toEqual(['version_missing', 'version_missing']);
    expect([await change({ etag: '"any"' }), await bring({ etag: '"any"' })]).toEqual([
      'edit_conflict',
      'edit_conflict',
    ]);
    expect([await change({ etag }), await bring({ etag })]).toEqual(['import_state', 'import_state']);
  });

  inLong('counts the chapters that a book has already among the numbers that may be missing', async () => {
    const id = await begin({ 'Hill/1/1.jpg': 201, 'Hill/2/1.jpg': 202, 'Hill/3/1.jpg': 203 });
    await check(id);
    const done = await commit(id);
    const target = { book_uuid: done.books[0].book_uuid };
    const next = await check(await begin({ '4/1.jpg': 204 }, target));
    expect(next.result.books[0].warnings).toEqual([]);
    const later = await check(await begin({ '1/2.jpg': 205, '6/1.jpg': 206 }, target));
    expect(later.result.books[0].warnings).toMatchObject([{ code: 'number_gap', with: '4, 5' }]);
  });

  inLong('names what stays of a chapter since it was edited by hand, and the pages that go', async () => {
    const files = { ...comic('Meadow'), 'Meadow/1/003.jpg': seedOf('Meadow', 13) };
    const id = await begin(files);
    await check(id);
    const done = await commit(id);
    const book = `/books/${done.books[0].book_uuid}`;
    const chapters = (await ask('GET', `${book}/chapters`)).result;
    const [first, second] = chapters.map((row: { chapter_uuid: string }) => `/chapters/${row.chapter_uuid}`);
    const edit = async (
      path: string,
      method: 'PATCH' | 'DELETE',
      { at = path, body }: { at?: string; body?: object },
    ) => {
      const { etag } = await ask('GET', path);
      const { status } = await ask(method, at, { etag, ...(body ? { body } : {}) });
      expect([at, status]).toEqual([at, 200]);
    };
    await edit(first, 'PATCH', { body: { titles: { 'en-us': 'By hand' }, created_at: '2026-01-02T03:04:05.000Z' } });
    await edit(`${second}/pages/en-us`, 'DELETE', { at: `${second}/pages/en-us/1` });
    const { 'Meadow/1/003.jpg': _gone, ...others } = files;
    const again = await begin({ ...others, 'Meadow/1/chapter.yaml': 'created_at: 2025-05-05\n' }, { prune: true });
    const { result } = await check(again);
    expect(result.books[0].chapters.map(({ warnings }: { warnings: object[] }) => warnings)).toMatchObject([
      [
        { code: 'field_kept', with: 'created_at' },
        { code: 'field_kept', with: 'titles.en-us' },
      ],
      [{ code: 'field_kept', with: 'pages.en-us' }],
    ]);
    const removed = result.files.filter(({ change }: Row) => change === 'removes');
    const key = result.books[0].chapters[0].key;
    expect(removed).toMatchObject([{ path: '003', becomes: { as: 'nothing', chapter: key, language: 'en-us' } }]);
  });

  inLong('says of a text where it was cut, and which numbers are missing', async () => {
    const chapters = [1, 2, 4, 5].map((number) => `Chapter ${number}\n\n${'It was late that night. '.repeat(40)}\n\n`);
    const { result } = await check(await begin({ 'Late Nights.txt': Buffer.from(chapters.join('')) }));
    expect(result.files).toMatchObject([{ path: 'Late Nights.txt', change: 'new', rule: 'text_headings' }]);
    expect(result.files[0].cause).toMatch(/^cut into 4 chapters at .*chapter 3 is missing in the run of numbers/);
  });

  inLong('has one row for a file with several faults', async () => {
    const id = await begin({
      'Faulty/book.yaml': 'title: Faulty\nstatus: asleep\nlayout: round\n',
      'Faulty/1/1.jpg': 1,
    });
    const { result } = await check(id);
    const row = result.files.find(({ path }: Row) => path === 'Faulty/book.yaml');
    expect(row.cause).toMatch(/status.*; .*layout|layout.*; .*status/);
    expect(row.warnings.map(({ code }: { code: string }) => code)).toEqual(['wrong_value', 'wrong_value']);
  });

  inLong('brings chapters into a book, and the content of a chapter, by their ids', async () => {
    const id = await begin(comic('Winter'));
    await check(id);
    const done = await commit(id);
    const bookId = done.books[0].book_uuid;
    const more = await begin({ '3/001.jpg': 33 }, { book_uuid: bookId });
    expect((await check(more)).result.books).toMatchObject([{ title: 'Winter', book_uuid: bookId, state: 'updated' }]);
    await commit(more);
    const chapters = await ask('GET', `/books/${bookId}/chapters`);
    expect(chapters.data.total).toBe(3);
    const [{ chapter_uuid: uuid }] = chapters.result;
    const content = await begin({ 'a.jpg': 77, 'b.jpg': 78 }, { chapter_uuid: uuid, language: 'fr-fr' });
    await check(content);
    expect((await commit(content)).counts).toMatchObject({ new: 2, failed: 0 });
    expect((await ask('GET', `/books/${bookId}/chapters`)).data.total).toBe(3);
    expect((await ask('POST', '/imports', { body: { book_uuid: editor.id } })).code).toBe('book_not_found');
  });
});

describe('the files in AVIF of an import', () => {
  inLong('are made when the studio has no other import to work on', async () => {
    await work(); // where an earlier try left an import
    await runJob(server, 'encode avif');
    const first = await begin(comic(`Patience ${randomUUID()}`)); // of pictures that no earlier try had
    await check(first);
    await commit(first);
    const pending = async () =>
      (await server.db.query<{ n: number }>('select count(*)::int as n from images where avif_pending')).rows[0]?.n;
    const left = await pending();
    expect(left).toBeGreaterThan(0);
    const second = await begin(comic('Waiting'));
    await ask('POST', `/imports/${second}/check`);
    await runJob(server, 'encode avif');
    expect(await pending()).toBe(left);
    await work();
    await runJob(server, 'encode avif');
    expect(await pending()).toBe(0);
  });
});

describe('a chapter that is replaced', () => {
  inLong('loses all that it had, also where that is most of its book', async () => {
    const pages = Object.fromEntries([1, 2, 3, 4].map((page) => [`Single/1/00${page}.jpg`, 100 + page]));
    const id = await begin({ 'Single/book.yaml': bookYaml('Single'), ...pages });
    await check(id);
    const bookId = (await commit(id)).books[0].book_uuid;
    const chapters = await ask('GET', `/books/${bookId}/chapters`);
    const [{ chapter_uuid: uuid }] = chapters.result;
    const content = await begin({ 'a.jpg': 111 }, { chapter_uuid: uuid, language: 'en-us' });
    await check(content);
    expect((await commit(content)).counts).toMatchObject({ new: 1, failed: 0 });
    const { rows } = await server.db.query('select from pages where chapter_id = $1', [uuid]);
    expect(rows).toHaveLength(1);
  });
});

describe('the undo of an import', () => {
  it('puts what was made into the trash, and lets it be brought in again', async () => {
    const id = await begin(comic('Undone'));
    await check(id);
    const done = await commit(id);
    expect((await ask('GET', `/imports/${id}/undo`)).result).toMatchObject({
      books: [{ title: 'Undone', restored: 0, trashed: 2, stays: [] }],
      blocked_by: [],
    });
    expect((await undo(id)).state).toBe('undone');
    expect((await ask('GET', '/trash')).result).toContainEqual(
      expect.objectContaining({ kind: 'book', book_uuid: done.books[0].book_uuid }),
    );
    expect((await ask('POST', `/imports/${id}/undo`)).code).toBe('import_state');
    const again = await begin(comic('Undone'));
    expect((await check(again)).result.books).toMatchObject([{ state: 'created' }]);
    expect((await commit(again)).books[0].book_uuid).not.toBe(done.books[0].book_uuid);
  });

  inLong(
    'brings back pages, titles and removed chapters, with their likes, and leaves what was edited by hand since',
    async () => {
      const first = await begin({ ...comic('Garden'), 'Garden/3/001.jpg': 31 });
      await check(first);
      const bookId = (await commit(first)).books[0].book_uuid;
      const before = await ask('GET', `/books/${bookId}/chapters`);
      const [one, , three] = before.result;
      await server.db.query(
        `insert into chapter_likes (user_id, chapter_id, liked, liked_on, changed_at) values ($1, $2, true, now(), now())`,
        [editor.id, three.chapter_uuid],
      );
      const pages = async () =>
        (
          await server.db.query('select language, position, image_id from pages where chapter_id = $1 order by 1, 2', [
            one.chapter_uuid,
          ])
        ).rows;
      const pagesBefore = await pages();
      const second = await begin(
        {
          'Garden/book.yaml': 'title: Garden\nauthor: Ada\nkind: comic\ntags: [flowers]\nattribution: by Ada\n',
          'Garden/1/001.jpg': 99,
          'Garden/1/002.jpg': seedOf('Garden', 12),
          'Garden/2/001.jpg': seedOf('Garden', 21),
        },
        { prune: true },
      );
      await check(second);
      expect((await commit(second)).state).toBe('committed');
      expect((await ask('GET', `/books/${bookId}/chapters`)).data.total).toBe(2);
      expect(await pages()).not.toEqual(pagesBefore);
      const history = async (chapter: { chapter_uuid: string }) =>
        (await ask('GET', `/audit?target=${chapter.chapter_uuid}`)).result;
      const ofSecond = { by: 'system', batch: second };
      expect(await history(one)).toMatchObject([
        { ...ofSecond, action: 'chapter.import', after: { 'pages.en-us': { new: 0, replaced: 1, removed: 0 } } },
      ]);
      expect(await history(three)).toMatchObject([{ ...ofSecond, action: 'chapter.delete' }]);
      const path = `/books/${bookId}`;
      const edited = await ask('PATCH', path, {
        body: { attribution: 'by Ada, edited' },
        etag: (await ask('GET', path)).etag,
      });
      expect(edited.status).toBe(200);
      expect((await ask('POST', `/imports/${first}/undo`)).body).toMatchObject({
        code: 'undo_blocked',
        batches: [second],
      });
      expect((await ask('GET', `/imports/${second}/undo`)).result.books).toMatchObject([
        { stays: [{ field: 'attribution', chapter_uuid: null }] },
      ]);
      expect((await undo(second)).state).toBe('undone');
      expect(await pages()).toEqual(pagesBefore);
      expect(await history(one)).toMatchObject([
        { ...ofSecond, action: 'chapter.undo_import', target: { name: one.title } },
        { action: 'chapter.import' },
      ]);
      expect(await history(three)).toMatchObject([{ action: 'chapter.undo_import' }, { action: 'chapter.delete' }]);
      const after = await ask('GET', `/books/${bookId}/chapters`);
      expect(after.result.map(({ chapter_uuid: uuid }: { chapter_uuid: string }) => uuid)).toEqual(
        before.result.map(({ chapter_uuid: uuid }: { chapter_uuid: string }) => uuid),
      );
      const book = await ask('GET', path);
      expect(book.result).toMatchObject({ attribution: 'by Ada, edited', tags: [] });
      const { rows } = await server.db.query('select from chapter_likes where chapter_id = $1', [three.chapter_uuid]);
      expect(rows).toHaveLength(1);
      expect((await undo(first)).state).toBe('undone');
    },
  );

  inLong('keeps the pictures that it would need, and ends after 30 days', async () => {
    const first = await begin(comic('Attic'));
    await check(first);
    await commit(first);
    const second = await begin({
      'Attic/book.yaml': bookYaml('Attic'),
      'Attic/1/001.jpg': 98,
      'Attic/1/002.jpg': 97,
      'Attic/2/001.jpg': seedOf('Attic', 21),
    });
    await check(second);
    await commit(second);
    await server.db.query(`update images set unused_since = now() - interval '2 days' where unused_since is not null`);
    await runJob(server, 'free images');
    await server.db.query(`update images set unused_since = now() - interval '2 days' where unused_since is not null`);
    await runJob(server, 'free images');
    expect((await undo(second)).state).toBe('undone');
    const { rows } = await server.db.query(
      'select from pages p left join images i on i.id = p.image_id where i.id is null',
    );
    expect(rows).toEqual([]);
    await server.db.query(`update batches set undo_until = now() where id = $1`, [first]);
    expect((await ask('POST', `/imports/${first}/undo`)).code).toBe('undo_expired');
    await runJob(server, 'tidy imports');
    expect((await server.db.query('select from batch_books where batch_id = $1', [first])).rowCount).toBe(0);
  });
});

describe('the states of an import', () => {
  it('refuse what does not fit them', async () => {
    const made = await ask('POST', '/imports', { body: { name: 'Nothing yet' } });
    const { id } = made.result;
    expect(made.result).toMatchObject({ state: 'collecting', name: 'Nothing yet', user: { uuid: editor.id } });
    expect((await ask('POST', `/imports/${id}/check`)).code).toBe('invalid_request');
    expect((await ask('GET', `/imports/${id}/plan`)).code).toBe('import_state');
    expect((await ask('POST', `/imports/${id}/undo`)).code).toBe('import_state');
    expect((await ask('POST', `/imports/${id}/commit`, { body: {}, etag: '"x"' })).code).toBe('import_state');
    expect((await ask('POST', `/imports/${id}/cancel`)).result.state).toBe('canceled');
    expect((await ask('POST', `/imports/${id}/cancel`)).code).toBe('import_state');
    expect((await ask('GET', '/imports/no-such')).code).toBe('import_not_found');
    const late = await sendFile(server, editor, { path: 'a/1.jpg', bytes: 'x', importId: id });
    expect([late.statusCode, late.json().code]).toEqual([409, 'import_state']);
  });

  inLong('come back to collecting with a new file, and expire after 7 days without a touch', async () => {
    const id = await begin(comic('Late'));
    await check(id);
    await send(id, { 'Late/3/001.jpg': 3 });
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('collecting');
    await server.db.query(`update batches set touched_at = now() - interval '8 days' where id = $1`, [id]);
    await runJob(server, 'tidy imports');
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('expired');
    const { rows } = await server.db.query('select from uploads where import_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  inLong('are taken back by a cancel while books are published', async () => {
    const id = await begin({ ...comic('Cut'), ...comic('Half') });
    await check(id);
    const { etag } = await ask('GET', `/imports/${id}/plan`);
    await ask('POST', `/imports/${id}/commit`, { body: { publish: 'now' }, etag });
    expect((await ask('POST', `/imports/${id}/cancel`)).status).toBe(202);
    await work();
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('canceled');
    const { rows } = await server.db.query(
      `select from books b join editions e on e.book_id = b.id where e.title in ('Cut', 'Half') and deleted_at is null`,
    );
    expect(rows).toEqual([]);
  });

  it('of commands that were killed are ended by a cancel, too', async () => {
    const { rows } = await server.db.query<{ id: string }>(
      `insert into batches (name, source, state) values ('Lost', 'command_line', 'committing') returning id`,
    );
    const id = rows[0]?.id ?? '';
    expect((await ask('POST', `/imports/${id}/cancel`)).status).toBe(202);
    await server.db.query(`update batches set touched_at = now() - interval '2 minutes' where id = $1`, [id]);
    await runJob(server, 'tidy imports');
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('canceled');
  });

  it('go on after the work on them was killed, and publish nothing twice', async () => {
    const id = await begin({ ...comic('Killed'), ...comic('Twice') });
    await check(id);
    await commit(id);
    // As if the process had died after its last book and before it said so.
    await server.db.query(`update batches set state = 'committing', committed_at = null where id = $1`, [id]);
    await work();
    const { result } = await ask('GET', `/imports/${id}`);
    expect(result).toMatchObject({ state: 'committed', counts: { new: 6 } });
    expect(result.books.map(({ state }: { state: string }) => state)).toEqual(['created', 'created']);
    expect((await undo(id)).state).toBe('undone');
  });
});

describe('the events of an import', () => {
  inLong('tell what polling tells, and go on where the last one ended', async () => {
    const id = await begin(comic('Told'));
    await check(id);
    await commit(id);
    const read = (headers = {}) =>
      server.app.inject({ url: `/api/v1/studio/imports/${id}/events`, headers: { ...editor.headers, ...headers } });
    const stream = await read();
    expect(stream.headers['content-type']).toContain('text/event-stream');
    const frames = stream.body.split('\n\n').filter((frame) => frame.startsWith('id:'));
    expect(frames.map((frame) => /event: (\w+)/.exec(frame)?.[1])).toEqual(['file', 'file', 'file', 'file', 'end']);
    const last = /id: (\d+)/.exec(frames.at(-1) ?? '')?.[1] ?? '';
    const again = await read({ 'last-event-id': last });
    expect(again.body.match(/event: \w+/g)).toEqual(['event: end']);
  });

  inLong('flow to four readers of a user at once, and ask nothing more once they have gone', async () => {
    const { result } = await ask('POST', '/imports', { body: {} });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo; // of a port, it is no text
    const url = `http://127.0.0.1:${port}/api/v1/studio/imports/${result.id}/events`;
    const gone = new AbortController();
    const open = () => fetch(url, { headers: editor.headers, signal: gone.signal });
    const streams = await Promise.all([open(), open(), open(), open()]);
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const refused = await open();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
    const other = await signInStaff(server, 'editor');
    expect((await fetch(url, { headers: other.headers, signal: gone.signal })).status).toBe(200);
    gone.abort();
    await vi.waitFor(async () => {
      expect((await server.app.inject('/metrics')).body).toContain('work_under_way{kind="streams"} 0');
    });
  });

  it('end with their reader, also where there is nothing to tell', async () => {
    const { result } = await ask('POST', '/imports', { body: {} });
    const over = new AbortController();
    let asked = 0;
    const query: DbPool['query'] = (...given) => {
      asked += 1;
      return server.db.query(...given);
    };
    const events = eventsOf({ ...server.db, query }, { id: result.id, lastEventId: '', over: over.signal });
    expect((await events.next()).value).toMatchObject({ event: 'progress' });
    expect((await events.next()).value).toBeNull();
    const before = asked;
    over.abort();
    expect([await events.next(), asked]).toEqual([{ done: true, value: undefined }, before]);
  });
});
