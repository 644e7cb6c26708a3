import { describe, expect, it } from 'vitest';
import type { Progress } from '../contract.ts';
import { mergeProgress } from '../rules.ts';
import { withAnswer, withSent, withTold } from './exchange.ts';
import type { KeptPlaces } from './kept-places.ts';
import { noted, overtakerOf, type Reading } from './noting.ts';
import { isToBeTold } from './receive.ts';
import { type Spot, spotOf } from './spots.ts';

const bookUuid = 'book';
const count = 40;

/** The account, with the one rule of merging. */
function createAccount() {
  let place: Progress | null = null;
  return {
    ask: () => (place ? [place] : []),
    take(item: Progress) {
      place = place ? mergeProgress(place, item) : item;
      return [place];
    },
    chapter: () => Number(place?.chapter_uuid.split(' ')[1]),
    index: () => place?.position.index,
  };
}

let minutes = 0;

/** A browser in which the book is open. */
function createDevice(account: ReturnType<typeof createAccount>, { slowBy = 0 } = {}) {
  let places: KeptPlaces = {};
  let reading: Reading | null = null;
  const told = (all: readonly Progress[]) =>
    all.map((progress) => ({ progress, chapterNumber: Number(progress.chapter_uuid.split(' ')[1]) }));
  const spot = (chapterNumber: number, index: number): Spot & { chapterNumber: number } => ({
    chapterUuid: `chapter ${chapterNumber}`,
    chapterNumber,
    position: { index, fraction: 0 },
    count,
  });
  const isAsked = () =>
    (reading !== null && overtakerOf(places[bookUuid], reading) !== null) || places[bookUuid]?.elsewhere !== undefined;

  return {
    isAsked,
    /** Opened anew. */
    open(chapter: number, index: number) {
      const here = spot(chapter, index);
      const kept = places[bookUuid];
      reading = { here, from: here, known: kept ? spotOf(kept) : null };
    },
    read(chapter: number, index: number) {
      minutes += 1;
      const here = spot(chapter, index);
      reading = reading ? { ...reading, here } : { here, from: here, known: null };
      if (overtakerOf(places[bookUuid], reading)) return;
      const { from } = reading;
      const details = { chapterNumber: chapter, count };
      const place = noted(places[bookUuid], {
        bookUuid,
        spot: here,
        details,
        from,
        now: new Date((minutes - slowBy) * 60_000),
      });
      places = { [bookUuid]: place };
      reading = { ...reading, known: spotOf(place), ...(!place.elsewhere?.isAhead && { from: here }) };
    },
    ask() {
      places = withTold(places, told(account.ask()));
    },
    tell() {
      const sent = Object.values(places).filter(isToBeTold);
      for (const { progress } of sent) {
        places = withSent(places, [progress]);
        places = withAnswer(places, { sent: [progress], told: told(account.take(progress)) });
      }
    },
    sync() {
      this.ask();
      this.tell();
    },
  };
}

function twoDevices() {
  const account = createAccount();
  const [desk, phone] = [createDevice(account), createDevice(account)];
  desk.open(3, 0);
  desk.read(3, 8);
  desk.sync();
  phone.ask();
  phone.open(3, 8);
  return { account, desk, phone };
}

describe('a tab that was left open while another device read on', () => {
  it.each([
    ['in the same chapter', 3, 20],
    ['in a later one', 5, 2],
  ])('asks, %s, and writes nothing over it', (_, chapter, index) => {
    const { account, desk, phone } = twoDevices();
    phone.read(chapter, index);
    phone.sync();
    desk.ask();
    expect(desk.isAsked()).toBe(true);
    desk.read(3, 9);
    desk.sync();
    expect([account.chapter(), account.index()]).toEqual([chapter, index]);
    expect(desk.isAsked()).toBe(true);
  });

  it.each([
    ['in the same chapter', 3, 20],
    ['in a later one', 5, 2],
  ])('asks also where its reader has moved first, %s', (_, chapter, index) => {
    const { account, desk, phone } = twoDevices();
    phone.read(chapter, index);
    phone.sync();
    desk.read(3, 9);
    desk.sync();
    expect([account.chapter(), account.index()]).toEqual([chapter, index]);
    expect(desk.isAsked()).toBe(true);
    desk.read(3, 10);
    desk.sync();
    expect([account.chapter(), account.index()]).toEqual([chapter, index]);
  });

  it('has its answer when its reader truly reads on', () => {
    const { account, desk, phone } = twoDevices();
    phone.read(5, 2);
    phone.sync();
    desk.ask();
    desk.read(3, 10);
    desk.read(3, 18);
    desk.sync();
    expect([account.chapter(), account.index()]).toEqual([3, 18]);
    expect(desk.isAsked()).toBe(false);
  });

  it('asks nobody about what this device itself has told', () => {
    const { account, desk } = twoDevices();
    desk.read(3, 30);
    desk.sync();
    desk.read(3, 2);
    desk.sync();
    expect(desk.isAsked()).toBe(false);
    expect(account.index()).toBe(2);
    desk.open(1, 0);
    desk.read(1, 0);
    desk.sync();
    expect(desk.isAsked()).toBe(false);
    expect(account.chapter()).toBe(1);
  });

  it('has its answer heard also where its clock is behind', () => {
    const account = createAccount();
    const [slow, phone] = [createDevice(account, { slowBy: 30 }), createDevice(account)];
    slow.read(3, 8);
    slow.sync();
    phone.ask();
    phone.open(3, 8);
    phone.read(5, 2);
    phone.sync();
    slow.ask();
    slow.read(3, 18);
    slow.sync();
    expect([account.chapter(), account.index()]).toEqual([3, 18]);
  });

  it('asks nobody about what lies behind, or hardly further', () => {
    const { account, desk, phone } = twoDevices();
    phone.read(3, 9);
    phone.sync();
    desk.ask();
    desk.read(3, 8);
    desk.sync();
    expect(desk.isAsked()).toBe(false);
    expect(account.index()).toBe(8);
  });

  it('is asked on a device that knew nothing of the book', () => {
    const { account, desk } = twoDevices();
    const other = createDevice(account);
    other.read(1, 0);
    other.sync();
    expect(desk.isAsked()).toBe(false);
    expect(other.isAsked()).toBe(true);
    expect(account.chapter()).toBe(3);
  });
});
