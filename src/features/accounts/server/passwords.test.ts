import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

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

  it('are hashed in turns: two at a time, 50 in the queue, and nobody beyond', async () => {
    const passwords = createPasswords();
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches(null, null)));
    expect(outcomes.map(({ status }) => status)).toEqual([
      ...Array<string>(52).fill('fulfilled'),
      ...Array<string>(8).fill('rejected'),
    ]);
    expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503, code: 'unavailable' } });
    expect(await passwords.matches(null, null)).toBe(false);
  });
});
