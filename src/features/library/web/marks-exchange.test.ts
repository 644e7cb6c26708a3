import { describe, expect, it } from 'vitest';
import type { BookMarks, Mark } from '../contract.ts';
import { findMark, mergeMarks, withMark } from '../marks.ts';
import { withMarksAnswer, withToldMarks } from './marks-exchange.ts';
import type { MarksOfBooks } from './own-marks.ts';

const book = 'book';
const minute = (number: number) => new Date(Date.UTC(2026, 5, 1, 12, number));

function createAccount() {
  let kept: Mark[] = [];
  return {
    ask: (): BookMarks[] => (kept.length > 0 ? [{ book_uuid: book, marks: kept }] : []),
    take(items: readonly BookMarks[]): BookMarks[] {
      for (const { marks } of items) kept = mergeMarks(kept, marks);
      return this.ask();
    },
    forget() {
      kept = [];
    },
  };
}

function createDevice(account: ReturnType<typeof createAccount>) {
  let mine: MarksOfBooks = {};
  const marks = () => mine[book]?.marks ?? [];
  return {
    says: (chapter: number) => findMark(marks(), chapter)?.is_read,
    hasNews: () => Boolean(mine[book]?.unsent),
    mark(first: number, last: number, isRead: boolean, time: number) {
      mine = {
        [book]: { ...mine[book], marks: withMark(marks(), { first, last, isRead, now: minute(time) }), unsent: true },
      };
    },
    finish(chapter: number, time: number) {
      mine = { [book]: { ...mine[book], marks: marks(), finished: [[chapter, minute(time).toISOString()]] } };
    },
    /** With what its reader does while the account is being told. */
    sync(meanwhile = () => {}) {
      mine = withToldMarks(mine, account.ask());
      if (!mine[book]?.unsent) return;
      const sent = [{ book_uuid: book, marks: [...marks()] }];
      const told = account.take(sent);
      meanwhile();
      mine = withMarksAnswer(mine, { sent, told });
    },
  };
}

function twoDevices() {
  const account = createAccount();
  return { account, desk: createDevice(account), phone: createDevice(account) };
}

describe('marks on two devices', () => {
  it('come to the same, and the later word of either counts', () => {
    const { desk, phone } = twoDevices();
    desk.mark(1, 9, true, 1);
    phone.mark(3, 3, false, 2);
    desk.sync();
    phone.sync();
    desk.sync();
    for (const device of [desk, phone]) {
      expect([2, 3, 4].map(device.says)).toEqual([true, false, true]);
      expect(device.hasNews()).toBe(false);
    }
  });

  it('honour an explicit unmark that was made before an older word arrived', () => {
    const { desk, phone } = twoDevices();
    phone.mark(1, 9, true, 1);
    desk.mark(5, 5, false, 2);
    desk.sync();
    phone.sync();
    desk.sync();
    expect([desk.says(5), phone.says(5)]).toEqual([false, false]);
  });

  it('let a chapter be read that was finished without a connection after the other device had unmarked it', () => {
    const { desk, phone } = twoDevices();
    desk.mark(1, 9, false, 1);
    desk.sync();
    phone.finish(4, 2);
    phone.sync();
    desk.sync();
    expect([desk, phone].map((device) => [3, 4].map(device.says))).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it('let it stay unread that was unmarked after the other device had finished it', () => {
    const { desk, phone } = twoDevices();
    phone.finish(4, 1);
    desk.mark(1, 9, false, 2);
    desk.sync();
    phone.sync();
    expect(phone.says(4)).toBe(false);
  });

  it('lose nothing that is marked while the account is being told', () => {
    const { desk, phone } = twoDevices();
    desk.mark(1, 1, true, 1);
    desk.sync(() => desk.mark(2, 2, true, 2));
    expect(desk.hasNews()).toBe(true);
    desk.sync();
    phone.sync();
    expect(phone.says(2)).toBe(true);
  });

  it('are forgotten on both where one has cleared its history', () => {
    const { account, desk, phone } = twoDevices();
    desk.mark(1, 1, true, 1);
    desk.sync();
    phone.sync();
    account.forget();
    phone.sync();
    expect(phone.says(1)).toBeUndefined();
  });
});
