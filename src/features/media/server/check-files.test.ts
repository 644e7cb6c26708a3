import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { FileStore } from '../../../server/store/file-store.ts';
import { inLong } from '../../../server/testing/depth.ts';
import { findVariantFault, hasHash, isReadable } from './check-files.ts';

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .webp()
  .toBuffer();
const hash = createHash('sha256').update(picture).digest('hex');

async function* broken(): AsyncGenerator<Buffer> {
  yield picture.subarray(0, 10);
  throw new Error('the line broke');
}

/** A store with one picture, of which so many reads break off. */
function storeOf(bytes: Buffer, { breaks }: { breaks: number }): FileStore {
  let left = breaks;
  const get = async () => {
    left -= 1;
    return { size: bytes.length, body: left >= 0 ? Readable.from(broken()) : Readable.from([bytes]) };
  };
  const stat = async () => {
    if (breaks > 2) throw new Error('the line broke');
    return { key: 'a', size: bytes.length, changedAt: new Date(0) };
  };
  // Nobody here asks for anything else that a store does.
  return { get, stat, nameOf: (key: string) => key } as unknown as FileStore;
}

inLong('a file whose reading broke off is read again, and is as whole as it is', async () => {
  expect(await isReadable(storeOf(picture, { breaks: 2 }), 'a')).toBe(true);
  expect(await hasHash(storeOf(picture, { breaks: 2 }), 'a', hash)).toBe(true);
  expect(await isReadable(storeOf(picture.subarray(0, 20), { breaks: 2 }), 'a')).toBe(false);
  expect(await hasHash(storeOf(picture.subarray(0, 20), { breaks: 2 }), 'a', hash)).toBe(false);
});

it('a file that the disk cannot give is damaged', async () => {
  const get = async () => {
    throw Object.assign(new Error('i/o error'), { code: 'EIO' });
  };
  const store = { ...storeOf(picture, { breaks: 0 }), get };
  expect(await isReadable(store, 'a')).toBe(false);
  expect(await hasHash(store, 'a', hash)).toBe(false);
});

inLong('a store that does not give a file says nothing about the file', async () => {
  const away = storeOf(picture, { breaks: 100 });
  await expect(isReadable(away, 'a')).rejects.toThrow('the line broke');
  await expect(hasHash(away, 'a', hash)).rejects.toThrow('the line broke');
  const variants = [{ name: 'w8.webp', type: 'image/webp' as const, width: 8, height: 8, bytes: picture.length }];
  const id = '11111111-1111-4111-8111-111111111111';
  await expect(findVariantFault({ id, variants }, away)).rejects.toThrow('the line broke');
});
