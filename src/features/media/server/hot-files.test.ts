import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createHotFiles } from './hot-files.ts';

const file = (text: string) => async () => ({ size: text.length, body: Readable.from([Buffer.from(text)]) });
const started = () => createHotFiles({ limitBytes: 100_000 });
const whole = async (files: ReturnType<typeof started>, key: string, text: string) => {
  const incoming = await files.read(key, file(text));
  return (await incoming?.whole)?.bytes.toString();
};
/** Until what follows the last byte is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('hot files', () => {
  it('are read once, and anew after they are forgotten, one or all', async () => {
    const files = started();
    expect(await whole(files, 'a', 'old')).toBe('old');
    await settled();
    expect(files.peek('a')?.bytes.toString()).toBe('old');
    files.forget('a');
    expect(files.peek('a')).toBeUndefined();
    expect(await whole(files, 'a', 'new')).toBe('new');
    await settled();
    files.forget(null);
    expect(files.peek('a')).toBeUndefined();
  });

  it.each(['a', null])('are not kept where they are forgotten (%s) while they are read', async (forgotten) => {
    const files = started();
    let go: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const old = files.read('a', async () => {
      await held;
      return await file('old')();
    });
    files.forget(forgotten);
    expect(await whole(files, 'a', 'new')).toBe('new');
    go();
    await (await old)?.whole;
    await settled();
    expect(files.peek('a')?.bytes.toString()).toBe('new');
  });
});
