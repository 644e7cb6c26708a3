import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { type ImportSite, importSiteForTests } from '../testing/import-site.ts';

const site = importSiteForTests();

const { write, run } = {
  write: (files: Parameters<ImportSite['write']>[0]) => site.write(files),
  run: (...given: Parameters<ImportSite['run']>) => site.run(...given),
};

async function move(...steps: [from: string, to: string][]): Promise<void> {
  for (const [from, to] of steps) await rename(join(site.library(), from), join(site.library(), to));
}

/** Each chapter's number and title with the title that it had when its reader liked it, and where the reader is. */
async function chaptersAndReaders() {
  const { rows } = await site.db.query<{ number: number; title: string; liked: string | null; date: string }>(
    `select c.number, ce.title, l.title as liked, c.created_at::date::text as date
     from chapters c join chapter_editions ce on ce.chapter_id = c.id
     left join liked l on l.chapter_id = c.id order by c.number`,
  );
  return rows.map(({ number, title, liked, date }) => [number, title, liked, date] as const);
}

/** Every chapter is liked by somebody who knows its title, and has a date of its own. */
async function likeAll(): Promise<void> {
  await site.db.query('drop table if exists liked');
  await site.db.query(
    `create table liked as select c.id as chapter_id, ce.title from chapters c
     join chapter_editions ce on ce.chapter_id = c.id`,
  );
  await site.db.query(`update chapters set created_at = date '2026-01-01' + number`);
}

async function books() {
  const { rows } = await site.db.query<{ id: string; title: string; chapters: number }>(
    `select b.id, e.title, b.chapter_count as chapters from books b
     join editions e on e.book_id = b.id and e.language = b.original_language order by e.title, b.chapter_count`,
  );
  return rows;
}

/** A novel of so many chapters that no other one shares a sentence with. */
function novel(name: string, chapters: number, folder = name): Record<string, string> {
  const pages = Array.from({ length: chapters }, (_, index): [string, string] => {
    const text = `The ${index + 1}th chapter of ${name} tells what nobody else has told. `;
    return [`${folder}/${String(index + 1).padStart(3, '0')}.txt`, text.repeat(5)];
  });
  return Object.fromEntries(pages);
}

