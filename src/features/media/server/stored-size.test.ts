import { expect, it, vi } from 'vitest';
import { databaseForTests, type TestDatabase } from '../../../server/testing/database.ts';
import { insertImages } from './queries.ts';
import { createStoredSize } from './stored-size.ts';

const database = databaseForTests();

const ids = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);

/** An image of two files, with as many bytes as that number and ten more. */
const addImage = (number: number) =>
  insertImages(database.db, [
    {
      ...{ id: ids[number] ?? '', kind: 'page', recipe: 'r', sourceHash: `0${number}`.repeat(32), tile: 0 },
      ...{ width: 1, height: 1, placeholder: '', color: '', avifPending: false },
      variants: [
        { name: 'a', type: 'image/webp', width: 1, height: 1, bytes: number },
        { name: 'b', type: 'image/avif', width: 1, height: 1, bytes: 10 },
      ],
    },
  ]);

it('sums the files of all images anew once the last sum is old', async () => {
  let now = 0;
  const size = createStoredSize(() => now);
  expect(await size(database.db)).toBe(0);
  await addImage(1);
  now = 1900;
  expect(await size(database.db)).toBe(0);
  now = 2100;
  expect(await size(database.db)).toBe(11);
});

it('goes through all of many images', async () => {
  const { rows } = await database.db.query<{ many: number }>(
    `insert into images (kind, recipe, source_hash, tile, width, height, placeholder, color, variants)
     select 'page', 'many', '\\x00', tile, 1, 1, '', '', jsonb_build_array(jsonb_build_object('bytes', 1000))
     from generate_series(1, 4500) as tile returning 1 as many`,
  );
  expect(await createStoredSize()(database.db)).toBe(11 + 1000 * rows.length);
});

it('does not let a call wait for a sum that takes long', async () => {
  vi.useFakeTimers();
  try {
    let answer = (_rows: unknown) => {};
    const slow = { query: () => new Promise((resolve) => (answer = resolve)) } as unknown as TestDatabase['db']; // answers when told
    const size = createStoredSize();
    const first = size(slow);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await first).toBeNull();
    const second = size(slow);
    answer({ rows: [{ last: null, bytes: 0 }] });
    expect(await second).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it('keeps a sum that took long for a hundred times as long', async () => {
  let now = 0;
  const size = createStoredSize(() => {
    now += 1000; // each call of the clock finds it a second later: a sum takes that long
    return now;
  });
  const first = (await size(database.db)) ?? 0;
  await addImage(2);
  for (let call = 0; call < 50; call += 1) expect(await size(database.db)).toBe(first);
  now += 100_000;
  expect(await size(database.db)).toBe(first + 12);
});

it('asks again after a database that did not answer', async () => {
  const size = createStoredSize();
  const away = {
    ...database.db,
    query: async () => Promise.reject(new Error('away')),
  } as unknown as typeof database.db; // a pool that only refuses
  await expect(size(away)).rejects.toThrow('away');
  expect(await size(database.db)).toBeGreaterThan(0);
});
