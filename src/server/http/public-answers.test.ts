import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../process/payload.ts';
import { unavailable } from './errors.ts';
import { matchesEtag, PublicAnswers } from './public-answers.ts';

const clock = { now: 0 };
let answers: PublicAnswers;
let made: number;
beforeEach(() => {
  clock.now = 1_000_000;
  made = 0;
  answers = new PublicAnswers({ now: () => clock.now });
});

const make = async (): Promise<Body> => {
  made += 1;
  return { text: `answer ${made}` };
};
const get = (key = 'key', maker = make) => answers.get(key, maker);
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a public answer', () => {
  it('is made once for callers that ask together, and repeated while it is fresh', async () => {
    const together = await Promise.all([get(), get(), get()]);
    clock.now += 2999;
    expect(new Set([...together, await get(), answers.peek('key')]).size).toBe(1);
    expect(made).toBe(1);
  });

  it('is repeated while a new one is made, but never when older than 5 s', async () => {
    await get();
    clock.now += 4000;
    expect(answers.peek('key')).toBeNull();
    expect((await get()).raw.toString()).toBe('answer 1');
    await settle();
    expect((await get()).raw.toString()).toBe('answer 2');
    clock.now += 4600;
    expect((await get()).raw.toString()).toBe('answer 3');
  });

  it('is available while a new one is made; a caller with `fresh` gets the new one', async () => {
    await get();
    clock.now += 4000;
    const renewed = answers.get('key', make, { fresh: true });
    expect(answers.peek('key')?.raw.toString()).toBe('answer 1');
    expect((await get()).raw.toString()).toBe('answer 1');
    expect((await renewed).raw.toString()).toBe('answer 2');
  });

  it('is compressed again in the encodings that were requested', async () => {
    const long = async () => {
      made += 1;
      return { text: `${made} ${'again and '.repeat(100)}` };
    };
    await (await get('key', long)).bytes('br');
    clock.now += 4600;
    expect((await get('key', long)).bytes('br')).toBeInstanceOf(Buffer);
  });

  it('has the age of the data that its maker states', async () => {
    const from = async () => ({ text: '', asOf: clock.now - 4600 });
    await get('key', from);
    expect(answers.peek('key')).toBeNull();
    expect((await get()).raw.toString()).toBe('answer 1');
  });

  const away = () => Promise.reject(unavailable());

  it('is repeated for a minute when the database is unavailable, and only then', async () => {
    await get();
    clock.now += 60_000;
    expect((await get('key', away)).raw.toString()).toBe('answer 1');
    clock.now += 59_000;
    expect((await get('key', away)).raw.toString()).toBe('answer 1');
    clock.now += 2000;
    await expect(get('key', away)).rejects.toMatchObject({ status: 503 });
    expect((await get()).raw.toString()).toBe('answer 2');
    clock.now += 60_000;
    await expect(get('key', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
    expect((await get()).raw.toString()).toBe('answer 3');
  });

  it('needs no making while the database is known to be away, for a minute of that', async () => {
    let awayMs: number | null = null;
    answers = new PublicAnswers({ now: () => clock.now, awayMs: () => awayMs });
    await get();
    clock.now += 60_000;
    expect(answers.peek('key')).toBeNull();
    for (awayMs = 0; awayMs < 60_000; awayMs += 10_000, clock.now += 10_000) {
      expect(answers.peek('key')?.raw.toString()).toBe('answer 1');
      expect((await get('key', away)).raw.toString()).toBe('answer 1');
    }
    expect(answers.peek('key')).toBeNull();
    await expect(get('key', away)).rejects.toMatchObject({ status: 503 });
  });

  it('that was old when the outage began, or is from before a change, stands in for nothing', async () => {
    let changedAt = 0;
    const changes = { changedAt: () => changedAt, secondsToChange: () => null };
    answers = new PublicAnswers({ now: () => clock.now, changes });
    await get();
    clock.now += 65_000;
    await expect(get('key', away)).rejects.toMatchObject({ status: 503 });
    await get();
    clock.now += 10_000;
    changedAt = clock.now - 1;
    await expect(get('key', away)).rejects.toMatchObject({ status: 503 });
  });

  it('is made anew when the clock was set back', async () => {
    await get();
    clock.now -= 86_400_000;
    expect(answers.peek('key')).toBeNull();
    expect((await get()).raw.toString()).toBe('answer 2');
  });

  it('does not keep a failure', async () => {
    await expect(get('key', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect((await get()).raw.toString()).toBe('answer 1');
  });

  it('makes room for what was asked for last', async () => {
    answers = new PublicAnswers({ now: () => clock.now, maxBytes: 7_000 });
    const large = async () => ({ text: 'x'.repeat(1000) });
    for (const key of ['a', 'b', 'a', 'c']) await get(key, large);
    expect(['a', 'b', 'c'].map((key) => answers.peek(key) !== null)).toEqual([true, false, true]);
  });

  it('loses no answer to a separate cache', async () => {
    answers = new PublicAnswers({ now: () => clock.now, maxBytes: 10_000 });
    const seldom = answers.apart(10_000);
    await get('page');
    for (const key of ['a', 'b', 'c', 'd']) await seldom.get(key, async () => ({ text: 'x'.repeat(3000) }));
    expect(answers.peek('page')).not.toBeNull();
    expect(['a', 'd'].map((key) => seldom.peek(key) !== null)).toEqual([false, true]);
  });

  it.each(['br', 'gzip'] as const)('keeps no more memory than its bytes in %s', async (encoding) => {
    const answer = await get('key', async () => ({ text: 'again and '.repeat(500) }));
    const bytes = await answer.bytes(encoding);
    expect(bytes.length).toBeLessThan(1000);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('is sent in an accepted encoding, compressed once, also after an unchanged answer', async () => {
    const text = 'words '.repeat(200);
    const constant = async () => ({ text });
    const answer = await get('key', constant);
    const packed = await answer.bytes('br');
    expect(brotliDecompressSync(packed).toString()).toBe(text);
    expect(gunzipSync(await answer.bytes('gzip')).toString()).toBe(text);
    clock.now += 60_000;
    const again = await get('key', constant);
    expect(again.etag).toBe(answer.etag);
    expect(again.bytes('br')).toBe(packed);
  });

  it.each([
    [undefined, null],
    ['', null],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.1, gzip; q=0.9', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['identity, abroad', null],
    ['BR', 'br'],
  ])('for Accept-Encoding %s comes as %s', async (accepted, encoding) => {
    const answer = await get('key', async () => ({ text: 'x'.repeat(600) }));
    expect(answer.encodingFor(accepted)).toBe(encoding);
  });
});

describe('If-None-Match', () => {
  it.each([
    [undefined, false],
    ['W/"a"', true],
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"ab"', false],
    ['a', false],
  ])('%s names W/"a": %s', (header, expected) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(expected);
  });
});
