import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sevenZipNames, sevenZipPlainNames } from '../../testing/archives.ts';
import { headerAsFile, headerPlace, isPackedHeader, namesIn, startWith } from './seven-zip-names.ts';

function headerOf(archive: Buffer): Buffer {
  const place = headerPlace(archive, archive.length);
  if (!place) throw new Error('the archive has no header');
  return archive.subarray(place.at, place.at + place.length);
}

describe('the names in a 7-Zip header', () => {
  it('are read in their order, in every script', () => {
    expect(namesIn(headerOf(sevenZipPlainNames))).toEqual([
      '第一话',
      '第一话/页 2.jpg',
      '😀 10.jpg',
      'الصفحة é.jpg',
      'plain*.jpg',
    ]);
  });

  it('are not read where the header is packed, or cut short anywhere', () => {
    expect(isPackedHeader(headerOf(sevenZipNames))).toBe(true);
    expect(namesIn(headerOf(sevenZipNames))).toBeNull();
    const header = headerOf(sevenZipPlainNames);
    const namesEnd = header.lastIndexOf(Buffer.from('.jpg\0', 'utf16le')) + 10;
    for (let length = 0; length < namesEnd; length += 1) expect(namesIn(header.subarray(0, length))).toBeNull();
  });

  it('never cost more than the header is long, whatever it says', () => {
    const header = headerOf(sevenZipPlainNames);
    const changes = fc.array(fc.tuple(fc.nat(header.length - 1), fc.constantFrom(0, 1, 9, 127, 128, 254, 255)), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(changes, (given) => {
        const changed = Buffer.from(header);
        for (const [at, byte] of given) changed[at] = byte;
        const names = namesIn(changed);
        if (names) expect(names.join('').length).toBeLessThan(header.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('cost no more where a header says the same again and again', () => {
    const folders = 100_000;
    const count = [0xe0, folders & 0xff, (folders >> 8) & 0xff, folders >> 16];
    const sizes = Buffer.alloc(folders, 9);
    const start = [[1, 4, 7, 11], count, [0], Array(folders).fill(0), [0, 8]].flat();
    // A reader that visited everything as often as the header says would take minutes.
    expect(namesIn(Buffer.concat([Buffer.from(start), sizes, Buffer.from([0, 0, 5, 0, 0, 0])]))).toBeNull();
  });

  it('are looked for nowhere outside the archive', () => {
    const place = (at: bigint, length: bigint) => {
      const start = Buffer.from(sevenZipPlainNames.subarray(0, 32));
      start.writeBigUInt64LE(at, 12);
      start.writeBigUInt64LE(length, 20);
      return headerPlace(start, sevenZipPlainNames.length);
    };
    expect(place(0n, 10n)).toEqual({ at: 32, length: 10 });
    expect(place(0n, 0n)).toBeNull();
    expect(place(1n << 63n, 10n)).toBeNull();
    expect(place(10n, 1n << 40n)).toBeNull();
  });

  it('become a file of an archive of their own, where its header is packed', () => {
    const header = headerAsFile(headerOf(sevenZipNames));
    const start = startWith(sevenZipNames, header, sevenZipNames.length);
    expect(headerPlace(start, sevenZipNames.length + header.length)).toEqual({
      at: sevenZipNames.length,
      length: header.length,
    });
    expect(namesIn(header)).toEqual(['h']);
  });
});
