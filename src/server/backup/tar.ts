/** Tar in its simplest form (ustar): regular files with short names and one modification time. */
export const BLOCK = 512;
const LONGEST_NAME = 100;
const TYPE_FILE = '0';
/** The largest number for the field's octal digits; our entries are far smaller. */
const LARGEST_SIZE = 8 ** 11 - 1;

export type TarEntry = { name: string; size: number };
export type TarHeader = TarEntry & { modifiedAt: Date };

/** Two empty blocks end an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** Names that cannot lead out of the folder they are unpacked in, on any system. */
const safeName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/;

export function isTarName(name: string): boolean {
  return name.length <= LONGEST_NAME && safeName.test(name);
}

export function encodeHeader({ name, size, modifiedAt }: TarHeader): Buffer {
  if (!isTarName(name)) throw new RangeError(`${JSON.stringify(name)} cannot be the name of an entry`);
  if (size > LARGEST_SIZE) throw new RangeError(`${name} is too large for an entry: ${size} bytes`);
  const header = Buffer.alloc(BLOCK);
  const seconds = Math.floor(modifiedAt.getTime() / 1000);
  header.write(name, 0, 'latin1');
  header.write('0000600\0', 100, 'latin1');
  header.write('0000000\0', 108, 'latin1');
  header.write('0000000\0', 116, 'latin1');
  header.write(`${octal(size, 11)}\0`, 124, 'latin1');
  header.write(`${octal(seconds, 11)}\0`, 136, 'latin1');
  header.write(TYPE_FILE, 156, 'latin1');
  header.write('ustar\0' + '00', 257, 'latin1');
  header.write(`${octal(checksumOf(header), 6)}\0 `, 148, 'latin1');
  return header;
}

/** Null for a block that differs in any bit from what `encodeHeader` writes. */
export function decodeHeader(block: Buffer): TarHeader | null {
  const text = (start: number, end: number) => block.toString('latin1', start, end);
  const name = text(0, LONGEST_NAME).replace(/\0+$/, '');
  const size = Number.parseInt(text(124, 135), 8);
  const seconds = Number.parseInt(text(136, 147), 8);
  if (!isTarName(name) || !Number.isSafeInteger(size) || !Number.isSafeInteger(seconds)) return null;
  const header = { name, size, modifiedAt: new Date(seconds * 1000) };
  return encodeHeader(header).equals(block) ? header : null;
}

/** The number of zeros after a body up to the next block. */
export function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/** The sum of all bytes, counting the checksum's own field as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum;
}
