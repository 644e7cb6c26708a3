import { crc32 } from 'node:zlib';
import sharp from 'sharp';

/** A small drawing in which left and right, top and bottom differ; another `seed` gives another drawing. */
export async function drawPicture(
  options: { width?: number; height?: number; format?: 'jpeg' | 'png' | 'webp' | 'avif'; seed?: number } = {},
): Promise<Buffer> {
  const { width = 600, height = 800, format = 'jpeg', seed = 0 } = options;
  const hue = (seed * 67) % 360;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue} 60% 70%)"/>
    <rect width="50%" height="30%" fill="hsl(${(hue + 120) % 360} 80% 40%)"/>
    <circle cx="70%" cy="75%" r="${Math.min(width, height) / 6}" fill="#222"/></svg>`;
  return await sharp(Buffer.from(drawing)).toFormat(format).toBuffer();
}

/** A drawing of rectangles that looks unlike that of another `seed`, also without its colours. */
export async function drawScene(options: {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png';
  seed: number;
}): Promise<Buffer> {
  const { width = 300, height = 400, format = 'jpeg', seed } = options;
  let state = Math.imul(seed + 1, 0x9e3779b1);
  const next = (below: number) => {
    state = Math.imul(state, 1664525) + 1013904223;
    return Math.floor(((state >>> 0) / 2 ** 32) * below);
  };
  const rectangles = Array.from({ length: 14 }, () => {
    const place = `x="${next(90)}%" y="${next(90)}%" width="${10 + next(40)}%" height="${10 + next(30)}%"`;
    return `<rect ${place} fill="rgb(${next(256)} ${next(256)} ${next(256)})"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#eee"/>${rectangles.join('')}</svg>`;
  return await sharp(Buffer.from(drawing)).toFormat(format).toBuffer();
}

/** Frames of two colours by turns. */
export async function drawAnimation(format: 'gif' | 'webp', frames = 4): Promise<Buffer> {
  const size = { width: 120, height: 90 };
  const pictures = Array.from({ length: frames }, (_, index) =>
    sharp({ create: { ...size, channels: 3, background: index % 2 ? '#c03020' : '#2060c0' } })
      .png()
      .toBuffer(),
  );
  return await sharp(await Promise.all(pictures), { join: { animated: true } })
    .toFormat(format, { loop: 0, delay: Array.from({ length: frames }, () => 100) })
    .toBuffer();
}

export type PngFrame = {
  width: number;
  height: number;
  left?: number;
  top?: number;
  colour: string;
  dispose?: 0 | 1 | 2;
  blend?: 0 | 1;
};

/** An animated PNG of plain rectangles; the first one covers the whole picture. */
export async function drawAnimatedPng(frames: readonly PngFrame[]): Promise<Buffer> {
  let sequence = 0;
  const parts: Buffer[] = [];
  for (const [index, { width, height, left = 0, top = 0, colour, dispose = 0, blend = 0 }] of frames.entries()) {
    const png = await sharp({ create: { width, height, channels: 4, background: colour } })
      .png()
      .toBuffer();
    const chunks = pngChunks(png);
    if (index === 0) parts.push(png.subarray(0, 8), ...chunks.filter(({ type }) => type === 'IHDR').map(pngChunk));
    if (index === 0) parts.push(pngChunk({ type: 'acTL', data: numbers(frames.length, 0) }));
    const delay = Buffer.from([0, 100, 3, 232, dispose, blend]); // 100/1000 of a second
    const control = Buffer.concat([numbers(sequence++, width, height, left, top), delay]);
    parts.push(pngChunk({ type: 'fcTL', data: control }));
    for (const { type, data } of chunks) {
      if (type !== 'IDAT') continue;
      parts.push(
        pngChunk(index === 0 ? { type, data } : { type: 'fdAT', data: Buffer.concat([numbers(sequence++), data]) }),
      );
    }
  }
  return Buffer.concat([...parts, pngChunk({ type: 'IEND', data: Buffer.alloc(0) })]);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

function pngChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function pngChunk({ type, data }: { type: string; data: Buffer }): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), content, numbers(crc32(content))]);
}
