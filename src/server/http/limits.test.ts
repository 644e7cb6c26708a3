import { describe, expect, it } from 'vitest';
import { createLimiter } from './limits.ts';

function limiterAt(scale: number) {
  const clock = { now: 1_000_000 };
  return { clock, limiter: createLimiter({ scale, now: () => clock.now }) };
}

const call = (address = '198.51.100.1') => ({ as: 'call' as const, address });

describe('a limiter', () => {
  it('grants 1,200 calls a minute to an address, says how long to wait, and starts anew', () => {
    const { clock, limiter } = limiterAt(1);
    for (let count = 0; count < 1200; count += 1) expect(limiter.take(call())).toBe(0);
    clock.now += 15_000;
    expect(limiter.take(call())).toBe(45);
    expect(limiter.take(call('198.51.100.2'))).toBe(0);
    clock.now += 45_000;
    expect(limiter.take(call())).toBe(0);
  });

  it('counts 120 event batches apart from calls', () => {
    const { limiter } = limiterAt(1);
    const events = { as: 'events' as const, address: '198.51.100.1' };
    for (let count = 0; count < 120; count += 1) expect(limiter.take(events)).toBe(0);
    expect(limiter.take(events)).toBeGreaterThan(0);
    expect(limiter.take(call())).toBe(0);
  });

  it('grants three times as many event batches to an IPv6 /48, and calls to each of its networks', () => {
    const { limiter } = limiterAt(1 / 120);
    const waits = (as: 'events' | 'call') =>
      [1, 2, 3, 4].map((network) => limiter.take({ as, address: `2001:db8:1:${network}::1` }));
    expect(waits('events')).toEqual([0, 0, 0, 60]);
    expect(waits('call')).toEqual([0, 0, 0, 0]);
    expect(limiter.take({ as: 'events', address: '2001:db8:2:1::1' })).toBe(0);
  });

  it('counts a whole IPv6 /64 as one', () => {
    const { limiter } = limiterAt(0.001);
    expect([1, 2, 3].map((host) => limiter.take(call(`2001:db8::${host}`)) > 0)).toEqual([false, false, true]);
    expect(limiter.take(call('2001:db8:0:1::1'))).toBe(0);
  });

  it('scales, and is off at 0', () => {
    const { limiter } = limiterAt(0);
    for (let count = 0; count < 2000; count += 1) expect(limiter.take(call())).toBe(0);
  });

  it('blocks nobody for longer than a minute when the clock is set back by a day', () => {
    const { clock, limiter } = limiterAt(1 / 1200);
    expect([limiter.take(call()), limiter.take(call())]).toEqual([0, 60]);
    clock.now -= 86_400_000;
    expect(limiter.take(call())).toBe(0);
    expect(limiter.take(call())).toBe(60);
  });
});

it('grants an address 30 looks at returns from a payment', () => {
  const { limiter } = limiterAt(1);
  const look = { as: 'payment-return' as const, address: '198.51.100.1' };
  for (let count = 0; count < 30; count += 1) expect(limiter.take(look)).toBe(0);
  expect(limiter.take(look)).toBeGreaterThan(0);
  expect(limiter.take(call())).toBe(0);
});
