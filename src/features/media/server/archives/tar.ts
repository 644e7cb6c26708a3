import { open } from 'node:fs/promises';
import { Refusal } from '../wire/refusal.ts';
import { decodeName, type PackedArchive, type PackedEntry } from './archive-bounds.ts';

const blockBytes = 512;
const chunkBytes = 1024 * 1024;
const longestHeader = 1024 * 1024;

/** Bytes that are read from beginning to end; `size` is infinite where it is known only after reading. */
export type TarBytes = { size: number; readAt(position: number, length: number): Promise<Buffer> };

/** Reads a TAR (ustar, with the longer names of GNU and pax) from the disk, a block at a time. */
export async function openTar(path: string): Promise<PackedArchive> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  const readAt = async (position: number, length: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.subarray(0, bytesRead);
  };
  return { entries: () => tarEntries({ size, readAt }), close: () => handle.close() };
}

type Longer = { path?: string; size?: number };

export async function* tarEntries(bytes: TarBytes): AsyncGenerator<PackedEntry> {
  const { size: end } = bytes;
  let longer: Longer = {};
  for (let at = 0; at + blockBytes <= end; ) {
    const header = await readAt(bytes, at, blockBytes);
    if (header.every((byte) => byte === 0)) return;
    if (!isChecked(header)) throw new Refusal('the archive is damaged (the check sum of a header does not fit)');
    const type = String.fromCharCode(header[156] ?? 0);
    const ownSize = numberIn(header.subarray(124, 136));
    const size = /[LKxg]/.test(type) ? ownSize : (longer.size ?? ownSize);
    const start = at + blockBytes;
    if (!Number.isSafeInteger(size) || size < 0 || start + size > end)
      throw new Refusal('the archive is damaged (it ends within an entry)');
    at = start + Math.ceil(size / blockBytes) * blockBytes;
    if (/[LKxg]/.test(type)) {
      if (size > longestHeader) throw new Refusal('the archive is damaged (a name of over 1 MiB)');
      if (type === 'L') longer.path = decodeName(untilZero(await readAt(bytes, start, size)));
      else if (type === 'x') longer = { ...longer, ...readPax(await readAt(bytes, start, size)) };
      continue;
    }
    const name = longer.path ?? nameIn(header);
    longer = {};
    yield {
      name,
      unixMode: 0,
      declaredBytes: size,
      isFolder: type === '5' || (/[0\0]/.test(type) && name.endsWith('/')),
      fault: faultOf(type),
      chunks: () => chunksOf(bytes, start, size),
    };
  }
  throw new Refusal('the archive is damaged (it is cut short)');
}

function faultOf(type: string): string | null {
  if (type === '1' || type === '2') return 'a link';
  return /[057\0]/.test(type) ? null : 'a device or other special file';
}

async function* chunksOf(bytes: TarBytes, start: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += chunkBytes) yield await readAt(bytes, start + at, Math.min(chunkBytes, size - at));
}

async function readAt(bytes: TarBytes, position: number, length: number): Promise<Buffer> {
  const read = await bytes.readAt(position, length);
  if (read.length < length) throw new Refusal('the archive is damaged (it is cut short)');
  return read;
}

function isChecked(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === numberIn(header.subarray(148, 156));
}

/** A number in octal digits, or in the binary form that larger sizes have. */
function numberIn(field: Buffer): number {
  if ((field[0] ?? 0) & 0x80) return field.subarray(1).reduce((value, byte) => value * 256 + byte, 0);
  const digits = untilZero(field).toString('latin1').trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', 8) : Number.NaN;
}

function untilZero(bytes: Buffer): Buffer {
  const zero = bytes.indexOf(0);
  return zero < 0 ? bytes : bytes.subarray(0, zero);
}

function nameIn(header: Buffer): string {
  const name = untilZero(header.subarray(0, 100));
  const isUstar = header.subarray(257, 263).toString('latin1') === 'ustar\0';
  const prefix = isUstar ? untilZero(header.subarray(345, 500)) : Buffer.alloc(0);
  return decodeName(prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), name]) : name);
}

/** Records of '<length> <key>=<value>\n'; each states its own length. */
function readPax(bytes: Buffer): Longer {
  const longer: Longer = {};
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const length = space < 0 ? 0 : Number(bytes.subarray(at, space).toString('latin1'));
    if (!Number.isInteger(length) || length <= space - at || at + length > bytes.length) break;
    const record = bytes.subarray(space + 1, at + length - 1);
    const sign = record.indexOf(0x3d);
    const key = record.subarray(0, Math.max(0, sign)).toString('latin1');
    const value = record.subarray(sign + 1);
    if (key === 'path') longer.path = decodeName(value);
    if (key === 'size') longer.size = Number(value.toString('latin1'));
    at += length;
  }
  return longer;
}
