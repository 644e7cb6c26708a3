import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import { drawPicture } from '../../testing/pictures.ts';
import { createWorkerPool, type WorkerPool } from '../workers/worker-pool.ts';

const folder = folderForTests();
let pool: WorkerPool;
beforeAll(async () => {
  pool = createWorkerPool({ size: 1 });
});
afterAll(() => pool.close());

let count = 0;
async function hashOf(bytes: Buffer): Promise<string | null> {
  count += 1;
  const source = join(folder, String(count));
  await writeFile(source, bytes);
  const outcome = await pool.run({ task: 'hash', source });
  if (outcome.state !== 'done') throw new Error(outcome.cause);
  return outcome.result.hash;
}

function differentBits(a: string | null, b: string | null): number {
  return [...(BigInt(`0x${a}`) ^ BigInt(`0x${b}`)).toString(2)].filter((bit) => bit === '1').length;
}

const flat = (background: string) =>
  sharp({ create: { width: 300, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer();

describe('the hash of what a picture looks like', () => {
  inLong('stays nearly the same with another compression, size and type', async () => {
    const picture = await drawPicture({ width: 600, height: 800, format: 'png' });
    const hash = await hashOf(picture);
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    for (const again of [
      sharp(picture).jpeg({ quality: 40 }),
      sharp(picture).webp({ quality: 50 }),
      sharp(picture).resize({ width: 430 }).jpeg(),
    ])
      expect(differentBits(hash, await hashOf(await again.toBuffer()))).toBeLessThanOrEqual(4);
  });

  inLong('differs in what was turned or mirrored', async () => {
    const picture = await drawPicture({ width: 600, height: 800 });
    const hash = await hashOf(picture);
    for (const other of [
      sharp(picture).flop(),
      sharp(picture).flip(),
      sharp(picture).rotate(90),
      sharp(picture).negate(),
    ])
      expect(differentBits(hash, await hashOf(await other.toBuffer()))).toBeGreaterThan(4);
  });

  inLong('is none of a page of one tone, also with a number at its foot', async () => {
    expect(await hashOf(await flat('#ffffff'))).toBeNull();
    expect(await hashOf(await flat('#101820'))).toBeNull();
    const number = Buffer.from('<svg width="300" height="400"><text x="140" y="390" font-size="10">12</text></svg>');
    expect(
      await hashOf(
        await sharp(await flat('#f8f4e8'))
          .composite([{ input: number }])
          .jpeg()
          .toBuffer(),
      ),
    ).toBeNull();
  });

  it('refuses what cannot be decoded, as a conversion does', async () => {
    const source = join(folder, 'broken');
    await writeFile(source, (await drawPicture()).subarray(0, 2000));
    expect(await pool.run({ task: 'hash', source })).toMatchObject({ state: 'refused' });
  });
});
