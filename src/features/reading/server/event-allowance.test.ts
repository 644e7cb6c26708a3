import { expect, it } from 'vitest';
import { createEventAllowance } from './event-allowance.ts';

const who = (id: string) => ({ kind: 'visitor' as const, id });
const monday = { day: '2026-11-23', address: '198.51.100.1' };

it('keeps 200 events a day of a reader, whatever their addresses', () => {
  const take = createEventAllowance({ scale: 1 });
  const counts = [1, 2, 3, 4, 5].map((host) =>
    take({ day: monday.day, address: `198.51.100.${host}`, who: who('one'), count: 50 }),
  );
  expect(counts).toEqual([50, 50, 50, 50, 0]);
  expect(take({ ...monday, who: who('two'), count: 50 })).toBe(50);
  expect(take({ ...monday, day: '2026-11-24', who: who('one'), count: 50 })).toBe(50);
});

it('keeps 2,000 events a day of an address, whoever its readers say that they are', () => {
  const take = createEventAllowance({ scale: 1 });
  const kept = Array.from({ length: 60 }, (_, n) => take({ ...monday, who: n % 2 ? who(`v${n}`) : null, count: 50 }));
  expect(kept.reduce((sum, count) => sum + count)).toBe(2000);
  expect(take({ ...monday, address: '198.51.100.2', who: null, count: 50 })).toBe(50);
});

it('keeps three times as many of an IPv6 /48', () => {
  const take = createEventAllowance({ scale: 1 });
  const kept = Array.from({ length: 200 }, (_, n) =>
    take({ day: monday.day, address: `2001:db8:1:${n}::1`, who: null, count: 50 }),
  );
  expect(kept.reduce((sum, count) => sum + count)).toBe(6000);
});

it('scales, and keeps all at 0', () => {
  expect(createEventAllowance({ scale: 0.1 })({ ...monday, who: who('one'), count: 50 })).toBe(20);
  const take = createEventAllowance({ scale: 0 });
  for (let n = 0; n < 100; n += 1) expect(take({ ...monday, who: who('one'), count: 50 })).toBe(50);
});
