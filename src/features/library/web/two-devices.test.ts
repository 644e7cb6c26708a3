import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount, createDevice } from '../testing/devices.ts';

// Nothing is told by itself: each device asks and tells when the test lets it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

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
