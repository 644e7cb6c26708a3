import { beforeEach, describe, expect, it, vi } from 'vitest';
import { marks, memory, openBook, places } from '../memory.ts';
import { goesOnWith, markOf } from '../places/place-rules.ts';

const bookUuid = 'book';
const chapter = (chapterNumber: number) => ({ bookUuid, chapterNumber, chapterUuid: `chapter ${chapterNumber}` });
/** Opens a chapter and reads in it. */
function read(number: number, index: number): void {
  openBook.open({ ...chapter(number), count: 10, arrival: 'outside', isKnown: true, goTo() {} });
  openBook.note({ ...chapter(number), position: { index, fraction: 0.5 }, count: 10 });
}
const marksNow = () => marks.read()[bookUuid]?.marks ?? [];
const kindOf = (number: number) => markOf(number, { place: places.find(bookUuid), marks: marksNow() }).kind;
const kinds = (last: number) => Array.from({ length: last }, (_, index) => kindOf(index + 1)).join(' ');

let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) });
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', () => {});
  return () => vi.useRealTimers();
});

const later = () => vi.advanceTimersByTime(60_000);

describe('a reader who marks chapters by hand', () => {
  it('can say of a book that was never opened here which chapters are read', () => {
    marks.markChapter(chapter(2), true);
    expect(kinds(3)).toBe('unread read unread');
    expect(places.find(bookUuid)).toBeNull();
  });

  it('goes on after all that they have read elsewhere', () => {
    marks.markUpTo(chapter(4));
    expect(kinds(5)).toBe('read read read read unread');
    expect(places.find(bookUuid)).toMatchObject({ chapterUuid: 'chapter 4', chapterNumber: 4, isFinished: true });
  });

  it('is not taken back to where they say that they have been', () => {
    read(8, 3);
    later();
    marks.markUpTo(chapter(4));
    expect(kinds(8)).toBe('read read read read unread unread unread begun');
    expect(places.find(bookUuid)?.chapterNumber).toBe(8);
  });

  it('goes on with the next chapter when the one they are in is read', () => {
    read(3, 2);
    later();
    marks.markChapter(chapter(3), true);
    const place = places.find(bookUuid) ?? expect.fail('There is no place');
    expect([goesOnWith(place), kindOf(3)]).toEqual([4, 'read']);
  });

  it('can take all of it back, and reads anew what they read again', () => {
    marks.markUpTo(chapter(4));
    later();
    marks.markAllUnread(bookUuid);
    expect(kinds(5)).toBe('unread unread unread unread unread');
    later();
    read(1, 9);
    expect(kindOf(1)).toBe('begun');
    openBook.finish({ bookUuid, chapterNumber: 1 });
    later();
    read(2, 5);
    expect(kinds(3)).toBe('read begun unread');
  });

  it('says of one chapter what holds until they read in it', () => {
    read(1, 9);
    openBook.finish({ bookUuid, chapterNumber: 1 });
    later();
    marks.markChapter(chapter(1), false);
    expect(kindOf(1)).toBe('unread');
    later();
    read(1, 4);
    expect(kindOf(1)).toBe('begun');
  });

  it.each(['not JSON', '[]', '{"visitor":{"book":{"marks":1}}}', '{"visitor":{"book":{"marks":[{"first":"1"}]}}}'])(
    'is not kept from it by what cannot be read: %s',
    (text) => {
      stored.set('READING_MARKS', text);
      expect(kindOf(1)).toBe('unread');
      marks.markChapter(chapter(1), true);
      expect(kindOf(1)).toBe('read');
    },
  );

  it("takes a visitor's marks into the account, and shows one user nothing of another's", async () => {
    marks.markChapter(chapter(1), true);
    const enterAs = async (uuid: string) => {
      stored.set('USER_UUID', uuid);
      vi.resetModules();
      return (await import('../memory.ts')).marks;
    };
    const first = await enterAs('first');
    expect(first.read()[bookUuid]).toMatchObject({
      marks: [{ first: 1, last: 1, is_read: true }],
      unsent: true,
    });
    first.markChapter(chapter(2), true);
    expect((await enterAs('second')).read()).toEqual({});
    const known = (await enterAs('first')).read()[bookUuid]?.marks;
    expect(known).toMatchObject([{ first: 1, last: 2 }]);
  });
});

describe('marks of a book whose chapters have other numbers now', () => {
  const numbering = {
    runs: [
      [1, 1],
      [6, 6],
      [2, 4],
    ] as [number, number][],
    next: 7,
  };

  it('stay with their chapters, and are said by the new numbers', () => {
    marks.markChapter(chapter(2), true);
    memory.renumber(bookUuid, numbering);
    expect(kinds(5)).toBe('unread unread read unread unread');
    later();
    marks.markUpTo({ ...chapter(5), numbering });
    expect(kinds(5)).toBe('read read read read read');
    memory.renumber(bookUuid, undefined);
    expect(kinds(4)).toBe('read read read read');
  });

  it('leave a chapter that was put in unread', () => {
    for (const number of [1, 2, 3]) read(number, 5);
    expect(kinds(4)).toBe('read read begun unread');
    openBook.open({ ...chapter(4), numbering, count: 10, arrival: 'outside', isKnown: true, goTo() {} });
    openBook.note({ ...chapter(4), chapterUuid: 'chapter 3', position: { index: 6, fraction: 0 }, count: 10 });
    expect(kinds(5)).toBe('read unread read begun unread');
  });
});
