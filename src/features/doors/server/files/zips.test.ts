import { expect, it } from 'vitest';
import type { FoundFile } from './found-file.ts';
import type { ReadMembers } from './stored-zip.ts';
import { createZips } from './zips.ts';

const text = { now: 'A text' };
let looks = 0;

async function* parts(): AsyncGenerator<ReadMembers> {
  looks += 1;
  for (const name of ['one', 'two']) yield async () => [{ name, bytes: Buffer.from(`${name}: ${text.now}`) }];
}

const file: FoundFile = {
  ...{ kind: 'open', bookId: '', language: 'en-us', title: '', form: 'cbz', chapterIds: [], key: 'k', parts },
};

it('a file is looked through once for all who want it, and again after a part of it has changed', async () => {
  const zips = createZips();
  const [zip, ...others] = await Promise.all([zips.planOf(file), zips.planOf(file), zips.planOf(file)]);
  expect([looks, others.every((other) => other === zip), (await zips.planOf(file)) === zip]).toEqual([1, true, true]);
  const read = async () => {
    const pieces: Buffer[] = [];
    for await (const piece of zip.read({ start: 0, end: zip.size - 1 })) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  expect((await read()).length).toBe(zip.size);
  text.now = 'B text';
  await expect(read()).rejects.toThrow('one has changed');
  zips.forget(file);
  expect((await zips.planOf(file)).etag).not.toBe(zip.etag);
  expect(looks).toBe(2);
});

it('what fails is tried again by the next one who asks', async () => {
  const zips = createZips();
  const broken = {
    ...file,
    async *parts() {
      yield async () => {
        throw new Error('away');
      };
    },
  };
  await expect(zips.planOf(broken)).rejects.toThrow('away');
  expect((await zips.planOf(file)).names).toHaveLength(2);
});
