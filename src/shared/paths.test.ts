import { describe, expect, it } from 'vitest';
import { chapterOfPath, pages, paths } from './paths.ts';

describe('the path of a page', () => {
  it('fits its pattern', () => {
    expect(paths.book(':id')).toBe(pages.book);
    expect(paths.chapter({ bookUuid: ':bookid', chapterUuid: ':chapter_uuid', number: 1 })).toBe(
      pages.chapter.replace(':chapter_number', '1'),
    );
  });

  it.each([
    [paths.chapter({ bookUuid: 'B1', chapterUuid: 'C1', number: 3 }), { bookUuid: 'b1', chapterUuid: 'c1' }],
    ['/reader/book/chapter/b1/c1', null],
    ['/reader/book/chapter/b1/c1/1/more', null],
    ['/reader/book/chapter//c1/1', null],
    [paths.book('b1'), null],
    ['/', null],
  ])('%s names the chapter %j', (path, chapter) => {
    expect(chapterOfPath(path)).toEqual(chapter);
  });
});
