import { beforeEach, describe, expect, it } from 'vitest';
import { siteForTests } from '../../../app/testing/site.ts';
import { makeBook } from '../testing/books.ts';

const site = siteForTests();
beforeEach(async () => {
  await site.db.query('delete from books');
});

async function run(...argv: string[]): Promise<{ status: number; lines: string[] }> {
  const { status, out } = await site.run(...argv);
  return { status, lines: out.split('\n').slice(0, -1) };
}

describe('longstrip book list', () => {
  it('says so where there are no books', async () => {
    expect(await run('book', 'list')).toEqual({ status: 0, lines: [expect.stringContaining('longstrip import')] });
    expect(await run('book', 'list', '--json')).toEqual({ status: 0, lines: ['[]'] });
  });

  it('shows the ids that hide and show need, and which books are hidden', async () => {
    const sea = await makeBook(site.db, {
      author: 'Ada',
      titles: { 'en-us': 'The \u001b[2Jsea', 'zh-cn': '海' },
      chapters: 2,
    });
    const wind = await makeBook(site.db, { author: 'Ada', titles: { 'en-us': 'Wind' }, chapters: 1 });
    expect(await run('book', 'hide', wind.id)).toMatchObject({ status: 0 });
    const { lines } = await run('book', 'list');
    expect(lines.sort()).toEqual(
      [
        `${sea.id}  comic     2  en-us zh-cn  The �[2Jsea, Ada`,
        `${wind.id}  comic     1  en-us  Wind, Ada  (hidden)`,
      ].sort(),
    );
    const listed = JSON.parse((await run('book', 'list', '--json')).lines.join('')) as { book_uuid: string }[];
    expect(listed.find(({ book_uuid }) => book_uuid === sea.id)).toEqual({
      book_uuid: sea.id,
      title: 'The \u001b[2Jsea',
      author: 'Ada',
      kind: 'comic',
      languages: ['en-us', 'zh-cn'],
      chapter_count: 2,
      hidden: false,
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });
});
