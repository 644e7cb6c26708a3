import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string | Buffer;
  data: Buffer | string;
  store?: true;
  /** False and odd values, for hostile archives. */
  unixMode?: number;
  declaredSize?: number;
  declaredCrc?: number;
  flags?: number;
  method?: number;
};

/** A ZIP written by hand, so that a test can write what no tool would write. */
export function makeZip(entries: readonly ZipEntry[], options: { declaredEntries?: number } = {}): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = makeEntry(entry, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  const count = options.declaredEntries ?? entries.length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

function makeEntry(entry: ZipEntry, offset: number): { local: Buffer; central: Buffer } {
  const data = Buffer.from(entry.data);
  const name = Buffer.from(entry.name);
  const stored = entry.store ? data : deflateRawSync(data);
  const method = entry.method ?? (entry.store ? 0 : 8);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(entry.flags ?? 0x800, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(entry.declaredCrc ?? crc32(data), 10);
  common.writeUInt32LE(stored.length, 14);
  common.writeUInt32LE(entry.declaredSize ?? data.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, stored]);
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 6);
  tail.writeUInt32LE(offset, 10);
  const made = Buffer.from([20, 3]); // by a Unix system
  const central = Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), made, common, tail, name]);
  return { local, central };
}