describe('a chapter keeps its readers', () => {
  beforeEach(async () => {
    await write({
      'b/01 - Salt/1.jpg': 1,
      'b/02 - Waves/1.jpg': 2,
      'b/03 - The Long Hunt/1.jpg': 3,
      'b/04 - Home/1.jpg': 4,
    });
    await run('b');
    await likeAll();
  });

  inLong('when a new one is put in before it and the files are renumbered', async () => {
    await move(['b/04 - Home', 'b/05 - Home'], ['b/03 - The Long Hunt', 'b/04 - The Long Hunt']);
    await write({ 'b/03 - Inserted/1.jpg': 9 });
    const { out } = await run('b', { isDryRun: true });
    expect(out).toMatch(/ 3 {2}Inserted {2}\(new\) {2}← 03 - Inserted, by the number in its name\n/);
    expect(out).toMatch(/ 4 {2}The Long Hunt {2}\(was 3\)/);
    await run('b');
    const all = await chaptersAndReaders();
    expect(all.map(([number, title, liked]) => [number, title, liked])).toEqual([
      [1, 'Salt', 'Salt'],
      [2, 'Waves', 'Waves'],
      [3, 'Inserted', null],
      [4, 'The Long Hunt', 'The Long Hunt'],
      [5, 'Home', 'Home'],
    ]);
    expect(all[3]?.[3]).toBe('2026-01-04');
  });

  inLong('when two exchange their numbers, and their names too', async () => {
    await move(['b/02 - Waves', 'b/x'], ['b/03 - The Long Hunt', 'b/02 - Waves'], ['b/x', 'b/03 - The Long Hunt']);
    await run('b');
    expect((await chaptersAndReaders()).map(([, title, liked]) => [title, liked])).toEqual([
      ['Salt', 'Salt'],
      ['Waves', 'The Long Hunt'],
      ['The Long Hunt', 'Waves'],
      ['Home', 'Home'],
    ]);
  });

  it('when its title, its number and half of its pages change at once', async () => {
    await write({ 'b/03 - The Long Hunt/2.jpg': 5 });
    await run('b');
    await move(['b/03 - The Long Hunt', 'b/07 - The Hunt']);
    await write({ 'b/07 - The Hunt/2.jpg': 6, 'b/03 - Other/1.jpg': 7 });
    await run('b');
    expect((await chaptersAndReaders()).map(([, title, liked]) => [title, liked])).toEqual([
      ['Salt', 'Salt'],
      ['Waves', 'Waves'],
      ['Other', null],
      ['Home', 'Home'],
      ['The Hunt', 'The Long Hunt'],
    ]);
  });

  inLong('when it is gone from the files, and one that is new has its number', async () => {
    await rm(join(site.library(), 'b/02 - Waves'), { recursive: true });
    await write({ 'b/02 - Storm/1.jpg': 8 });
    await run('b');
    const stays = (await chaptersAndReaders()).map(([, title, liked]) => [title, liked]);
    expect(stays).toContainEqual(['Waves', 'Waves']);
    expect(stays).toContainEqual(['Storm', null]);
    await run('b', { isPruning: true });
    expect((await chaptersAndReaders()).map(([, title]) => title)).toEqual(['Salt', 'Storm', 'The Long Hunt', 'Home']);
  });

  inLong('also where two hold the same pages only, when all are renumbered', async () => {
    await site.reset();
    await write({
      'b/01 - Dawn/1.jpg': 1,
      'b/02 - Author ill/1.jpg': 9,
      'b/03 - Noon/1.jpg': 2,
      'b/04 - Author ill again/1.jpg': 9,
      'b/05 - Away/1.jpg': 9,
    });
    await run('b');
    await likeAll();
    await move(
      ['b/05 - Away', 'b/06 - Gone'],
      ['b/04 - Author ill again', 'b/05 - Author ill again'],
      ['b/03 - Noon', 'b/04 - Noon'],
      ['b/02 - Author ill', 'b/03 - Author ill'],
      ['b/01 - Dawn', 'b/02 - Dawn'],
    );
    await write({ 'b/01 - Prologue/1.jpg': 3 });
    expect((await run('b')).out).toMatch(/1 chapter added/);
    expect((await chaptersAndReaders()).map(([, title, liked]) => [title, liked])).toEqual([
      ['Prologue', null],
      ['Dawn', 'Dawn'],
      ['Author ill', 'Author ill'],
      ['Noon', 'Noon'],
      ['Author ill again', 'Author ill again'],
      ['Gone', 'Away'],
    ]);
  });

  inLong('also where two texts say the same, when all are renumbered', async () => {
    await site.reset();
    const notice = 'The author is ill this week, and the next chapter comes on Monday. '.repeat(4);
    const told = (name: string) => `Nobody has told of the ${name} before, and nobody will tell of the ${name} again. `;
    await write({
      'b/1 - Dawn.md': told('dawn').repeat(4),
      'b/2 - Ill.md': notice,
      'b/3 - Noon.md': told('noon').repeat(4),
      'b/4 - Ill again.md': notice,
    });
    await run('b');
    await likeAll();
    for (const [at, name] of [
      [4, 'Ill again'],
      [3, 'Noon'],
      [2, 'Ill'],
      [1, 'Dawn'],
    ] as const)
      await move([`b/${at} - ${name}.md`, `b/${at + 1} - ${name}.md`]);
    await write({ 'b/1 - Prologue.md': told('night').repeat(4) });
    await run('b');
    expect((await chaptersAndReaders()).map(([, title, liked]) => [title, liked])).toEqual([
      ['Prologue', null],
      ['Dawn', 'Dawn'],
      ['Ill', 'Ill'],
      ['Noon', 'Noon'],
      ['Ill again', 'Ill again'],
    ]);
  });

  inLong('and a renamed page is neither new nor twice there', async () => {
    await write({ 'b/01 - Salt/2.jpg': 11 });
    await run('b');
    await move(['b/01 - Salt/1.jpg', 'b/01 - Salt/p1.jpg'], ['b/01 - Salt/2.jpg', 'b/01 - Salt/p2.jpg']);
    expect((await run('b')).out).toMatch(/unchanged/);
    const { rows } = await site.db.query(`select count(*)::int as n from pages p join chapters c on c.id = p.chapter_id
      where c.number = 1`);
    expect(rows).toEqual([{ n: 2 }]);
  });
});

