import { createHash } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import {
  blurBox,
  type Crop,
  cropBox,
  type ImageKind,
  type ImageVariant,
  imageLimits,
  isSmallView,
  leastCover,
  sizeFault,
  sniffImage,
  thumbBox,
  tilePlan,
  widthsFor,
} from '../../rules.ts';
import type { AvifJob, ConvertedPicture, ConvertJob, ConvertResult } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import { animatedPngAsWebp, countPngFrames } from './apng.ts';
import { asStillAvif, isMovingAvif } from './avif.ts';
import { drawn } from './draw.ts';
import { withEndMark } from './end-mark.ts';

type Raw = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/** Effort 2: half the time of 4 for files that are 4 % larger and look the same (SSIM). */
const webp = { quality: 78, effort: 2 };
/** Where AVIF follows, few readers ever get the WebP: a third less time for files a quarter larger. */
const passingWebp = { ...webp, effort: 0 };
const avif = { quality: 50, effort: 2 };

/**
 * Converts a picture file to WebP and AVIF: always encoded anew, upright, 8-bit sRGB; without a purpose only checks.
 */
export async function convert(job: ConvertJob, alive: () => void): Promise<ConvertResult> {
  const original = await readPicture(job.source);
  const sourceHash = createHash('sha256').update(original).digest('hex');
  if (job.keepOriginal) await writeFile(join(job.outDir, 'original'), original);
  const { source, frames, isPng, note } = await inspect(await whole(original));
  const pictures: ConvertedPicture[] = [];
  const { crop } = job;
  const isOnlyMoving = frames > 1 && job.kinds.length > 0 && !job.kinds.some(isSmallView) && !crop;
  const still = isOnlyMoving ? null : await decode(source);
  for (const kind of job.kinds) {
    if (!isSmallView(kind) && frames > 1 && !crop) {
      const animation = isPng ? await animatedPngAsWebp(source, alive) : source;
      pictures.push(await convertAnimation(animation, { kind, outDir: job.outDir }));
    } else if (still) {
      const cuts = cutsOf(crop ? await cropped(still, crop) : still, kind);
      for (const [tile, cut] of cuts.entries()) {
        alive();
        pictures.push(await convertCut(cut, { kind, tile, outDir: job.outDir, withAvif: job.avif }));
      }
    }
    alive();
  }
  return { sourceHash, pictures, ...(note ? { note } : {}) };
}

/** The upright picture in a file, decoded as `convert` does. */
export async function decodedPicture(path: string): Promise<Sharp> {
  const { source } = await inspect(await whole(await readPicture(path)));
  return pictureOf(await decode(source));
}

/** A picture file of a size that is accepted, as it is, with its first bytes. */
export async function readAccepted(path: string): Promise<{ bytes: Buffer; head: Buffer }> {
  const bytes = await readPicture(path);
  await inspect({ bytes });
  return { bytes, head: bytes.subarray(0, 512) };
}

/** Makes the AVIF files that an earlier conversion postponed. */
export async function encodeAvif(job: AvifJob, alive: () => void): Promise<ImageVariant[]> {
  const original = await readPicture(job.source);
  const source = isMovingAvif(original) ? asStillAvif(original) : (await whole(original)).bytes;
  const cut = cutsOf(await decode(source), job.kind)[job.tile];
  if (!cut) throw new Refusal('the original has no such tile');
  const variants: ImageVariant[] = [];
  for (const width of widthsFor(job.kind, cut.width)) {
    alive();
    variants.push(await writeAvif(await resized(cut, width), join(job.outDir, '/')));
  }
  return variants;
}

async function readPicture(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size > imageLimits.bytes) throw new Refusal('the file is too large (at most 200 MiB)');
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

const stoodStill = 'an animated AVIF, of which only the first picture is shown; as WebP, GIF or PNG it would move';
const noStill = 'an animated AVIF without a first picture that can be read; as WebP, GIF or PNG it would be taken';

const endAdded = 'its file lacks the end mark of a JPEG; all of the picture is there';

type Whole = { bytes: Buffer; note?: string };

/** The bytes that are decoded: a drawing becomes a picture, and a JPEG gets the end mark that it lacks. */
async function whole(original: Buffer): Promise<Whole> {
  const bytes = await drawn(original);
  const sniffed = sniffImage(bytes.subarray(0, 512));
  const ended = 'format' in sniffed && sniffed.format === 'jpeg' ? withEndMark(bytes) : null;
  if (!ended) return { bytes };
  // Where pixels are missing, that is no more than a warning of the decoder now.
  const isAllThere = await sharp(ended, { failOn: 'warning', limitInputPixels: imageLimits.pixels + 1 })
    .stats()
    .then(
      () => true,
      () => false,
    );
  return isAllThere ? { bytes: ended, note: endAdded } : { bytes };
}

