import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { imageLimits } from '../../rules.ts';
import type { ExtractedEntry, ExtractResult, PageRange } from '../wire/jobs-wire.ts';
import { Refusal } from '../wire/refusal.ts';
import { type ExtractTarget, refuseTotal } from './archive-bounds.ts';

/** PDFium holds the file in its memory beside ours, and a child has 1 GiB in all. */
const mostFileBytes = 256 * 1024 * 1024;
const mostPages = 2000;
/** The width of the widest page that we serve. */
const drawnWidth = 1600;
const allPages: PageRange = { first: 0, count: mostPages };
/** Level 1: three fifths of the time of 3, for a file a fifth larger. It is kept, and read once more to be converted. */
const drawnPng = { compressionLevel: 1 };
/** For one page, at four bytes each in PDFium's memory and once more in ours. */
const mostPixels = 24_000_000;

/** Draws pages of a PDF as pictures, in order; a page that cannot be drawn is left out with its cause. */
export async function drawPages(path: string, target: ExtractTarget, range = allPages): Promise<ExtractResult> {
  try {
    return await drawRange(path, target, range);
  } finally {
    // A child draws many parts of a large file. Two of its copies at once, one of them forgotten, would be over the limit.
    globalThis.gc?.();
  }
}

async function drawRange(path: string, target: ExtractTarget, range: PageRange): Promise<ExtractResult> {
  if (target.archiveBytes > mostFileBytes) throw new Refusal('the PDF is over 256 MiB');
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await readFile(path)).catch(refuse);
    try {
      return await drawAll(document, target, range);
    } finally {
      document.destroy();
    }
  } finally {
    library.destroy();
  }
}

async function drawAll(document: PDFiumDocument, target: ExtractTarget, range: PageRange): Promise<ExtractResult> {
  const pageCount = document.getPageCount();
  if (pageCount > mostPages) throw new Refusal('the PDF has over 2,000 pages');
  const entries: ExtractedEntry[] = [];
  const faults: ExtractResult['faults'] = [];
  let total = 0;
  const end = Math.min(pageCount, range.first + range.count);
  for (let index = range.first; index < end; index += 1) {
    target.alive();
    const name = `page ${String(index + 1).padStart(4, '0')}.png`;
    const drawn = await drawPage(document, index).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    if (drawn instanceof Refusal) {
      faults.push({ name, cause: drawn.message });
      continue;
    }
    total += drawn.length;
    refuseTotal(total, Number.POSITIVE_INFINITY);
    const file = join(target.outDir, String(index + 1).padStart(5, '0'));
    await writeFile(file, drawn, { flag: 'wx' });
    entries.push({ name, file, bytes: drawn.length, sha256: createHash('sha256').update(drawn).digest('hex') });
  }
  return { entries, faults, pageCount };
}

function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  throw new Refusal(/password/i.test(message) ? 'the PDF is encrypted' : `the PDF is damaged (${message})`);
}

async function drawPage(document: PDFiumDocument, index: number): Promise<Buffer> {
  const page = pageAt(document, index);
  const { width, height } = drawnSize(page);
  const { data } = await page.render({ width, height, render: 'bitmap', colorSpace: 'BGRA' }).catch(refusePage);
  return await sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .removeAlpha()
    .png(drawnPng)
    .toBuffer();
}

function pageAt(document: PDFiumDocument, index: number): PDFiumPage {
  try {
    return document.getPage(index);
  } catch (error) {
    return refusePage(error);
  }
}

function refusePage(error: unknown): never {
  throw new Refusal(`the page cannot be drawn (${error instanceof Error ? error.message : String(error)})`);
}

function drawnSize(page: PDFiumPage): { width: number; height: number } {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  if (!(originalWidth >= 1 && originalHeight >= 1)) throw new Refusal('the page has no size');
  const ratio = originalHeight / originalWidth;
  const width = Math.floor(Math.min(drawnWidth, Math.sqrt(mostPixels / ratio), imageLimits.stripHeight / ratio));
  const height = Math.max(1, Math.round(width * ratio));
  if (width < 1) throw new Refusal('the page has no size that can be drawn');
  return { width, height };
}
