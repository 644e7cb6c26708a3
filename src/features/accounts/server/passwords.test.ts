import { describe, expect, it } from 'vitest';
import { inLong } from '../../../server/testing/depth.ts';
import { createHashing, createPasswords, type HashingFor } from './passwords.ts';

describe('passwords', () => {
  it('are argon2id with 19 MiB, two passes and one thread, and salted', async () => {
    const passwords = createPasswords();
    const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
  });

  it.each<[string, string | null, boolean]>([
    ['the right one', 'correct horse', true],
    ['a wrong one', 'correct horsf', false],
    ['one that cannot be it', null, false],
    ['what is compared in its place', 'a guess', false],
  ])('know %s', async (_what, password, isRight) => {
    const passwords = createPasswords();
    expect(await passwords.matches(await passwords.hash('correct horse'), password)).toBe(isRight);
    expect(await passwords.matches(null, password)).toBe(false);
  });

  inLong('are hashed for each caller within their share of the queue, a /48 counting as one network', async () => {
    const hashing = createHashing();
    const flood = (of: (n: number) => HashingFor, times = 20) =>
      Promise.allSettled(Array.from({ length: times }, (_, n) => hashing.of(of(n)).hash('correct horse')));
    const held = flood((n) => ({ account: 'holds both', address: `192.0.2.${n}` }), 2);
    const [account, network, other] = await Promise.all([
      flood((n) => ({ account: 'one', address: `198.51.100.${n}` })),
      flood((n) => ({ account: `name ${n}`, address: `2001:db8:1:${n}::1` })),
      flood((n) => ({ account: `other ${n}`, address: '203.0.113.1' }), 1),
    ]);
    const done = (outcomes: PromiseSettledResult<string>[]) =>
      outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect([account, network, other].map(done)).toEqual([4, 10, 1]);
    expect(done(await held)).toBe(2);
    expect(account.at(-1)).toMatchObject({ reason: { status: 503, code: 'unavailable' } });
  });
});