describe('a book', () => {
  inLong('without an id is recognised by its content when its folder is renamed', async () => {
    await write(novel('the harbour', 6, 'Harbour'));
    await run('Harbour');
    const [before] = await books();
    await move(['Harbour', 'The Harbour']);
    const { out, err, status } = await run('The Harbour');
    expect({ out, status }).toMatchObject({
      out: expect.stringMatching(/The Harbour: updated, 6 chapters/),
      status: 0,
    });
    expect(err).toMatch(/its content is that of the book "Harbour", which gets this name/);
    expect(await books()).toEqual([{ ...before, title: 'The Harbour' }]);
    expect((await run('The Harbour')).out).toMatch(/unchanged/);
  });

  inLong('of pictures is recognised so as well, and two books of one import never become one', async () => {
    const pages = (folder: string) =>
      Object.fromEntries([1, 2, 3, 4].map((seed) => [`${folder}/${seed}/1.jpg`, seed + 20]));
    await write(pages('Old'));
    await run('Old');
    const [before] = await books();
    await move(['Old', 'New']);
    await run('New');
    expect(await books()).toEqual([{ ...before, title: 'New' }]);
    await site.reset();
    await write({ ...pages('s/A'), ...pages('s/B'), 's/A/book.yaml': 'title: A', 's/B/book.yaml': 'title: B' });
    await run('s');
    expect((await books()).map(({ title }) => title)).toEqual(['A', 'B']);
  });

  it('with an id is known by it alone', async () => {
    await write({ ...novel('the harbour', 4, 'a'), 'a/book.yaml': 'id: a\ntitle: Harbour' });
    await run('a');
    await write(novel('the harbour', 4, 'Port'));
    await run('Port');
    expect((await books()).map(({ title }) => title)).toEqual(['Harbour', 'Port']);
  });

  it('whose book.yaml names it is no other of the same content', async () => {
    await write(novel('the harbour', 4, 'Harbour'));
    await run('Harbour');
    const named = ['id: quay', 'title: Quay', 'author: Other'];
    for (const [at, lines] of named.entries()) {
      await write({ ...novel('the harbour', 4, `Book ${at}`), [`Book ${at}/book.yaml`]: lines });
      await run(`Book ${at}`);
    }
    expect((await books()).map(({ title }) => title)).toEqual(['Book 0', 'Book 2', 'Harbour', 'Quay']);
  });

  it('of the same title with mostly other content stops, unless it is said to be the same', async () => {
    await write({ ...novel('one edition', 4, 'a'), 'a/book.yaml': 'title: Classic\nauthor: W' });
    await run('a');
    await write({ ...novel('another edition', 12, 'b'), 'b/book.yaml': 'title: Classic\nauthor: W' });
    const stopped = await run('b');
    expect(stopped).toMatchObject({ status: 1, out: expect.stringMatching(/0 new, 0 updated/) });
    expect(stopped.err).toMatch(/of 12 chapters 0 are known, 4 would be replaced and 8 added.*--same-book/);
    expect(await books()).toMatchObject([{ chapters: 4 }]);
    expect((await run('b', { isDryRun: true })).err).toBe(stopped.err);
    await run('b', { isSameBook: true });
    expect(await books()).toMatchObject([{ chapters: 12 }]);
  });

  it('of the same title with other chapters under the same numbers stops as well', async () => {
    await write({ ...novel('one edition', 4, 'a'), 'a/book.yaml': 'title: Classic\nauthor: W' });
    await run('a');
    const tales = novel('another edition', 4, 'b');
    const named = Object.entries(tales).map(([path, text]) => [path.replace(/(\d+)\.txt$/, '$1 - Tale $1.txt'), text]);
    await write({ ...Object.fromEntries(named), 'b/book.yaml': 'title: Classic\nauthor: W' });
    expect((await run('b')).err).toMatch(/of 4 chapters 0 are known.*--same-book/);
    expect(await books()).toMatchObject([{ chapters: 4 }]);
  });

  it('of the same title with numbers beside chapters that have none stops as well', async () => {
    const named = Object.entries(novel('one edition', 3, 'a')).map(([path, text]) => {
      return [path.replace(/00(\d)\.txt$/, (_, number) => `${['Salt', 'Storm', 'Home'][number - 1]}.txt`), text];
    });
    await write({ ...Object.fromEntries(named), 'a/book.yaml': 'title: Classic\nauthor: W' });
    await run('a');
    await write({ ...novel('another edition', 2, 'b'), 'b/book.yaml': 'title: Classic\nauthor: W' });
    expect((await run('b')).err).toMatch(/of 2 chapters 0 are known, 0 would be replaced and 2 added.*--same-book/);
    expect(await books()).toMatchObject([{ chapters: 3 }]);
  });

  it('of the same title with mostly other content is another one where it has an id', async () => {
    await write({ ...novel('one edition', 4, 'a'), 'a/book.yaml': 'title: Classic\nauthor: W' });
    await run('a');
    await write({ ...novel('another edition', 12, 'b'), 'b/book.yaml': 'id: second\ntitle: Classic\nauthor: W' });
    expect(await run('b')).toMatchObject({ status: 0 });
    expect(await books()).toMatchObject([{ chapters: 4 }, { chapters: 12 }]);
  });

  it('goes on where its folder has only new numbers', async () => {
    await write(novel('the harbour', 4, 'a/Harbour'));
    await run('a/Harbour');
    const later = Object.entries(novel('the harbour', 12, 'b/Harbour')).slice(4);
    await write(Object.fromEntries(later));
    expect(await run('b/Harbour')).toMatchObject({ status: 0 });
    expect(await books()).toMatchObject([{ chapters: 12 }]);
  });

  it('never loses more than half to --prune, unless that is wanted or little is lost', async () => {
    await write(novel('the harbour', 8, 'b'));
    await run('b');
    for (const number of [1, 2, 3, 4, 5]) await rm(join(site.library(), `b/00${number}.txt`));
    const stopped = await run('b', { isPruning: true });
    expect(stopped).toMatchObject({ status: 1 });
    expect(stopped.err).toMatch(/--prune would remove 5 of 8 chapters \(chapters 1, 2, 3, 4, 5\).*--prune-anyway/);
    expect(await books()).toMatchObject([{ chapters: 8 }]);
    const dry = await run('b', { isPruning: true, isDryRun: true });
    expect(dry).toMatchObject({ status: 1, err: stopped.err });
    expect(dry.out).toMatch(/would go: chapter 1 "001", en-us/);
    expect(await run('b', { isPruning: true, mayPruneMost: true })).toMatchObject({ status: 0 });
    expect(await books()).toMatchObject([{ chapters: 3 }]);
    for (const number of [6, 7]) await rm(join(site.library(), `b/00${number}.txt`));
    expect(await run('b', { isPruning: true })).toMatchObject({ status: 0 });
    expect(await books()).toMatchObject([{ chapters: 1 }]);
  });
});
