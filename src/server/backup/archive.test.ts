import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLong } from '../testing/depth.ts';
import { folderForTests } from '../testing/folder.ts';
import { BackupError, readArchive, writeArchive } from './archive.ts';

const folder = folderForTests();

const madeAt = new Date('2020-01-02T03:04:05Z');

async function write(name: string, entries: Record<string, Buffer>): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  const archive = writeArchive(file, madeAt);
  for (const [entry, bytes] of Object.entries(entries)) await archive.add({ name: entry, size: bytes.length }, [bytes]);
  await archive.end();
  await file.close();
  return path;
}

async function read(file: FileHandle): Promise<Record<string, Buffer>> {
  const entries: Record<string, Buffer> = {};
  for await (const { name, body } of readArchive(file, 'the.tar')) {
    const chunks = [];
    for await (const chunk of body) chunks.push(chunk);
    entries[name] = Buffer.concat(chunks);
  }
  return entries;
}

const small = {
  'first.json': Buffer.from('{"a":1}'),
  'database/none/000001.copy': Buffer.alloc(0),
  'database/some/000001.copy': Buffer.from('1\tone\n2\ttwo\n'.repeat(50)),
  'media/images/ab/w480.webp': Buffer.alloc(512, 7),
};

describe('an archive', () => {
  it('returns the entries as they were added, and can be unpacked by other programs', async () => {
    const path = await write('small.tar', small);
    const file = await open(path, 'r');
    expect(await read(file)).toEqual(small);
    await file.close();
    const unpacked = mkdtempSync(join(folder, 'unpacked-'));
    const tar = spawnSync('tar', ['-xf', path, '-C', unpacked]);
    expect([tar.status, String(tar.stderr)]).toEqual([0, '']);
    const sums = readFileSync(join(unpacked, 'manifest', '000001.sha256'), 'utf8')
      .trimEnd()
      .split('\n');
    expect(sums.map((line) => line.slice(66))).toEqual(Object.keys(small));
    for (const line of sums) {
      const bytes = readFileSync(join(unpacked, line.slice(66)));
      expect(line.slice(0, 64)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  inLong('of many entries is checked to its last entry', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_001 }, (_, index) => [`media/${index}`, Buffer.from(`${index}`)]),
    );
    const path = await write('many.tar', many);
    const file = await open(path, 'r+');
    expect(Object.keys(await read(file))).toHaveLength(5_001);
    const end = (await file.stat()).size - 4 * 1024;
    await file.write(Buffer.from([1]), 0, 1, end);
    await expect(read(file)).rejects.toThrow(BackupError);
    await file.close();
  });

  inLong('is refused, with the reason, whichever byte was changed', async () => {
    const path = await write('flipped.tar', small);
    const bytes = readFileSync(path);
    const file = await open(path, 'r+');
    const accepted: number[] = [];
    for (const [place, byte] of bytes.entries()) {
      await file.write(Buffer.from([byte ^ (1 << (place % 8))]), 0, 1, place);
      const told = await read(file).catch((error: unknown) => error);
      if (
        !(told instanceof BackupError) ||
        !/^the\.tar (was altered: |is cut short: |is not a backup)/.test(told.message)
      )
        accepted.push(place);
      await file.write(Buffer.from([byte]), 0, 1, place);
    }
    expect(accepted).toEqual([]);
    expect(await read(file)).toEqual(small);
    await file.close();
  });

  it('names the entry whose bytes were changed', async () => {
    const path = await write('named.tar', small);
    const bytes = readFileSync(path);
    const place = bytes.indexOf('2\ttwo');
    bytes[place] = 0x33;
    writeFileSync(path, bytes);
    const file = await open(path, 'r');
    await expect(read(file)).rejects.toThrow(
      'the.tar was altered: database/some/000001.copy is not as it was written.',
    );
    await file.close();
  });

  it('is refused wherever it is cut, and when something follows it', async () => {
    const path = await write('cut.tar', small);
    const bytes = readFileSync(path);
    for (let length = 0; length < bytes.length; length += 97) {
      writeFileSync(path, bytes.subarray(0, length));
      const file = await open(path, 'r');
      await expect(read(file)).rejects.toThrow(length < 512 ? 'is not a backup' : 'the.tar is cut short: it ends');
      await file.close();
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(512)]));
    const file = await open(path, 'r');
    await expect(read(file)).rejects.toThrow(/altered: what follows its end/);
    await file.close();
  });

  it.each(['../outside', '/etc/passwd', 'a/../b', 'a//b', '.hidden', 'a/.b', 'a\\b', 'é', 'a'.repeat(101)])(
    'takes no entry called %s',
    async (name) => {
      const file = await open(join(folder, 'names.tar'), 'w');
      await expect(writeArchive(file, madeAt).add({ name, size: 0 }, [])).rejects.toThrow(RangeError);
      await file.close();
    },
  );

  it('refuses an entry that is longer or shorter than announced', async () => {
    const file = await open(join(folder, 'sizes.tar'), 'w');
    for (const size of [3, 5])
      await expect(writeArchive(file, madeAt).add({ name: 'a', size }, [Buffer.from('four')])).rejects.toThrow(
        'a changed while it was read',
      );
    await file.close();
  });
});
