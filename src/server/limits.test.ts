import { describe, expect, it } from 'vitest';
import { createLimiter } from './limits.ts';

function limiterAt(scale: number) {
  const clock = { now: 1_000_000 };
  return { clock, limiter: createLimiter({ scale, now: () => clock.now }) };
}

const call = (address = '198.51.100.1') => ({ url: '/api/v1/site?x=1', address });

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
    const events = { url: '/api/v1/events', address: '198.51.100.1' };
    for (let count = 0; count < 120; count += 1) expect(limiter.take(events)).toBe(0);
    expect(limiter.take(events)).toBeGreaterThan(0);
    expect(limiter.take(call())).toBe(0);
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

  it.each([
    ['/media/x/w480.webp', false],
    ['/assets/app-1.js', false],
    ['/feeds/book/679c0849-6d3e-4d76-a841-dcfd35424f4f/en-us.atom', true],
    ['/favicon.svg', false],
    ['/healthz', false],
    ['/', true],
    ['/sitemap.xml', true],
    ['/api/v1/x.js', true],
    ['/healthz/more', true],
  ])('%s counts: %s', (url, counts) => {
    const { limiter } = limiterAt(1 / 1200);
    limiter.take({ url, address: '198.51.100.1' });
    expect(limiter.take({ url, address: '198.51.100.1' }) > 0).toBe(counts);
  });
});
