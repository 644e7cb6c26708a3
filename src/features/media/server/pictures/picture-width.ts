import { type FileHandle, open } from 'node:fs/promises';
import { sniffImage } from '../../rules.ts';

const headBytes = 16 * 1024;
/** More parts than stand before the size in any picture; a file of nothing but parts must not be read for ever. */
const mostParts = 200;

/**
 * The width in pixels of a picture as it is shown, from the head of its file: nothing is decoded, and no byte of it is
 * trusted. Null where the head does not say it.
 */
export async function readPictureWidth(path: string): Promise<number | null> {
  const handle = await open(path, 'r').catch(() => null);
  if (!handle) return null;
  try {
    const read = createReader(handle);
    const head = await read(0, headBytes);
    const sniffed = sniffImage(head);
    if ('fault' in sniffed) return null;
    const width = sniffed.format === 'jpeg' ? await jpegWidth(read) : widthIn(sniffed.format, head);
    return width !== null && width > 0 ? width : null;
  } catch {
    return null; // it is no more, or shorter than it says: whoever decodes it will name the cause
  } finally {
    await handle.close();
  }
}

function widthIn(format: 'png' | 'gif' | 'webp' | 'avif', head: Buffer): number | null {
  if (format === 'png') return head.readUInt32BE(16);
  if (format === 'gif') return head.readUInt16LE(6);
  return format === 'webp' ? webpWidth(head) : avifWidth(head);
}

function webpWidth(head: Buffer): number | null {
  const kind = head.toString('latin1', 12, 16);
  if (kind === 'VP8X') return head.readUIntLE(24, 3) + 1;
  if (kind === 'VP8L') return (head.readUInt32LE(21) & 0x3fff) + 1;
  return kind === 'VP8 ' ? head.readUInt16LE(26) & 0x3fff : null;
}

/** The largest picture that an AVIF describes: the others are its small view, its transparency or parts of it. */
function avifWidth(head: Buffer): number | null {
  let size = { width: 0, height: 0 };
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4)) {
    const found = { width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) };
    if (found.width * found.height > size.width * size.height) size = found;
  }
  const turned = head.indexOf('irot');
  const isOnItsSide = turned >= 0 && ((head[turned + 4] ?? 0) & 1) === 1;
  return (isOnItsSide ? size.height : size.width) || null;
}

const startOfScan = 0xda;

/** A JPEG is a row of parts with their lengths; pictures within them and colour profiles can stand before the size. */
async function jpegWidth(read: Reader): Promise<number | null> {
  let at = 2;
  let isOnItsSide = false;
  for (let parts = 0; parts < mostParts; parts += 1) {
    const part = await read(at, 12);
    const marker = part[1] ?? 0;
    if (part.length < 10 || part[0] !== 0xff || marker === startOfScan) return null;
    // Any number of fill bytes may stand before a part.
    if (marker === 0xff) at += 1;
    else if (isSizeOfJpeg(marker)) return part.readUInt16BE(isOnItsSide ? 5 : 7);
    else {
      const length = part.readUInt16BE(2);
      if (marker === 0xe1 && part.toString('latin1', 4, 8) === 'Exif')
        isOnItsSide = isTurned(await read(at + 10, length));
      at += 2 + length;
    }
  }
  return null;
}

/** All kinds of frames, but for the three codes among them that are tables. */
function isSizeOfJpeg(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

const orientation = 0x0112;

/** Whether EXIF says that the picture lies on its side. */
function isTurned(exif: Buffer): boolean {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  if (exif.length < 10) return false;
  const first = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  if (first + 2 > exif.length) return false;
  const count = short(first);
  for (let entry = first + 2; entry < first + 2 + count * 12 && entry + 12 <= exif.length; entry += 12)
    if (short(entry) === orientation) return short(entry + 8) >= 5 && short(entry + 8) <= 8;
  return false;
}

type Reader = (at: number, length: number) => Promise<Buffer>;

/** Reads parts of a file, mostly from the piece that was read before; at its end there is less. */
function createReader(handle: FileHandle): Reader {
  let piece = { at: 0, bytes: Buffer.alloc(0) };
  return async (at, length) => {
    if (at < piece.at || at + length > piece.at + piece.bytes.length) {
      const bytes = Buffer.alloc(Math.max(length, headBytes));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
      piece = { at, bytes: bytes.subarray(0, bytesRead) };
    }
    return piece.bytes.subarray(at - piece.at, at - piece.at + length);
  };
}
