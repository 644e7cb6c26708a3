import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { runJob, serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { inLong } from '../../../../server/testing/depth.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { drawPicture } from '../../../media/testing/pictures.ts';
import { makeZip } from '../../../media/testing/zip.ts';
import type { PlanBook, PlanChange, PlanFile } from '../../studio-contract.ts';
import { makeEpub } from '../../testing/epub.ts';
import { sendFile } from '../../testing/imports.ts';

const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor'));

const ask = askerOf(server, editor);

interface Plan {
  books: PlanBook[];
  files: PlanFile[];
}

const page = (seed: number) => drawPicture({ width: 60, height: 90, seed });
const zip = async (...seeds: number[]) =>
  makeZip(await Promise.all(seeds.map(async (seed, at) => ({ name: `00${at + 1}.jpg`, data: await page(seed) }))));

async function begin(files: Record<string, number | string | Buffer>): Promise<string> {
  const { result } = await ask('POST', '/imports', { body: {} });
  for (const [path, content] of Object.entries(files)) {
    const bytes = typeof content === 'number' ? await page(content) : content;
    expect((await sendFile(server, editor, { path, bytes, importId: result.id })).statusCode).toBe(201);
  }
  return result.id;
}

const planOf = (id: string) => ask('GET', `/imports/${id}/plan?page_size=500`);

async function check(id: string): Promise<{ result: Plan; etag: string }> {
  expect((await ask('POST', `/imports/${id}/check`)).status).toBe(202);
  await runJob(server, 'imports');
  return await planOf(id);
}

async function commit(id: string, publish: 'draft' | 'now' = 'now') {
  const { etag } = await planOf(id);
  expect((await ask('POST', `/imports/${id}/commit`, { body: { publish }, etag })).status).toBe(202);
  await runJob(server, 'imports');
  return (await ask('GET', `/imports/${id}`)).result;
}

async function change(id: string, ...changes: PlanChange[]) {
  const { etag } = await planOf(id);
  return await ask('PATCH', `/imports/${id}/plan?page_size=500`, { body: { changes }, etag });
}

const fileAt = ({ files }: Plan, path: string) => files.find((file) => file.path === path)?.file_id ?? '';
const chaptersOf = (book: PlanBook | undefined) =>
  book?.chapters.map(({ titles, state, number }) => [number, Object.values(titles)[0], state]);
const numbered = (title: string, more: Record<string, number | string | Buffer> = {}) => ({
  [`${title}/book.yaml`]: `title: ${title}\n`,
  [`${title}/01 One/1.jpg`]: 1,
  [`${title}/01 One/2.jpg`]: 2,
  [`${title}/02 Two/1.jpg`]: 3,
  [`${title}/03 Three/1.jpg`]: 4,
  ...more,
});

inLong('keeps for its history the names of what was changed, as they were', async () => {
  const id = await begin(numbered('Named'));
  const { result: plan } = await check(id);
  const book = plan.books[0]?.key ?? '';
  const [one = '', two = ''] = plan.books[0]?.chapters.map(({ key }) => key ?? '') ?? [];
  const changed = await change(
    id,
    { book, set: { title: 'Renamed' } },
    { book, chapters: [two], leave_out: true },
    { chapter: one, book, titles: { 'en-us': 'First' }, before: null },
    { files: [fileAt(plan, 'Named/01 One/1.jpg')], cover: true },
  );
  expect(changed.status).toBe(200);
  const [told] = (await ask('GET', `/audit?target=${id}`)).result;
  expect([told.action, told.after.changes]).toEqual([
    'import.edit',
    [
      { book: 'Named', set: { title: 'Renamed' } },
      { book: 'Named', chapters: ['Two'], leave_out: true },
      { chapter: 'One', book: 'Named', titles: { 'en-us': 'First' }, before: null },
      { files: ['Named/01 One/1.jpg'], cover: true },
    ],
  ]);
});

describe('an edit of a plan', () => {
  inLong('gives for each kind of change what the whole check gives', async () => {
    const novel = (name: string) => `${name}\n\n${'It was a long and quiet evening by the sea. '.repeat(20)}\n\n`;
    const sets = {
      Folder: numbered('Folder', { 'Folder/fr/01 Un/1.jpg': 5, 'Folder/notes.txt': 'Thanks to all.' }),
      Archive: {
        'Archive 01.cbz': await zip(11, 12, 13),
        'Archive 02.cbz': await zip(14, 15),
        'Other 01.cbz': await zip(16),
      },
      Novel: { 'Novel.txt': ['Chapter 1', 'Chapter 2', 'Chapter 3'].map(novel).join('') },
    };
    for (const files of Object.values(sets)) {
      const id = await begin(files);
      const { result: plan } = await check(id);
      const [book, other] = plan.books as [PlanBook, PlanBook | undefined];
      const keys = book.chapters.flatMap(({ key }) => key ?? []);
      const [first = '', second = ''] = keys;
      const pages = plan.files.filter(({ becomes }) => becomes?.as === 'page').map(({ file_id }) => file_id);
      const [one = '', two = ''] = pages;
      const changes: PlanChange[] = [
        { chapter: first, titles: { 'en-us': 'Begin here' }, before: null },
        { book: book.key, chapters: [second], leave_out: true },
        { book: book.key, set: { title: 'Another title', author: 'Ada' } },
        ...(pages.length > 0
          ? ([
              { files: [one], cover: true },
              { files: [two], leave_out: true },
            ] satisfies PlanChange[])
          : []),
        ...(other ? ([{ book: other.key, into: book.key }] satisfies PlanChange[]) : []),
        { book: book.key, chapters: keys.slice(-1), language: 'es-es' },
        { book: book.key, chapters: [second], leave_out: false },
      ];
      for (const each of changes) {
        const edited = await change(id, each);
        expect([each, edited.status]).toEqual([each, 200]);
        const whole = await check(id);
        expect({ change: each, ...edited.result }).toEqual({ change: each, ...whole.result });
      }
    }
  });

  inLong('reads no file', async () => {
    const id = await begin({ ...numbered('Poppy'), 'Peony 01.cbz': await zip(61, 62) });
    const { result: plan } = await check(id);
    const uploads = join(server.config.dataDir, 'uploads');
    const tree = join(server.config.dataDir, 'imports', id, 'tree');
    await rename(uploads, `${uploads}.away`);
    await rm(tree, { recursive: true });
    try {
      const key = plan.books[0]?.chapters[0]?.key ?? '';
      const { status, result } = await change(id, { chapter: key, titles: { 'en-us': 'Without a look' } });
      expect([status, result.books[0].chapters[0].titles['en-us']]).toEqual([200, 'Without a look']);
    } finally {
      await rename(`${uploads}.away`, uploads);
    }
  });

  it('keeps a chapter that is left out as a row, until it is taken in again', async () => {
    const id = await begin(numbered('Orchid'));
    const { result: plan } = await check(id);
    const key = plan.books[0]?.key ?? '';
    const second = plan.books[0]?.chapters[1]?.key ?? '';
    const left = await change(id, { book: key, chapters: [second], leave_out: true });
    expect(chaptersOf(left.result.books[0])).toEqual([
      [1, 'One', 'added'],
      [null, 'Two', 'left_out'],
      [2, 'Three', 'added'],
    ]);
    expect(left.result.files.find(({ path }: PlanFile) => path === 'Orchid/02 Two/1.jpg')).toMatchObject({
      change: 'left_out',
      rule: 'hand',
    });
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('checked');
    const all = await change(id, {
      book: key,
      chapters: plan.books[0]?.chapters.flatMap((chapter) => chapter.key ?? []) ?? [],
      leave_out: true,
    });
    expect(chaptersOf(all.result.books[0])?.map(([, , state]) => state)).toEqual(['left_out', 'left_out', 'left_out']);
    const back = await change(id, { book: key, chapters: [second], leave_out: false });
    expect(chaptersOf(back.result.books[0])).toContainEqual([1, 'Two', 'added']);
    const done = await commit(id);
    const chapters = await ask('GET', `/books/${done.books[0].book_uuid}/chapters`);
    expect(chapters.result.map((each: { titles: object }) => each.titles)).toEqual([{ 'en-us': 'Two' }]);
  });

  inLong('names the pages of each chapter, and how its text begins', async () => {
    const id = await begin({
      ...numbered('Pansy'),
      'Rose.md': '# Rose\n\n## One\n\nIt rained.\n\n## Two\n\nIt snowed.',
    });
    const { result: plan } = await check(id);
    const comic = plan.books.find(({ kind }) => kind === 'comic');
    expect(comic?.chapters[0]?.editions).toEqual([
      {
        language: 'en-us',
        pages: [fileAt(plan, 'Pansy/01 One/1.jpg'), fileAt(plan, 'Pansy/01 One/2.jpg')],
        first_lines: null,
      },
    ]);
    const novel = plan.books.find(({ kind }) => kind === 'novel');
    expect(novel?.chapters.map(({ editions }) => editions[0]?.first_lines)).toEqual(['It rained.', 'It snowed.']);
  });

  inLong('brings a book into a published one, and back', async () => {
    const old = await begin({ 'Tulip/book.yaml': 'title: Tulip\n', 'Tulip/01/1.jpg': 21 });
    await check(old);
    const target = (await commit(old)).books[0].book_uuid;
    const id = await begin({ 'Tulips again 02.cbz': await zip(22, 23) });
    const { result: plan } = await check(id);
    const own = plan.books[0]?.key ?? '';
    const aimed = await change(id, { book: own, target });
    expect(aimed.result.books).toMatchObject([{ book_uuid: target, title: 'Tulip', state: 'updated' }]);
    expect({ ...(await check(id)).result }).toEqual(aimed.result);
    const [{ key }] = aimed.result.books;
    const back = await change(id, { book: key, target: null });
    expect(back.result.books).toMatchObject([{ key: own, book_uuid: null, state: 'created' }]);
    await change(id, { book: own, target });
    await commit(id);
    expect((await ask('GET', `/books/${target}/chapters`)).body.data.total).toBe(2);
    const unknown = await change(await begin({}).then(async () => id), { book: key, target });
    expect(unknown.code).toBe('import_state');
  });

  inLong('makes a picture the cover of its book, in an archive too', async () => {
    const id = await begin({ 'Daisy 01.cbz': await zip(31, 32, 33) });
    const { result: plan } = await check(id);
    const first = fileAt(plan, 'Daisy 01.cbz/001.jpg');
    const { result } = await change(id, { files: [first], cover: true });
    const row = result.files.find(({ file_id }: PlanFile) => file_id === first);
    expect(row).toMatchObject({ rule: 'hand', becomes: { as: 'cover' } });
    expect(result.books[0].chapters[0].editions[0].pages).toHaveLength(2);
    const done = await commit(id);
    const book = await ask('GET', `/books/${done.books[0].book_uuid}`);
    expect(book.result.covers['en-us']).not.toBeNull();
    const [chapter] = (await ask('GET', `/books/${done.books[0].book_uuid}/chapters`)).result;
    expect((await ask('GET', `/chapters/${chapter.chapter_uuid}/pages/en-us`)).result).toHaveLength(2);
  });

  inLong('turns a folder of both kinds into a book of the other kind, and no other book', async () => {
    const id = await begin({
      'Violet/01.txt': `Chapter 1\n\n${'It was quiet. '.repeat(40)}`,
      'Violet/02.txt': `Chapter 2\n\n${'It was loud. '.repeat(40)}`,
      'Violet/Extra 1/1.jpg': 41,
      'Lily 01.cbz': await zip(42),
    });
    const { result: plan } = await check(id);
    const violet = plan.books.find(({ title }) => title === 'Violet') as PlanBook;
    const lily = plan.books.find(({ title }) => title === 'Lily') as PlanBook;
    expect([violet.kinds.length, lily.kinds]).toEqual([2, ['comic']]);
    const other = violet.kind === 'comic' ? 'novel' : 'comic';
    const changed = await change(id, { book: violet.key, set: { kind: other } });
    expect(changed.result.books.find(({ title }: PlanBook) => title === 'Violet').kind).toBe(other);
    expect((await check(id)).result).toEqual(changed.result);
    const refused = await change(id, { book: lily.key, set: { kind: 'novel' } });
    expect([refused.status, refused.body.details[0].path]).toEqual([400, 'changes.0.set']);
  });

  inLong('refuses what the plan cannot become', async () => {
    const id = await begin({ ...numbered('Iris', { 'Iris/fr/01 Un/1.jpg': 5 }) });
    const { result: plan } = await check(id);
    const [book] = plan.books as [PlanBook];
    const several = book.chapters.find(({ editions }) => editions.length > 1)?.key;
    const text = fileAt(plan, 'Iris/book.yaml');
    for (const [wrong, path] of [
      [{ book: book.key, chapters: ['none'], leave_out: true }, 'chapters'],
      [{ book: 'none', chapters: ['none'], leave_out: true }, 'book'],
      [{ files: [text], cover: true }, 'files'],
      ...(several ? [[{ book: book.key, chapters: [several], language: 'es-es' }, 'language'] as const] : []),
    ] as [PlanChange, string][]) {
      const { status, body } = await change(id, wrong);
      expect([wrong, status, body.details?.[0]?.path]).toEqual([wrong, 400, `changes.0.${path}`]);
    }
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect((await change(id, { book: book.key, target: nowhere })).code).toBe('book_not_found');
  });
});

describe('the small view of a picture', () => {
  inLong(
    'shows pages of folders and archives to whoever may see the import, and nothing that is no picture',
    async () => {
      const id = await begin({
        'Fern/1/1.jpg': await drawPicture({ width: 900, height: 700, seed: 51 }),
        'Fern/1/2.jpg': Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
        'Fern/book.yaml': 'title: Fern\n',
        'Moss 01.cbz': await zip(52, 53),
      });
      const { result: plan } = await check(id);
      const show = (path: string) => ask('GET', `/imports/${id}/files/${fileAt(plan, path)}/thumbnail`);
      for (const path of ['Fern/1/1.jpg', 'Moss 01.cbz/002.jpg']) {
        const { status, answer } = await show(path);
        expect([path, status, answer.headers['content-type']]).toEqual([path, 200, 'image/webp']);
        expect(answer.headers['cache-control']).toBe('private, no-store');
        expect(answer.rawPayload.subarray(8, 12).toString()).toBe('WEBP');
      }
      for (const path of ['Fern/1/2.jpg', 'Fern/book.yaml', 'Moss 01.cbz'])
        expect([path, (await show(path)).code]).toEqual([path, 'file_not_found']);
      expect((await ask('GET', `/imports/${id}/files/none/thumbnail`)).code).toBe('file_not_found');
    },
  );

  inLong('shows the pages of a comic that is an EPUB, in the order that they are read in', async () => {
    const pages = [3, 1, 2, 4];
    const comic = makeEpub({
      documents: Object.fromEntries(pages.map((at) => [`page${at}.xhtml`, `<img src="art/${at}.jpg" alt=""/>`])),
      files: Object.fromEntries(await Promise.all(pages.map(async (at) => [`art/${at}.jpg`, await page(60 + at)]))),
      isStored: true,
    });
    const id = await begin({ 'Reed.epub': comic });
    const { result: plan } = await check(id);
    const strip = plan.books[0]?.chapters[0]?.editions[0]?.pages ?? [];
    expect(strip).toEqual(pages.map((at) => fileAt(plan, `Reed.epub/OEBPS/art/${at}.jpg`)));
    for (const file of strip) expect((await ask('GET', `/imports/${id}/files/${file}/thumbnail`)).status).toBe(200);
  });
});

async function undo(id: string): Promise<void> {
  expect((await ask('POST', `/imports/${id}/undo`)).status).toBe(202);
  // Pictures of other imports may be looked at first.
  for (let turn = 0; turn < 5 && (await ask('GET', `/imports/${id}`)).result.state !== 'undone'; turn++)
    await runJob(server, 'imports');
}

describe('an import that was undone', () => {
  it('is checked and committed again with its edits, and there is one book after it', async () => {
    const id = await begin(numbered('Willow'));
    const { result: plan } = await check(id);
    await change(id, { book: plan.books[0]?.key ?? '', set: { title: 'Weeping willow' } });
    const first = await commit(id);
    await ask('POST', `/imports/${id}/undo`);
    await runJob(server, 'imports');
    expect((await ask('GET', `/imports/${id}`)).result.state).toBe('undone');
    await runJob(server, 'tidy imports');
    const again = await check(id);
    expect(again.result.books).toMatchObject([{ title: 'Weeping willow', state: 'created' }]);
    const done = await commit(id);
    expect(done.state).toBe('committed');
    expect(done.undo_until > first.undo_until).toBe(true);
    const books = await ask('GET', '/books?q=willow');
    expect(books.body.data.total).toBe(1);
  });

  inLong('brings its book back with its likes, as often as it is undone, and as drafts where it is to be', async () => {
    const poplar = { 'Poplar/01 One/1.jpg': 201, 'Poplar/02 Two/1.jpg': 202, 'Poplar/03 Three/1.jpg': 203 };
    const id = await begin(poplar);
    await check(id);
    const [{ book_uuid: book }] = (await commit(id)).books;
    const chaptersOf = async () => (await ask('GET', `/books/${book}/chapters`)).result ?? [];
    const [chapter, ...others] = await chaptersOf();
    const favor = { ...{ method: 'POST' as const, url: '/api/v1/comics/chapter/favor', headers: editor.headers } };
    const liked = { book_uuid: book, chapter_uuid: chapter.chapter_uuid };
    expect((await server.app.inject({ ...favor, payload: liked })).statusCode).toBe(200);
    for (const publish of ['draft', 'now'] as const) {
      await undo(id);
      expect(await chaptersOf()).toEqual([]);
      await check(id);
      expect((await commit(id, publish)).books).toMatchObject([{ book_uuid: book, state: 'created' }]);
      const [first, ...rest] = await chaptersOf();
      expect(first).toMatchObject({ chapter_uuid: chapter.chapter_uuid, likes: 1 });
      const states = [first, ...rest].map(({ editions }) => editions[0].state);
      expect(states).toEqual([chapter, ...others].map(() => (publish === 'now' ? 'published' : 'draft')));
    }
    // A book that somebody has brought in meanwhile is not touched, and what lies in the trash stays there.
    await undo(id);
    const other = await begin(poplar);
    await check(other);
    const [{ book_uuid: second }] = (await commit(other)).books;
    expect(second).not.toBe(book);
    await check(id);
    await commit(id);
    expect(await chaptersOf()).toEqual([]);
    expect((await ask('GET', '/books?q=poplar')).body.data.total).toBe(1);
  });

  inLong(
    'brings chapters that it added to a book back as the same ones, with the places of their readers',
    async () => {
      const first = await begin(numbered('Hazel'));
      await check(first);
      const [{ book_uuid: book }] = (await commit(first)).books;
      const id = await begin(numbered('Hazel', { 'Hazel/04 Four/1.jpg': 301, 'Hazel/05 Five/1.jpg': 302 }));
      await check(id);
      await commit(id);
      const idsOf = async () => {
        const { result } = await ask('GET', `/books/${book}/chapters`);
        return result.map(({ chapter_uuid: uuid }: { chapter_uuid: string }) => uuid);
      };
      const before = await idsOf();
      expect(before).toHaveLength(5);
      const place = {
        ...{ book_uuid: book, chapter_uuid: before[4], language: 'en-us', updated_at: new Date().toISOString() },
        ...{ position: { index: 0, fraction: 0.5 }, furthest: { chapter_number: 5, index: 0, fraction: 0.5 } },
      };
      const progress = (method: 'GET' | 'POST', payload?: object) =>
        server.app.inject({
          method,
          url: '/api/v1/user/progress',
          headers: editor.headers,
          ...(payload && { payload }),
        });
      expect((await progress('POST', { items: [place] })).statusCode).toBe(200);
      for (let turn = 0; turn < 2; turn += 1) {
        await undo(id);
        expect(await idsOf()).toEqual(before.slice(0, 3));
        await check(id);
        expect((await commit(id)).state).toBe('committed');
        expect(await idsOf()).toEqual(before);
        const kept = (await progress('GET')).json().data.result.find((each: typeof place) => each.book_uuid === book);
        expect(kept).toMatchObject({ chapter_uuid: before[4], position: place.position, furthest: place.furthest });
      }
    },
  );
});
