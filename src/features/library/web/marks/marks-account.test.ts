import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bookUuid, createAccount, createDevice } from '../../testing/devices.ts';

// Nothing is told by itself: each device asks and tells when the test lets it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

function twoDevices() {
  const account = createAccount();
  return { account, desk: createDevice(account), phone: createDevice(account) };
}

const chapter = (chapterNumber: number) => ({ bookUuid, chapterUuid: `chapter ${chapterNumber}`, chapterNumber });

describe('marks on two devices', () => {
  it('come to the same, and the later word of either counts', async () => {
    const { desk, phone } = twoDevices();
    desk.mark((marks) => marks.markUpTo(chapter(9)));
    phone.mark((marks) => marks.markChapter(chapter(3), false));
    for (const device of [desk, phone, desk]) await device.sync();
    for (const device of [desk, phone]) {
      expect([2, 3, 4].map(device.saysRead)).toEqual([true, false, true]);
      expect(device.hasUnsentMarks()).toBe(false);
    }
  });

  it('honour an explicit unmark that was made before an older word arrived', async () => {
    const { desk, phone } = twoDevices();
    phone.mark((marks) => marks.markUpTo(chapter(9)));
    desk.mark((marks) => marks.markChapter(chapter(5), false));
    for (const device of [desk, phone, desk]) await device.sync();
    expect([desk.saysRead(5), phone.saysRead(5)]).toEqual([false, false]);
  });

  it('let a chapter be read that was finished without a connection after the other device had unmarked it', async () => {
    const { desk, phone } = twoDevices();
    desk.mark((marks) => marks.markChapter(chapter(3), false));
    desk.mark((marks) => marks.markChapter(chapter(4), false));
    await desk.sync();
    phone.mark((marks) => marks.noteFinished(chapter(4)));
    for (const device of [phone, desk]) await device.sync();
    expect([desk, phone].map((device) => [3, 4].map(device.saysRead))).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it('let it stay unread that was unmarked after the other device had finished it', async () => {
    const { desk, phone } = twoDevices();
    phone.mark((marks) => marks.noteFinished(chapter(4)));
    desk.mark((marks) => marks.markChapter(chapter(4), false));
    for (const device of [desk, phone]) await device.sync();
    expect(phone.saysRead(4)).toBe(false);
  });

  it('lose nothing that is marked while the account is being told', async () => {
    const { desk, phone } = twoDevices();
    desk.mark((marks) => marks.markChapter(chapter(1), true));
    await desk.sync({ whileTold: () => desk.mark((marks) => marks.markChapter(chapter(2), true)) });
    expect(desk.hasUnsentMarks()).toBe(true);
    for (const device of [desk, phone]) await device.sync();
    expect(phone.saysRead(2)).toBe(true);
  });

  it('are forgotten on both where one has cleared its history', async () => {
    const { account, desk, phone } = twoDevices();
    desk.mark((marks) => marks.markChapter(chapter(1), true));
    for (const device of [desk, phone]) await device.sync();
    account.forget();
    await phone.sync();
    expect(phone.saysRead(1)).toBeUndefined();
  });
});
