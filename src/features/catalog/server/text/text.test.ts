import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { askerOf } from '../../../../app/testing/ask.ts';
import { serverForTests } from '../../../../app/testing/server.ts';
import { signInStaff } from '../../../../app/testing/staff.ts';
import { type SignedInUser, signIn } from '../../../../app/testing/users.ts';
import { withTransaction } from '../../../../server/database/db.ts';
import { forAllTests } from '../../../../server/testing/for-all-tests.ts';
import { movePlaces } from '../../../library/server/moved-places.ts';
import { makeBook } from '../../testing/books.ts';
import type { StoredBlock } from '../../text/blocks.ts';
import { listUsedImages } from '../books/queries.ts';
import { type ImportedBook, writeImport } from '../imports.ts';
import { describeUndo, undoBatch } from '../undo/undo.ts';

let chapterId: string;
let bookId: string;

const server = serverForTests();
const editor = forAllTests(() => signInStaff(server, 'editor', { username: 'Edith' }));
const other = forAllTests(() => signInStaff(server, 'editor', { username: 'Otto' }));
beforeEach(async () => {
  ({
    id: bookId,
    chapterIds: [chapterId = ''],
  } = await makeBook(server.db, { kind: 'novel', chapters: 2 }));
});

const ask = askerOf(server, editor);

const at = (rest = '', language = 'en-us') => `/chapters/${chapterId}/text/${language}${rest}`;
/** Writes the text over the version that stands. */
async function write(markdown: string, given: { language?: string; as?: SignedInUser } = {}) {
  const { etag } = await ask('GET', at('', given.language));
  return ask('PUT', at('', given.language), { body: { markdown }, etag, ...(given.as ? { as: given.as } : {}) });
}
const p = (text: string): StoredBlock => ({ type: 'p', inlines: [{ type: 'text', text }] });
async function readerBlocks(language = 'en-us') {
  const answer = await server.app.inject({ url: `/api/v1/comics/chapter_comics/${chapterId}/${language}` });
  return answer.json().data?.result?.blocks;
}
const edited = async () => (await ask('GET', `/chapters/${chapterId}`)).result.edited;
const versions = async () => (await ask('GET', at('/versions'))).result;
async function auditsOf(id: string) {
  const { rows } = await server.db.query(
    `select action, before, after from audit_entries where target_id = $1 order by at`,
    [id],
  );
  return rows;
}

/** A reader, whose place in the chapter is put and got. */
async function readerIn() {
  const { headers } = await signIn(server);
  const url = '/api/v1/user/progress';
  return {
    async put(index: number, quote?: string) {
      const position = { index, fraction: 0, ...(quote && { quote }) };
      const furthest = { chapter_number: 1, index, fraction: 0 };
      const place = { book_uuid: bookId, chapter_uuid: chapterId, position, furthest };
      const items = [{ ...place, updated_at: new Date().toISOString() }];
      const answer = await server.app.inject({ method: 'POST', url, headers, payload: { items } });
      expect(answer.statusCode).toBe(200);
    },
    async get() {
      return (await server.app.inject({ url, headers })).json().data.result[0].position;
    },
  };
}

