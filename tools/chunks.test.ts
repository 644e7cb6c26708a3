import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chunks, findStrays } from './chunks.ts';
import { root } from './tree.ts';

const ids = ['src/a.ts', 'src/room/b.ts', 'src/room/c.ts'].map((path) => join(root, path));
const strays = (parts: string[], except?: string[]) =>
  findStrays([{ name: 'some', parts, priority: 1, ...(except && { except }) }], ids);

it.each([
  ['a file', strays(['src/a.ts'])],
  ['a folder', strays(['src/room/'])],
  ['a folder without a file', strays(['src/room/'], ['src/room/c.ts'])],
])('%s of the build is found', (_what, found) => {
  expect(found).toEqual([]);
});

it.each([
  ['a file that is not in the build', strays(['src/a.ts', 'src/b.ts']), ['src/b.ts']],
  ['an empty folder', strays(['src/rooms/']), ['src/rooms/']],
  ['a file that was to be left out', strays(['src/room/'], ['src/room/d.ts']), ['src/room/d.ts']],
  [
    'every part, where nothing is built',
    findStrays(chunks, []),
    chunks.flatMap((c) => [...c.parts, ...(c.except ?? [])]),
  ],
])('%s is named', (_what, found, expected) => {
  expect(found).toEqual(expected);
});
