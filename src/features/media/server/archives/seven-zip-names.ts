import { crc32 } from 'node:zlib';

/**
 * Reads the names in a 7-Zip archive, because our library drops all letters outside ASCII. The names are in the
 * archive's header, in UTF-16; 7zFormat.txt of the LZMA SDK describes the format.
 */
const startBytes = 32;
const mostHeaderBytes = 16 * 1024 * 1024;

const property = {
  end: 0,
  header: 1,
  streams: 4,
  files: 5,
  packs: 6,
  folders: 7,
  parts: 8,
  sizes: 9,
  digests: 10,
  folder: 11,
  unpackedSizes: 12,
  partCounts: 13,
  names: 17,
  packedHeader: 23,
} as const;

export type HeaderPlace = { at: number; length: number };

/** The position of an archive's header, by its first bytes; null where they make no sense. */
export function headerPlace(start: Buffer, archiveBytes: number): HeaderPlace | null {
  const at = startBytes + Number(start.readBigUInt64LE(12));
  const length = Number(start.readBigUInt64LE(20));
  return length > 0 && length <= mostHeaderBytes && at + length <= archiveBytes ? { at, length } : null;
}

export function isPackedHeader(header: Buffer): boolean {
  return header[0] === property.packedHeader;
}

/**
 * A packed header says where the real header is and how it is packed, in the way it does for a file. This makes the
 * header of an archive whose only file is the real header, so that the library can unpack it like a file.
 */
export function headerAsFile(packedHeader: Buffer): Buffer {
  const files = [property.files, 1, property.names, 5, 0, 0x68, 0, 0, 0, property.end];
  return Buffer.concat([
    Buffer.from([property.header, property.streams]),
    packedHeader.subarray(1, -1),
    Buffer.from([property.parts, property.end, property.end, ...files, property.end]),
  ]);
}

/** The first bytes of an archive whose header is at another position. */
export function startWith(start: Buffer, header: Buffer, at: number): Buffer {
  const changed = Buffer.from(start.subarray(0, startBytes));
  changed.writeBigUInt64LE(BigInt(at - startBytes), 12);
  changed.writeBigUInt64LE(BigInt(header.length), 20);
  changed.writeUInt32LE(crc32(header), 28);
  changed.writeUInt32LE(crc32(changed.subarray(12)), 8);
  return changed;
}

/** All names in the archive's own order; null where the header cannot be read. */
export function namesIn(header: Buffer): string[] | null {
  try {
    return new HeaderReader(header).names();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class HeaderReader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  names(): string[] | null {
    if (this.byte() !== property.header) return null;
    let id = this.byte();
    if (id === property.streams) {
      this.streams();
      id = this.byte();
    }
    if (id !== property.files) return null;
    const count = this.number();
    for (id = this.byte(); id !== property.end; id = this.byte()) {
      const content = this.take(this.number());
      // A first byte other than 0 would mean that the names are elsewhere, which no program writes.
      if (id === property.names && content[0] === 0) return namesOf(content.subarray(1), count);
    }
    return null;
  }

  /** Skips the description of the packed streams. */
  private streams(): void {
    let hasDigest: boolean[] = [];
    for (const id of this.properties()) {
      if (id === property.packs) this.packs();
      else if (id === property.folders) hasDigest = this.folders();
      else if (id === property.parts) this.parts(hasDigest);
      else throw new RangeError('an unknown property');
    }
  }

  private packs(): void {
    this.number();
    const count = this.number();
    for (const id of this.properties())
      if (id === property.sizes) this.numbers(count);
      else if (id === property.digests) this.digests(count);
      else throw new RangeError('an unknown property');
  }

  /** Returns for each folder whether its checksum is known. */
  private folders(): boolean[] {
    if (this.byte() !== property.folder) throw new RangeError('folders are missing');
    const count = this.number();
    if (this.byte() !== 0) throw new RangeError('folders that stand elsewhere');
    let outputs = 0;
    for (let folder = 0; folder < count; folder += 1) outputs += this.folder();
    let hasDigest = Array.from({ length: count }, () => false);
    for (const id of this.properties())
      if (id === property.unpackedSizes) this.numbers(outputs);
      else if (id === property.digests) hasDigest = this.digests(count);
      else throw new RangeError('an unknown property');
    return hasDigest;
  }

  /** Returns how many outputs its coders have together. */
  private folder(): number {
    let inputs = 0;
    let outputs = 0;
    const coders = this.number();
    for (let coder = 0; coder < coders; coder += 1) {
      const flags = this.byte();
      this.take(flags & 0x0f);
      inputs += flags & 0x10 ? this.number() : 1;
      outputs += flags & 0x10 ? this.number() : 1;
      if (flags & 0x20) this.take(this.number());
    }
    const pairs = outputs - 1;
    this.numbers(pairs * 2);
    if (inputs - pairs > 1) this.numbers(inputs - pairs);
    return outputs;
  }

  /** Reads how the folders are divided into files. */
  private parts(hasDigest: readonly boolean[]): void {
    const counts = hasDigest.map(() => 1);
    for (const id of this.properties())
      if (id === property.partCounts) for (const folder of counts.keys()) counts[folder] = this.number();
      else if (id === property.sizes) for (const count of counts) this.numbers(count - 1);
      // If a folder has one file and a checksum, the checksum is the file's.
      else if (id === property.digests)
        this.digests(counts.reduce((sum, n, at) => sum + (n === 1 && hasDigest[at] ? 0 : n), 0));
      else throw new RangeError('an unknown property');
  }

  /** Returns which of the checksums are known. */
  private digests(count: number): boolean[] {
    if (count > this.bytes.length) throw new RangeError('more check sums than there is room for');
    const areAll = this.byte() !== 0;
    const marks = areAll ? Buffer.alloc(0) : this.take(Math.ceil(count / 8));
    const known = Array.from(
      { length: count },
      (_, at) => areAll || ((marks[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0,
    );
    this.take(known.filter(Boolean).length * 4);
    return known;
  }

  /** The next properties, up to the end mark; each once, for repetitions could cost more time than their length. */
  private *properties(): Generator<number> {
    const said = new Set<number>();
    for (let id = this.byte(); id !== property.end; id = this.byte()) {
      if (said.has(id)) throw new RangeError('a property is said twice');
      said.add(id);
      yield id;
    }
  }

  private numbers(count: number): void {
    for (let index = 0; index < count; index += 1) this.number();
  }

  private byte(): number {
    return this.take(1).readUInt8(0);
  }

  private take(length: number): Buffer {
    if (this.at + length > this.bytes.length) throw new RangeError('the header ends too early');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** As many bytes follow as the first byte has leading ones, the lowest first; its other bits are the highest. */
  private number(): number {
    const first = this.byte();
    let length = 0;
    while (length < 8 && first & (0x80 >> length)) length += 1;
    const low = this.take(length).reduceRight((value, byte) => value * 256 + byte, 0);
    return length >= 7 ? low : low + (first & (0x7f >> length)) * 256 ** length;
  }
}

function namesOf(bytes: Buffer, count: number): string[] | null {
  const names = bytes.toString('utf16le').split('\0');
  // Each name ends with a zero, and nothing follows the last.
  return names.length === count + 1 && names.pop() === '' ? names : null;
}