/** The facts about a picture; `source` has its bytes as the library can read them. */
async function inspect({
  bytes: original,
  note,
}: Whole): Promise<{ source: Buffer; frames: number; isPng: boolean; note?: string }> {
  const sniffed = sniffImage(original.subarray(0, 512));
  if ('fault' in sniffed) throw new Refusal(sniffed.fault);
  const isMoving = sniffed.format === 'avif' && isMovingAvif(original);
  const source = isMoving ? asStillAvif(original) : original;
  const metadata = await sharp(source, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw new Refusal(isMoving ? noStill : 'the picture is corrupt: its header cannot be read');
    });
  const isPng = sniffed.format === 'png';
  const frames = isPng ? countPngFrames(source) : sniffed.format === 'avif' ? 1 : (metadata.pages ?? 1);
  const fault = sizeFault({ width: metadata.width ?? 0, height: metadata.height ?? 0, frames });
  if (fault) throw new Refusal(fault);
  return { source, frames, isPng, ...(isMoving ? { note: stoodStill } : note ? { note } : {}) };
}

/** Upright 8-bit sRGB on white paper: a transparent page would vanish on a dark screen. */
async function decode(source: Buffer): Promise<Raw> {
  const { data, info } = await sharp(source, { failOn: 'error', limitInputPixels: imageLimits.pixels + 1 })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseCorrupt);
  return { data, width: info.width, height: info.height, channels: info.channels };
}

function refuseCorrupt(error: unknown): never {
  const reason = String(error instanceof Error ? error.message : error).split('\n')[0];
  throw new Refusal(`the picture is corrupt or cut short (${reason})`);
}

function pictureOf(raw: Raw): Sharp {
  return sharp(raw.data, {
    raw: { width: raw.width, height: raw.height, channels: raw.channels },
    limitInputPixels: false,
  });
}

/** Whole rows of the same buffer: a tile copies no bytes. */
function rows(raw: Raw, top: number, height: number): Raw {
  const stride = raw.width * raw.channels;
  return { ...raw, data: raw.data.subarray(top * stride, (top + height) * stride), height };
}

