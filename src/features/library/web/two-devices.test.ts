import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/api-client.ts';
import { bookUuid, createAccount, createDevice } from '../testing/devices.ts';

// Nothing is told by itself: each device asks and tells when the test lets it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

type Device = ReturnType<typeof createDevice>;

/** Both have chapter 3 open, at its ninth image. */
async function twoDevices() {
  const account = createAccount();
  const [desk, phone] = [createDevice(account), createDevice(account)];
  desk.open(3);
  desk.read(3, 8);
  await desk.sync();
  await phone.sync();
  phone.open(3);
  return { account, desk, phone };
}

describe('a tab that was left open while another device read on', () => {
  it.each([
    ['in the same chapter', 3, 20],
    ['in a later one', 5, 2],
  ])('asks, %s, and writes nothing over it', async (_, chapter, index) => {
    const { account, desk, phone } = await twoDevices();
    phone.read(chapter, index);
    await phone.sync();
    await desk.sync();
    expect(desk.isAsked()).toBe(true);
    desk.read(3, 9);
    await desk.sync();
    expect([account.chapter(), account.index()]).toEqual([chapter, index]);
    expect(desk.isAsked()).toBe(true);
  });

  it.each([
    ['in the same chapter', 3, 20],
    ['in a later one', 5, 2],
  ])('asks also where its reader has moved first, %s', async (_, chapter, index) => {
    const { account, desk, phone } = await twoDevices();
    phone.read(chapter, index);
    await phone.sync();
    desk.read(3, 9);
    await desk.sync();
    expect([account.chapter(), account.index()]).toEqual([chapter, index]);
    expect(desk.isAsked()).toBe(true);
    desk.read(3, 10);
    await desk.sync();
    expect([account.chapter(), account.index()]).toEqual([chapter, index]);
  });

  it('has its answer when its reader truly reads on', async () => {
    const { account, desk, phone } = await twoDevices();
    phone.read(5, 2);
    await phone.sync();
    await desk.sync();
    desk.read(3, 10);
    desk.read(3, 18);
    await desk.sync();
    expect([account.chapter(), account.index()]).toEqual([3, 18]);
    expect(desk.isAsked()).toBe(false);
  });

  it('asks nobody about what this device itself has told', async () => {
    const { account, desk } = await twoDevices();
    desk.read(3, 30);
    await desk.sync();
    desk.read(3, 2);
    await desk.sync();
    expect(desk.isAsked()).toBe(false);
    expect(account.index()).toBe(2);
    desk.open(1);
    desk.read(1, 0);
    await desk.sync();
    expect(desk.isAsked()).toBe(false);
    expect(account.chapter()).toBe(1);
  });

  it('has its answer heard also where its clock is behind', async () => {
    const account = createAccount();
    const [slow, phone] = [createDevice(account, { slowBy: 30 }), createDevice(account)];
    slow.read(3, 8);
    await slow.sync();
    await phone.sync();
    phone.open(3);
    phone.read(5, 2);
    await phone.sync();
    await slow.sync();
    slow.read(3, 18);
    await slow.sync();
    expect([account.chapter(), account.index()]).toEqual([3, 18]);
  });

  it('asks nobody about what lies behind, or hardly further', async () => {
    const { account, desk, phone } = await twoDevices();
    phone.read(3, 9);
    await phone.sync();
    await desk.sync();
    desk.read(3, 8);
    await desk.sync();
    expect(desk.isAsked()).toBe(false);
    expect(account.index()).toBe(8);
  });

  it('is asked on a device that knew nothing of the book', async () => {
    const { account, desk } = await twoDevices();
    const other = createDevice(account);
    other.read(1, 0);
    await other.sync();
    expect(desk.isAsked()).toBe(false);
    expect(other.isAsked()).toBe(true);
    expect(account.chapter()).toBe(3);
  });
});

