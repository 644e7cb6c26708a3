import { beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../database/db.ts';
import { createClockGuard } from './clock-guard.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const nobody: Db = {
  query() {
    throw new Error('The clock is given');
  },
};

let database: number;
let machine: number;
let passed: number;
let isDoubted: () => Promise<boolean>;
beforeEach(() => {
  [database, machine, passed] = [Date.UTC(2026, 10, 28), Date.UTC(2026, 10, 28), 0];
  const guard = createClockGuard({
    clock: async () => new Date(database),
    machine: () => new Date(machine),
    monotonic: () => passed,
  });
  isDoubted = async () => (await guard.findDoubt(nobody)) !== null;
});
function wait(ms: number): void {
  [database, machine, passed] = [database + ms, machine + ms, passed + ms];
}

describe('the guard of the clocks', () => {
  it('has no doubt while time passes, however long nobody asked, nor after a month in which the site was off', async () => {
    expect(await isDoubted()).toBe(false);
    wait(40 * day);
    expect(await isDoubted()).toBe(false);
  });

  it.each([30 * day, -30 * day])('doubts for a day after both clocks jumped by %i ms', async (jump) => {
    await isDoubted();
    [database, machine] = [database + jump, machine + jump];
    expect(await isDoubted()).toBe(true);
    wait(23 * hour);
    expect(await isDoubted()).toBe(true);
    wait(2 * hour);
    expect(await isDoubted()).toBe(false);
  });

  it('doubts while the clocks of database and machine are over a day apart, from the first look on', async () => {
    database += 30 * day;
    expect(await isDoubted()).toBe(true);
    wait(3 * day);
    expect(await isDoubted()).toBe(true);
    // Setting it right is a jump as well.
    database -= 30 * day;
    expect(await isDoubted()).toBe(true);
    wait(25 * hour);
    expect(await isDoubted()).toBe(false);
  });

  it('takes it that clocks are set by less than a day', async () => {
    await isDoubted();
    [database, machine] = [database + 20 * hour, machine + 20 * hour];
    expect(await isDoubted()).toBe(false);
  });

  it('doubts a clock that tells nothing', async () => {
    database = Number.NaN;
    expect(await isDoubted()).toBe(true);
  });
});