async function cropped(raw: Raw, crop: Crop): Promise<Raw> {
  const box = cropBox(crop, raw);
  if (!box) throw new Refusal(`less than ${leastCover.width} × ${leastCover.height} px of it are left`);
  const { data, info } = await pictureOf(raw).extract(box).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

function cutsOf(raw: Raw, kind: ImageKind): Raw[] {
  if (kind === 'page') return tilePlan(raw).map(({ top, height }) => rows(raw, top, height));
  if (isSmallView(kind)) return [rows(raw, 0, thumbBox(raw).cropHeight)];
  return [rows(raw, 0, Math.min(raw.height, raw.width * 3))];
}

async function resized(raw: Raw, width: number): Promise<Raw> {
  if (width === raw.width) return raw;
  const height = Math.max(1, Math.round((raw.height * width) / raw.width));
  const { data, info } = await pictureOf(raw)
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

type Target = { kind: ImageKind; tile: number; outDir: string; withAvif: boolean };

async function convertCut(cut: Raw, target: Target): Promise<ConvertedPicture> {
  const place = placeOf(target);
  const intrinsic = await viewOf(cut, target.kind);
  const variants: ImageVariant[] = [];
  let smallest: Raw | null = null;
  for (const width of widthsFor(target.kind, intrinsic.width)) {
    const sized = await resized(intrinsic, width);
    smallest ??= sized;
    variants.push(await writeWebp(sized, place, target.withAvif ? webp : passingWebp));
    if (target.withAvif && target.kind !== 'blur') variants.push(await writeAvif(sized, place));
  }
  return {
    kind: target.kind,
    tile: target.tile,
    folder: target.outDir,
    width: intrinsic.width,
    height: intrinsic.height,
    placeholder: await placeholderOf(pictureOf(smallest ?? intrinsic)),
    color: await colorOf(pictureOf(smallest ?? intrinsic)),
    variants,
    animated: false,
  };
}

async function viewOf(cut: Raw, kind: ImageKind): Promise<Raw> {
  if (kind === 'thumb') return resized(cut, thumbBox(cut).width);
  if (kind !== 'blur') return cut;
  const { width, height, sigma } = blurBox(cut);
  const { data, info } = await pictureOf(cut)
    .resize({ width, height, fit: 'fill' })
    .blur(sigma)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

/** An animation stays an animation: animated WebP in each width, and no AVIF, which has no motion here. */
async function convertAnimation(
  source: Buffer,
  target: { kind: ImageKind; outDir: string },
): Promise<ConvertedPicture> {
  const place = placeOf({ ...target, tile: 0 });
  const read = (animated: boolean) =>
    sharp(source, { animated, failOn: 'error', limitInputPixels: imageLimits.animationPixels + 1 });
  const { width, pageHeight, height } = await read(true).metadata();
  const variants: ImageVariant[] = [];
  for (const step of widthsFor(target.kind, width)) {
    const { data, info } = await read(true)
      .resize({ width: step })
      .webp(webp)
      .toBuffer({ resolveWithObject: true })
      .catch(refuseCorrupt);
    const stepHeight = info.pageHeight ?? info.height;
    variants.push(await writeNamed({ data, width: info.width, height: stepHeight }, 'webp', place));
  }
  return {
    kind: target.kind,
    tile: 0,
    folder: target.outDir,
    width,
    height: pageHeight ?? height,
    placeholder: await placeholderOf(read(false).flatten({ background: '#ffffff' })),
    color: await colorOf(read(false).flatten({ background: '#ffffff' })),
    variants,
    animated: true,
  };
}

/** The start of its files' names. They have no folder of their own: a folder that a converter made is never entered. */
function placeOf(target: { kind: ImageKind; tile: number; outDir: string }): string {
  return join(target.outDir, `${target.kind}-${target.tile}-`);
}

async function writeWebp(raw: Raw, place: string, options: typeof webp): Promise<ImageVariant> {
  const data = await pictureOf(raw).webp(options).toBuffer();
  return await writeNamed({ data, width: raw.width, height: raw.height }, 'webp', place);
}

async function writeAvif(raw: Raw, place: string): Promise<ImageVariant> {
  const data = await pictureOf(raw).avif(avif).toBuffer();
  return await writeNamed({ data, width: raw.width, height: raw.height }, 'avif', place);
}

async function writeNamed(
  file: { data: Buffer; width: number; height: number },
  format: 'webp' | 'avif',
  place: string,
): Promise<ImageVariant> {
  const name = `w${file.width}.${format}`;
  await writeFile(`${place}${name}`, file.data);
  return { name, type: `image/${format}`, width: file.width, height: file.height, bytes: file.data.length };
}

const placeholderCharacters = 200;

/** A picture of a few dozen bytes that the browser shows blurred until the real one is loaded. */
async function placeholderOf(picture: Sharp): Promise<string> {
  for (const size of [16, 12, 8, 4]) {
    const tiny = await picture
      .clone()
      .resize({ width: size, height: size, fit: 'inside' })
      .webp({ quality: 30, effort: 6 })
      .toBuffer();
    const url = `data:image/webp;base64,${tiny.toString('base64')}`;
    if (url.length <= placeholderCharacters) return url;
  }
  return 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
}

/** The colour that stands for a picture: frequent, and rather a hue than the colour of paper or ink. */
async function colorOf(picture: Sharp): Promise<string> {
  const { data } = await picture
    .clone()
    .resize({ width: 32, height: 32, fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => ({ data: toRgb(data, info.channels) }));
  const buckets = new Map<number, { weight: number; count: number; sum: [number, number, number] }>();
  for (const [r, g, b] of data) {
    const key = ((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5);
    const bucket = buckets.get(key) ?? { weight: 0, count: 0, sum: [0, 0, 0] };
    const brightest = Math.max(r, g, b);
    const saturation = brightest === 0 ? 0 : (brightest - Math.min(r, g, b)) / brightest;
    bucket.weight += 0.08 + saturation * (brightest / 255);
    bucket.count += 1;
    bucket.sum = [bucket.sum[0] + r, bucket.sum[1] + g, bucket.sum[2] + b];
    buckets.set(key, bucket);
  }
  const best = [...buckets.values()].reduce((a, b) => (b.weight > a.weight ? b : a));
  return `#${best.sum
    .map((sum) =>
      Math.round(sum / best.count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function toRgb(data: Buffer, channels: number): [number, number, number][] {
  const at = (index: number) => data[index] ?? 0;
  return Array.from({ length: Math.floor(data.length / channels) }, (_, pixel) => {
    const start = pixel * channels;
    return channels < 3 ? [at(start), at(start), at(start)] : [at(start), at(start + 1), at(start + 2)];
  });
}