describe('a question about another device', () => {
  it('is answered also by small steps that lead on', async () => {
    const { account, desk, phone } = await twoDevices();
    desk.read(3, 9);
    phone.read(5, 2);
    await phone.sync();
    await desk.sync();
    for (const index of [12, 15, 18]) desk.read(3, index);
    await desk.sync();
    expect([account.chapter(), account.index(), desk.isAsked()]).toEqual([3, 18, false]);
  });

  it.each([
    ['been loaded', () => {}],
    ['opened a chapter, knowing of no place', (device: Device) => device.open(1, { isKnown: false })],
  ])('keeps a place from being written over that came after the page had %s', async (_, open) => {
    const { account } = await twoDevices();
    const other = createDevice(account);
    await other.sync();
    open(other);
    other.read(1, 0);
    await other.sync();
    expect([other.places.find(bookUuid)?.chapterUuid, account.chapter()]).toEqual(['chapter 3', 3]);
  });

  it('waits until the reader comes back to the tab', async () => {
    const { desk, phone } = await twoDevices();
    desk.hide(true);
    phone.read(3, 20);
    await phone.sync();
    await desk.sync();
    expect(desk.isAsked()).toBe(false);
    desk.hide(false);
    expect(desk.isAsked()).toBe(true);
  });

  it('is asked in the chapter that was gone on to, and ends with it', async () => {
    const { desk, phone } = await twoDevices();
    desk.open(3, { arrival: 'inside' });
    phone.read(3, 20);
    await phone.sync();
    await desk.sync();
    expect(desk.isAsked()).toBe(true);
    desk.close();
    expect(desk.isAsked()).toBe(false);
  });

  it.each([
    ['opened anew', (desk: Device) => desk.open(3)],
    [
      'gone there',
      (desk: Device) => {
        const there = { chapterUuid: 'chapter 3', chapterNumber: 3, position: { index: 20, fraction: 0 } };
        expect(desk.openBook.goWithin(bookUuid, there)).toBe(true);
      },
    ],
  ])('is over once the reader has %s', async (_, answer) => {
    const { desk, phone } = await twoDevices();
    phone.read(3, 20);
    await phone.sync();
    await desk.sync();
    answer(desk);
    desk.read(3, 2);
    expect(desk.isAsked()).toBe(false);
    expect(desk.places.find(bookUuid)?.position.index).toBe(2);
  });

  it('is over once the reader has opened the chapter that it is about', async () => {
    const { desk, phone } = await twoDevices();
    phone.read(2, 1);
    await phone.sync();
    await desk.sync();
    expect(desk.isAsked()).toBe(true);
    desk.open(2);
    desk.read(2, 0);
    expect(desk.isAsked()).toBe(false);
  });

  it('is not about a book that was taken out', async () => {
    const { desk, phone } = await twoDevices();
    phone.read(3, 20);
    await phone.sync();
    await desk.sync();
    desk.places.remove(bookUuid);
    desk.read(3, 9);
    expect(desk.places.find(bookUuid)?.position.index).toBe(9);
  });

  it('is not about what was told from here, though no answer came', async () => {
    const { account, desk } = await twoDevices();
    desk.read(5, 2);
    await desk.sync({
      whileTold() {
        throw new ApiError(0, {});
      },
    });
    expect(account.chapter()).toBe(5);
    desk.open(1);
    desk.read(1, 0);
    await desk.sync();
    expect([desk.isAsked(), account.chapter()]).toEqual([false, 1]);
  });
});

describe('a book that is taken out', () => {
  it('stays out, although another device read on', async () => {
    const { account, desk, phone } = await twoDevices();
    desk.places.remove(bookUuid);
    phone.read(5, 2);
    await phone.sync();
    await desk.sync();
    expect([desk.places.find(bookUuid), account.index()]).toEqual([null, undefined]);
  });

  it('is there again where it is read while the account is told', async () => {
    const { desk } = await twoDevices();
    desk.places.remove(bookUuid);
    await desk.sync({ whileTold: () => desk.read(3, 9) });
    expect(desk.places.find(bookUuid)?.position.index).toBe(9);
  });
});

describe('an answer that comes when another user reads', () => {
  it('to what was asked is dropped', async () => {
    const { desk, phone } = await twoDevices();
    phone.read(5, 2);
    await phone.sync();
    await desk.sync({ whileAsked: desk.leave });
    expect(desk.places.find(bookUuid)?.chapterNumber).toBe(3);
  });

  it('to what was told is dropped', async () => {
    const { desk } = await twoDevices();
    desk.read(3, 9);
    await desk.sync({ whileTold: desk.leave });
    expect(desk.places.read()[bookUuid]?.unsent).toBe(true);
  });
});