describe('the text of a chapter', () => {
  it('is Markdown, and readers see what was written', async () => {
    const first = await ask('GET', at());
    expect(first.result).toEqual({
      markdown: 'Text of 1\n',
      words: 3,
      characters: 9,
      drafts: [],
      draft_saved_at: null,
    });
    const saved = await ask('PUT', at(), {
      body: { markdown: '## Two\n\nA *typo* {漢|かん}[^1]\n\n[^1]: A note' },
      etag: first.etag,
    });
    expect(saved).toMatchObject({ status: 200, result: { words: 4, characters: 11 } });
    expect(saved.etag).not.toBe(first.etag);
    expect(await readerBlocks()).toEqual([
      { type: 'h2', inlines: [{ type: 'text', text: 'Two' }] },
      {
        type: 'p',
        inlines: [
          { type: 'text', text: 'A ' },
          { type: 'text', text: 'typo', em: true },
          { type: 'text', text: ' ' },
          { type: 'ruby', base: '漢', text: 'かん' },
          { type: 'note', text: '1', note: 'A note' },
        ],
      },
    ]);
    expect(await edited()).toEqual(['text.en-us']);
    expect(await auditsOf(chapterId)).toMatchObject([
      { action: 'chapter.text', before: { 'text.en-us': 'Text of 1' }, after: {} },
    ]);
  });

  it('is unchanged by what GET gave, and by another way to write the same', async () => {
    const first = await ask('GET', at());
    for (const markdown of [first.result.markdown, '\n  Text\nof 1']) {
      const again = await ask('PUT', at(), { body: { markdown }, etag: first.etag });
      expect(again).toMatchObject({ status: 200, etag: first.etag });
    }
    expect(await versions()).toHaveLength(1);
    expect(await edited()).toEqual([]);
    expect(await auditsOf(chapterId)).toEqual([]);
  });

  it('begins as a draft in a language that has none', async () => {
    const none = await ask('GET', at('', 'zh-cn'));
    expect(none.result).toEqual({ markdown: null, words: 0, characters: 0, drafts: [], draft_saved_at: null });
    expect(none.etag).not.toBe('');
    expect(await ask('PUT', at('', 'zh-cn'), { body: { markdown: '他说：「好。」' }, etag: none.etag })).toMatchObject({
      status: 200,
      result: { markdown: '他说：「好。」\n', words: 3, characters: 7 },
    });
    const { editions } = (await ask('GET', `/chapters/${chapterId}`)).result;
    expect(editions).toContainEqual({ language: 'zh-cn', state: 'draft', published_at: null });
    expect(await readerBlocks('zh-cn')).toEqual([p('Text of 1')]);
  });

  it('refuses what is no text, and whoever has not seen the last version', async () => {
    const { etag } = await ask('GET', at());
    const put = (markdown: unknown, with_: { etag?: string } = { etag }) =>
      ask('PUT', at(), { body: { markdown }, ...with_ });
    for (const markdown of ['', ' \n', 'a\0b', '\ud800', 7, '![x](https://a.example/x.png)'])
      expect(await put(markdown), JSON.stringify(markdown)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await put('a'.repeat(1_000_001))).status).toBe(400);
    expect((await put('😀'.repeat(300_000))).status).toBe(200);
    expect((await put('a'.repeat(4 * 1024 * 1024))).status).toBe(413);
    expect((await put('[^1]: x', {})).status).toBe(400);
    expect(await put('New', {})).toMatchObject({ status: 428, code: 'version_missing' });
    const late = await put('New');
    expect(late).toMatchObject({ status: 412, code: 'edit_conflict', body: { changed_by: 'Edith' } });
    expect(late.body.current.characters).toBe(300_000);
    expect(await ask('GET', `/chapters/${randomUUID()}/text/en-us`)).toMatchObject({ code: 'chapter_not_found' });
    const comic = await makeBook(server.db);
    const ofComic = `/chapters/${comic.chapterIds[0]}/text/en-us`;
    expect(await ask('GET', ofComic)).toMatchObject({ status: 409, code: 'kind_differs' });
    expect(await ask('PUT', ofComic, { body: { markdown: 'x' }, etag })).toMatchObject({ code: 'kind_differs' });
  });

  it('lets one of two editors win', async () => {
    const { etag } = await ask('GET', at());
    const answers = await Promise.all(
      [editor, other].map((as, index) => ask('PUT', at(), { body: { markdown: `By ${index}` }, etag, as })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await versions()).toHaveLength(2);
  });

  it('is given as a file', async () => {
    await write('A {漢|かん}[^1]\\\nb\n\n---\n\n[^1]: Note');
    const file = await ask('GET', at('.md'));
    expect(file.answer.body).toBe('A {漢|かん}[^1]\\\nb\n\n---\n\n[^1]: Note\n');
    expect(file.answer.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(file.answer.headers['content-disposition']).toContain(`attachment; filename="chapter.md"`);
    expect((await ask('GET', at('.txt'))).answer.body).toBe('A 漢(かん)[1]\nb\n\n* * *\n\n[1] Note\n');
    expect((await ask('GET', at('.txt', 'fr-fr'))).status).toBe(404);
  });
});

describe('the places of readers', () => {
  it('stay at their words', async () => {
    await write('One\n\nTwo words here\n\nThree');
    const place = await readerIn();
    await place.put(1, 'Two words here');
    await write('New\n\nOne\n\nAnd two: Two words here\n\nThree');
    expect(await place.get()).toMatchObject({ index: 2, quote: 'Two words here' });
    await place.put(3);
    await write('Three');
    expect(await place.get()).toMatchObject({ index: 0 });
  });

  it('stay at their words when words of the book are replaced, once for all languages, and when that is undone', async () => {
    await write('One\n\nAdvert\n\nTwo\n\nThree');
    await write('Un\n\nAdvert\n\nDeux\n\nTrois', { language: 'fr-fr' });
    const place = await readerIn();
    await place.put(3);
    const { result } = await ask('POST', `/books/${bookId}/find_replace`, { body: { find: 'Advert', replace: '' } });
    expect(await place.get()).toMatchObject({ index: 2 });
    await withTransaction(server.db, (tx) => undoBatch(tx, result.batch, movePlaces));
    expect(await place.get()).toMatchObject({ index: 3 });
  });
});

describe('a draft', () => {
  it("is each editor's own; others see whose it is, and publishing ends it", async () => {
    const { etag } = await ask('GET', at());
    const draft = { markdown: 'My dra', base: etag };
    expect(await ask('GET', at('/draft'))).toMatchObject({ status: 404, code: 'draft_not_found' });
    const kept = await ask('PUT', at('/draft'), { body: draft });
    expect(kept).toMatchObject({ status: 200, result: draft });
    expect((await ask('PUT', at('/draft'), { body: { ...draft, markdown: '' } })).status).toBe(200);
    await ask('PUT', at('/draft'), { body: { ...draft, markdown: 'Otto’s' }, as: other });
    expect((await ask('GET', at('/draft'))).result.markdown).toBe('');
    expect((await ask('GET', at())).result.drafts).toEqual([
      { user: { uuid: expect.any(String), username: 'Otto' }, saved_at: expect.any(String) },
    ]);
    await ask('PUT', at(), { body: { markdown: 'Done' }, etag });
    expect((await ask('GET', at('/draft'))).status).toBe(404);
    expect((await ask('GET', at('/draft'), { as: other })).result.markdown).toBe('Otto’s');
    expect((await ask('DELETE', at('/draft'), { as: other })).status).toBe(204);
    expect((await ask('GET', at())).result.drafts).toEqual([]);
    expect(await auditsOf(chapterId)).toHaveLength(1);
    expect((await ask('PUT', at('/draft'), { body: { ...draft, markdown: 'a\0' } })).status).toBe(400);
  });
});

describe('versions', () => {
  it('name who wrote what, and come back', async () => {
    await write('One two');
    await write('One two three', { as: other });
    const list = await versions();
    expect(list).toMatchObject([
      { version: 3, by: 'studio', user: { username: 'Otto' }, words: 3 },
      { version: 2, by: 'studio', user: { username: 'Edith' }, words: 2 },
      { version: 1, by: 'import', user: null, words: 3 },
    ]);
    expect((await ask('GET', at('/versions/1'))).result).toMatchObject({ version: 1, markdown: 'Text of 1\n' });
    expect((await ask('GET', at('/versions/3'))).result.markdown).toBe('One two three\n');
    expect(await ask('GET', at('/versions/4'))).toMatchObject({ status: 404, code: 'version_not_found' });
    const restore = (number: number, etag?: string) =>
      ask('POST', at(`/versions/${number}/restore`), { body: {}, ...(etag ? { etag } : {}) });
    const { etag } = await ask('GET', at());
    expect((await restore(1)).status).toBe(428);
    expect((await restore(1, '"old"')).status).toBe(412);
    for (const version of [etag, '"old"', undefined])
      expect(await restore(9, version)).toMatchObject({ status: 404, code: 'version_not_found' });
    expect((await restore(3, etag)).etag).toBe(etag);
    expect((await restore(1, etag)).result).toMatchObject({ markdown: 'Text of 1\n', words: 3 });
    expect(await versions()).toHaveLength(4);
  });

  it('begin with the first text, and are at most 50', async () => {
    await write('First', { language: 'fr-fr' });
    expect((await ask('GET', at('/versions', 'fr-fr'))).result).toMatchObject([{ version: 1, by: 'studio' }]);
    for (let number = 1; number <= 51; number += 1)
      await server.db.query(`update chapter_editions set blocks = $2 where chapter_id = $1 and language = 'fr-fr'`, [
        chapterId,
        JSON.stringify([p(`Number ${number}`)]),
      ]);
    const list = (await ask('GET', at('/versions', 'fr-fr'))).result;
    expect(list).toHaveLength(50);
    expect(list[0]).toMatchObject({ version: 52, by: 'import' });
    expect(list.at(-1)).toMatchObject({ version: 3 });
    expect((await ask('GET', at('/versions/2', 'fr-fr'))).status).toBe(404);
    expect((await ask('GET', at('/versions/3', 'fr-fr'))).result.markdown).toBe('Number 2\n');
  });

  it('keep their pictures', async () => {
    const imageId = randomUUID();
    const picture: StoredBlock = { type: 'img', imageId, alt: '' };
    await server.db.query(`update chapter_editions set blocks = $2 where chapter_id = $1`, [
      chapterId,
      JSON.stringify([p('A'), picture]),
    ]);
    const { result } = await ask('GET', at());
    expect(result.markdown).toBe(`A\n\n![](image:${imageId})\n`);
    expect((await write(`${result.markdown}\n![](image:${randomUUID()})\n\nB`)).result.markdown).toBe(
      `A\n\n![](image:${imageId})\n\nB\n`,
    );
    expect(await server.db.query('select from pages where image_id = $1', [imageId])).toMatchObject({ rowCount: 1 });
    await write('Only words');
    expect(await server.db.query('select from pages where image_id = $1', [imageId])).toMatchObject({ rowCount: 0 });
    expect(await listUsedImages(server.db, [imageId])).toEqual(new Set([imageId]));
  });

  it('go with their chapter', async () => {
    await write('One');
    await write('Two');
    await server.db.query('delete from books where id = $1', [bookId]);
    expect(await server.db.query('select from text_versions where chapter_id = $1', [chapterId])).toMatchObject({
      rowCount: 0,
    });
  });
});

describe('imports', () => {
  let book: ImportedBook;
  const run = (text: string, batch?: string) => {
    const chapter = {
      sourceKey: 'n:1',
      editions: [{ language: 'en-us' as const, title: 'One', blocks: text.split('\n\n').map(p) }],
    };
    return withTransaction(server.db, (tx) =>
      writeImport(tx, { ...book, chapters: [chapter] }, { now: new Date(), movePlaces, ...(batch ? { batch } : {}) }),
    );
  };
  beforeEach(async () => {
    book = {
      sourceKey: randomUUID(),
      kind: 'novel',
      likelyLanguage: 'en-us',
      editions: [{ language: 'en-us', title: 'A novel' }],
      chapters: [],
    };
    const { order, bookId: id } = await run('From a file');
    expect(order).toHaveLength(1);
    bookId = id;
    const { rows } = await server.db.query<{ id: string }>('select id from chapters where book_id = $1', [id]);
    chapterId = rows[0]?.id ?? '';
  });

  it('leave a text alone that was edited by hand, and say so, until it is given back', async () => {
    await write('By hand');
    const { order } = await run('From a newer file');
    expect(order[0]?.kept).toEqual(['text.en-us']);
    expect((await ask('GET', at())).result.markdown).toBe('By hand\n');
    const { etag } = await ask('GET', `/chapters/${chapterId}`);
    const given = await ask('PATCH', `/chapters/${chapterId}`, { body: { follow: ['text.en-us'] }, etag });
    expect(given.result.edited).toEqual([]);
    await run('From a newer file');
    expect((await ask('GET', at())).result.markdown).toBe('From a newer file\n');
    expect(await versions()).toMatchObject([
      { by: 'import', user: null, words: 4 },
      { by: 'studio' },
      { by: 'import' },
    ]);
  });

  it("keep readers' places at their words, and so does their undo", async () => {
    const place = await readerIn();
    await place.put(0);
    const batch = randomUUID();
    await run('A new beginning\n\nFrom a file', batch);
    expect(await place.get()).toMatchObject({ index: 1 });
    await withTransaction(server.db, (tx) => undoBatch(tx, batch, movePlaces));
    expect(await place.get()).toMatchObject({ index: 0 });
  });

  it('are undone without what was written since', async () => {
    const batch = randomUUID();
    await run('From a newer file', batch);
    await write('By hand');
    expect((await describeUndo(server.db, batch))[0]?.stays).toEqual([{ field: 'text', chapterId, language: 'en-us' }]);
    await withTransaction(server.db, (tx) => undoBatch(tx, batch, movePlaces));
    expect((await ask('GET', at())).result.markdown).toBe('By hand\n');
  });

  it('are undone where nothing was written since', async () => {
    const batch = randomUUID();
    await run('From a newer file', batch);
    await withTransaction(server.db, (tx) => undoBatch(tx, batch, movePlaces));
    expect((await ask('GET', at())).result.markdown).toBe('From a file\n');
  });
});

describe('a new chapter', () => {
  const make = (body: object) =>
    ask('POST', `/books/${bookId}/chapters`, {
      body: { title: 'Three', language: 'en-us', markdown: 'Once', ...body },
    });
  const order = async () =>
    (await ask('GET', `/books/${bookId}/chapters`)).result.map(({ title }: { title: string }) => title);

  it('is a draft at the end, or before another draft', async () => {
    const made = await make({});
    expect(made).toMatchObject({
      status: 201,
      result: { title: 'Three', place: 3, number: null, edited: ['text.en-us'] },
    });
    expect(made.result.editions).toEqual([{ language: 'en-us', state: 'draft', published_at: null }]);
    expect(made.etag).toBe((await ask('GET', `/chapters/${made.result.chapter_uuid}`)).etag);
    expect((await make({ title: 'Two and a half', before: made.result.chapter_uuid })).status).toBe(201);
    expect(await order()).toEqual(['Chapter 1', 'Chapter 2', 'Two and a half', 'Three']);
    chapterId = made.result.chapter_uuid;
    expect((await ask('GET', at())).result.markdown).toBe('Once\n');
    expect(await versions()).toMatchObject([{ version: 1, by: 'studio', user: { username: 'Edith' } }]);
    expect((await auditsOf(chapterId))[0]).toMatchObject({
      action: 'chapter.make',
      after: { 'titles.en-us': 'Three' },
    });
  });

  it('wants a title, a text, and a novel', async () => {
    for (const wrong of [
      { title: ' ' },
      { markdown: ' ' },
      { markdown: '[^1]: x' },
      { language: 'de-de' },
      { before: chapterId.slice(1) },
      { before: (await makeBook(server.db)).chapterIds[0] },
    ])
      expect(await make(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await make({ before: randomUUID() })).toMatchObject({ status: 404, code: 'chapter_not_found' });
    expect(await order()).toHaveLength(2);
    bookId = (await makeBook(server.db)).id;
    expect(await make({})).toMatchObject({ status: 409, code: 'kind_differs' });
    expect(await make({ before: chapterId })).toMatchObject({ status: 400, code: 'invalid_request' });
    bookId = randomUUID();
    expect(await make({})).toMatchObject({ status: 404, code: 'book_not_found' });
  });
});

describe('find and replace', () => {
  const replace = (body: object) =>
    ask('POST', `/books/${bookId}/find_replace`, { body: { find: 'Text', replace: 'Word', ...body } });
  const textOf = async (id: string) => (await ask('GET', `/chapters/${id}/text/en-us`)).result.markdown;

  it('tries, replaces in all chapters, and is undone as an import is', async () => {
    const second = (await ask('GET', `/books/${bookId}/chapters`)).result[1].chapter_uuid;
    await write('Text by hand, Text');
    const tried = await replace({ dry_run: true });
    expect(tried.body.data).toEqual({
      result: {
        hits: [
          {
            chapter_uuid: chapterId,
            language: 'en-us',
            before: '',
            match: 'Text',
            after: ' by hand, Text',
            replaced: 'Word',
          },
          {
            chapter_uuid: chapterId,
            language: 'en-us',
            before: 'Text by hand, ',
            match: 'Text',
            after: '',
            replaced: 'Word',
          },
          { chapter_uuid: second, language: 'en-us', before: '', match: 'Text', after: ' of 2', replaced: 'Word' },
        ],
        chapters: 2,
        batch: null,
      },
      total: 3,
    });
    expect(await textOf(second)).toBe('Text of 2\n');
    const done = await replace({});
    expect(done.body.data).toMatchObject({ result: { chapters: 2, batch: expect.any(String) }, total: 3 });
    expect(await textOf(chapterId)).toBe('Word by hand, Word\n');
    expect(await textOf(second)).toBe('Word of 2\n');
    const batch = done.result.batch;
    expect((await ask('GET', `/imports/${batch}`)).result).toMatchObject({
      name: 'Text → Word',
      source: 'studio',
      state: 'committed',
      user: { username: 'Edith' },
      books: [{ book_uuid: bookId }],
    });
    expect((await ask('GET', `/imports/${batch}/plan`)).status).toBe(200);
    expect((await ask('GET', `/imports/${batch}/undo`)).result).toMatchObject({
      books: [{ restored: 2, stays: [] }],
      blocked_by: [],
    });
    expect(await auditsOf(bookId)).toMatchObject([
      { action: 'book.find_replace', after: { find: 'Text', replace: 'Word', count: 3, chapters: 2 } },
    ]);
    expect((await auditsOf(second)).at(-1)).toMatchObject({
      action: 'chapter.text',
      before: { 'text.en-us': 'Text of 2' },
    });
    await withTransaction(server.db, (tx) => undoBatch(tx, batch, movePlaces));
    expect(await textOf(chapterId)).toBe('Text by hand, Text\n');
    expect(await textOf(second)).toBe('Text of 2\n');
    expect(await edited()).toEqual(['text.en-us']);
    expect((await ask('GET', `/chapters/${second}`)).result.edited).toEqual([]);
  });

  it('leaves what was written since when it is undone', async () => {
    const { batch } = (await replace({})).result;
    await write('By hand');
    await withTransaction(server.db, (tx) => undoBatch(tx, batch, movePlaces));
    expect((await ask('GET', at())).result.markdown).toBe('By hand\n');
    expect(await edited()).toEqual(['text.en-us']);
  });

  it('refuses to make a text longer than one may be', async () => {
    await write('x'.repeat(2001));
    const refused = { status: 400, code: 'invalid_request' };
    expect(await replace({ find: 'x', replace: 'y'.repeat(500), dry_run: true })).toMatchObject(refused);
  });

  it('tells of no batch where there is no hit, and refuses what is nothing', async () => {
    expect((await replace({ find: 'nowhere' })).body.data).toEqual({
      result: { hits: [], chapters: 0, batch: null },
      total: 0,
    });
    expect((await replace({ languages: ['fr-fr'] })).result.batch).toBeNull();
    for (const wrong of [
      { find: '' },
      { find: 'x'.repeat(501) },
      { replace: 'a\0' },
      { languages: [] },
      { find: 'Text of 1', replace: '' },
    ])
      expect(await replace(wrong), JSON.stringify(wrong)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await ask('GET', at())).result.markdown).toBe('Text of 1\n');
    bookId = (await makeBook(server.db)).id;
    expect(await replace({})).toMatchObject({ status: 409, code: 'kind_differs' });
  });
});
