import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { imageLimits } from '../../rules.ts';
import { Refusal } from '../wire/refusal.ts';

type Chunk = { type: string; data: Buffer };
type Frame = {
  left: number;
  top: number;
  width: number;
  height: number;
  delayMs: number;
  /** The frame's area before the next frame: left, cleared, or restored. */
  after: 'left' | 'cleared' | 'as it was';
  isOver: boolean;
  parts: Buffer[];
};

const mostFrames = 2000;

/** The number of frames in a PNG: one where the PNG does not move, or where its animation is faulty. */
export function countPngFrames(source: Buffer): number {
  const header = headerOf(source);
  if (!header || !saysAnimated(source)) return 1;
  const frames = framesOf([...chunksOf(source)], header)?.length ?? 1;
  if (frames > mostFrames) throw new Refusal('the animation has over 2,000 frames');
  return Math.max(1, frames);
}

/**
 * An animated PNG as a lossless WebP, drawn as browsers draw it. The library that decodes PNG knows only its first
 * picture, so it gets each frame as a PNG of its own.
 */
export async function animatedPngAsWebp(source: Buffer, alive: () => void): Promise<Buffer> {
  const chunks = [...chunksOf(source)];
  const size = headerOf(source);
  const frames = size && framesOf(chunks, size);
  if (!frames) throw new Refusal('the picture is corrupt: its frames cannot be read');
  const shared = chunks.filter(({ type }) => /^(?:PLTE|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT)$/.test(type));
  const { width, height, header } = size;
  const canvas = Buffer.alloc(width * height * 4);
  const data = Buffer.alloc(canvas.length * frames.length);
  for (const [index, frame] of frames.entries()) {
    alive();
    const pixels = await decodeFrame(frame, { header, shared });
    const before = frame.after === 'as it was' ? Buffer.from(canvas) : null;
    draw(frame, pixels, { canvas, width });
    canvas.copy(data, index * canvas.length);
    if (before) before.copy(canvas);
    if (frame.after === 'cleared') clear(frame, { canvas, width });
  }
  const control = chunks.find(({ type }) => type === 'acTL')?.data;
  const loop = control && control.length >= 8 ? Math.min(65_535, control.readUInt32BE(4)) : 0;
  const delay = frames.map(({ delayMs }) => delayMs);
  alive();
  return await sharp(data, {
    raw: { width, height: height * frames.length, channels: 4, pageHeight: height },
    limitInputPixels: imageLimits.animationPixels + 1,
  })
    .webp({ lossless: true, effort: 0, delay, loop })
    .toBuffer();
}

type Header = { width: number; height: number; header: Buffer };

function headerOf(source: Buffer): Header | null {
  const [first] = chunksOf(source);
  if (first?.type !== 'IHDR' || first.data.length !== 13) return null;
  return { width: first.data.readUInt32BE(0), height: first.data.readUInt32BE(4), header: first.data };
}

function saysAnimated(source: Buffer): boolean {
  for (const { type } of chunksOf(source)) if (type === 'IDAT' || type === 'acTL') return type === 'acTL';
  return false;
}

const signatureBytes = 8;

function* chunksOf(source: Buffer): Generator<Chunk> {
  for (let at = signatureBytes; at + 12 <= source.length; ) {
    const length = source.readUInt32BE(at);
    const type = source.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > source.length) return;
    yield { type, data: source.subarray(at + 8, at + 8 + length) };
    if (type === 'IEND') return;
    at += 12 + length;
  }
}

/** Null where a frame's control chunk is faulty; browsers too then show the first picture alone. */
function framesOf(chunks: readonly Chunk[], size: Header): Frame[] | null {
  const frames: Frame[] = [];
  for (const { type, data } of chunks) {
    const frame = type === 'fcTL' ? readControl(data, size) : undefined;
    if (frame === null) return null;
    if (frame) frames.push(frame);
    // A first picture without a control chunk before it is for programs that show no animations.
    else if (type === 'IDAT') frames.at(-1)?.parts.push(data);
    else if (type === 'fdAT') frames.at(-1)?.parts.push(data.subarray(4));
  }
  return frames.filter(({ parts }) => parts.length > 0);
}

function readControl(data: Buffer, size: Header): Frame | null {
  if (data.length !== 26) return null;
  const [width, height] = [data.readUInt32BE(4), data.readUInt32BE(8)];
  const [left, top] = [data.readUInt32BE(12), data.readUInt32BE(16)];
  if (width < 1 || height < 1 || left + width > size.width || top + height > size.height) return null;
  const delayMs = Math.round((data.readUInt16BE(20) * 1000) / (data.readUInt16BE(22) || 100));
  const after = (['left', 'cleared', 'as it was'] as const)[data[24] ?? 0] ?? 'left';
  return { left, top, width, height, delayMs, after, isOver: data[25] === 1, parts: [] };
}

async function decodeFrame(frame: Frame, from: { header: Buffer; shared: readonly Chunk[] }): Promise<Buffer> {
  const header = Buffer.from(from.header);
  header.writeUInt32BE(frame.width, 0);
  header.writeUInt32BE(frame.height, 4);
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...from.shared.map(({ type, data }) => chunk(type, data)),
    ...frame.parts.map((part) => chunk('IDAT', part)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return await sharp(png, { failOn: 'error', limitInputPixels: imageLimits.pixels + 1 })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch(() => {
      throw new Refusal('the picture is corrupt: a frame of its animation cannot be read');
    });
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(content.length + 8);
  framed.writeUInt32BE(data.length, 0);
  content.copy(framed, 4);
  framed.writeUInt32BE(crc32(content), content.length + 4);
  return framed;
}

type Canvas = { canvas: Buffer; width: number };

function draw(frame: Frame, pixels: Buffer, { canvas, width }: Canvas): void {
  for (let row = 0; row < frame.height; row += 1) {
    const line = pixels.subarray(row * frame.width * 4, (row + 1) * frame.width * 4);
    const start = ((frame.top + row) * width + frame.left) * 4;
    if (!frame.isOver) line.copy(canvas, start);
    else for (let at = 0; at < line.length; at += 4) drawOver(canvas, start + at, line, at);
  }
}

/** Draws one pixel over another, each with its own transparency. */
function drawOver(canvas: Buffer, to: number, line: Buffer, from: number): void {
  const alpha = line[from + 3] ?? 0;
  if (alpha === 0) return;
  if (alpha === 255) return void line.copy(canvas, to, from, from + 4);
  const below = ((canvas[to + 3] ?? 0) * (255 - alpha)) / 255;
  const sum = alpha + below;
  for (let channel = 0; channel < 3; channel += 1)
    canvas[to + channel] = Math.round(
      ((line[from + channel] ?? 0) * alpha + (canvas[to + channel] ?? 0) * below) / sum,
    );
  canvas[to + 3] = Math.round(sum);
}

function clear(frame: Frame, { canvas, width }: Canvas): void {
  for (let row = frame.top; row < frame.top + frame.height; row += 1) {
    const start = (row * width + frame.left) * 4;
    canvas.fill(0, start, start + frame.width * 4);
  }
}
