import { beforeEach, describe, expect, it, vi } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { openBook, places } from '../memory.ts';
import { markOf } from './place-rules.ts';

const bookUuid = 'book';
const given = { bookUuid, position: { index: 0, fraction: 0 } };
const note = (chapterNumber: number, more: { index?: number; fraction?: number; book?: string } = {}) =>
  openBook.note({
    bookUuid: more.book ?? bookUuid,
    chapterUuid: `chapter ${chapterNumber}`,
    chapterNumber,
    position: { index: more.index ?? 2, fraction: more.fraction ?? 0.5 },
    bookTitle: 'Book',
    chapterTitle: `Title ${chapterNumber}`,
    count: 10,
    language: 'en-us',
  });

let stored: Map<string, string>;
/** Bytes that the browser still lets the site keep. */
let room: number;

/** A new page of the same browser, as after a reload or in another tab. */
function enterAs(userUuid: string | null): void {
  if (userUuid === null) stored.delete('USER_UUID');
  else stored.set('USER_UUID', userUuid);
  vi.resetModules();
}

const freshPage = () => import('../memory.ts');

beforeEach(() => {
  stored = new Map();
  room = Number.POSITIVE_INFINITY;
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});

describe("a browser's memory of its reader", () => {
  it('knows the last place, and the furthest that never goes back', () => {
    note(5);
    note(3);
    expect(places.find(bookUuid)).toMatchObject({
      chapterNumber: 3,
      chapterTitle: 'Title 3',
      furthest: { chapter_number: 5, index: 2, fraction: 0.5 },
    });
  });

  it('keeps a finished chapter finished while its reader looks around its end', () => {
    note(5, { index: 9 });
    openBook.finish({ bookUuid, chapterNumber: 5 });
    note(5, { index: 8 });
    expect(places.find(bookUuid)).toMatchObject({ isFinished: true, furthest: { chapter_number: 6, index: 0 } });
    note(5, { index: 0 });
    expect(places.find(bookUuid)?.isFinished).toBe(false);
  });

  it('does not take a chapter for reached that was opened by a slip, nor the one before it for read', () => {
    note(5, { index: 3 });
    note(6, { index: 0, fraction: 0 });
    note(5, { index: 3 });
    expect(places.find(bookUuid)?.furthest).toEqual({ chapter_number: 5, index: 3, fraction: 0.5 });
    note(6, { index: 1 });
    expect(places.find(bookUuid)?.furthest.chapter_number).toBe(6);
  });

  it('knows the chapters that were passed over, until they are read', () => {
    const marks = () => [1, 2, 3, 4, 5].map((chapter) => markOf(chapter, { place: found(), marks: [] }).kind);
    const found = () => places.find(bookUuid) ?? expect.fail('There is no place');
    note(1, { index: 9 });
    openBook.finish({ bookUuid, chapterNumber: 1 });
    note(5, { index: 2 });
    expect(marks()).toEqual(['read', 'unread', 'unread', 'unread', 'begun']);
    note(3, { index: 9 });
    openBook.finish({ bookUuid, chapterNumber: 3 });
    expect(marks()).toEqual(['read', 'unread', 'read', 'unread', 'begun']);
  });

  it('does not take an open end for a finish', () => {
    note(5, { index: 9, fraction: 1 });
    expect(places.find(bookUuid)?.isFinished).toBe(false);
  });

  it('takes a book out, and brings it back as it was', () => {
    note(5);
    const undo = places.remove(bookUuid);
    expect(places.find(bookUuid)).toBeNull();
    undo();
    expect(places.find(bookUuid)?.chapterNumber).toBe(5);
    places.remove(bookUuid);
    note(1);
    expect(places.find(bookUuid)?.chapterNumber).toBe(1);
  });

  it('has nothing to stay at in a book that was never read', () => {
    places.stayHere('another');
    expect(places.find('another')).toBeNull();
  });

  it("takes a visitor's places along at login, and shows one user nothing of another's", async () => {
    note(5);
    enterAs('first');
    expect((await freshPage()).places.find(bookUuid)?.chapterNumber).toBe(5);
    (await freshPage()).openBook.note({ ...given, chapterNumber: 6, chapterUuid: 'chapter 6' });
    enterAs('second');
    expect((await freshPage()).places.find(bookUuid)).toBeNull();
    enterAs(null);
    expect((await freshPage()).places.find(bookUuid)).toBeNull();
    enterAs('first');
    expect((await freshPage()).places.find(bookUuid)?.chapterNumber).toBe(6);
  });

  inLong('holds the newest five hundred books', () => {
    for (let index = 0; index < 502; index += 1) {
      vi.setSystemTime(new Date(Date.UTC(2026, 5, 1, 0, index)));
      note(1, { book: `book ${index}` });
    }
    vi.useRealTimers();
    expect(places.find('book 0')).toBeNull();
    expect(places.find('book 2')).not.toBeNull();
    expect(places.find('book 501')).not.toBeNull();
  });

  it('goes on where storage is full, with fewer books', async () => {
    for (let index = 0; index < 60; index += 1) note(1, { book: `book ${index}` });
    room = [...stored.values()].join('').length;
    note(2, { book: 'one more' });
    expect(places.find('one more')?.chapterNumber).toBe(2);
    vi.resetModules();
    expect((await freshPage()).places.find('one more')?.chapterNumber).toBe(2);
  });

  it.each(['not JSON', '[]', '{"visitor":{"book":{"progress":1}}}', '{"visitor":{"book":null}}'])(
    'survives what it cannot read: %s',
    (text) => {
      stored.set('READING_PLACES', text);
      expect(places.find(bookUuid)).toBeNull();
      note(2);
      expect(places.find(bookUuid)?.chapterNumber).toBe(2);
    },
  );
});
