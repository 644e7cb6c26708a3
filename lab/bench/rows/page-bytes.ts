import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ComicPage } from '../../../src/features/reading/contract.ts';
import { serveFolder } from '../lib/chapter.ts';
import { type Grey, ssim } from '../lib/ssim.ts';
import type { Row } from '../row.ts';

/** The width of the originals, and roughly that of a strip on a phone with three device pixels per CSS pixel. */
const width = 860;
const alikeEnough = 0.99;
const chapter = ['comics', 'pepper-and-carrot', 'en', 'ep01_Potion-of-Flight'];

export const pageBytes: Row = {
  name: 'page-bytes',
  what: `bytes of a chapter's images as AVIF at ${width} px, at a mean SSIM of ${alikeEnough} or more`,
  against: 'the original JPEGs',
  unit: 'kB',
  target: { kind: 'ratioAtMost', value: 0.6 },
  async run({ samples, scratch }) {
    if (samples === null) return { skipped: 'the sample library is absent (LONGSTRIP_SAMPLES)' };
    const path = join(samples, ...chapter);
    const originals = readdirSync(path)
      .filter((name) => name.endsWith('.jpg'))
      .sort(new Intl.Collator('en', { numeric: true }).compare)
      .map((name) => readFileSync(join(path, name)));
    const folder = join(scratch, 'page-bytes');
    const { server, content } = await serveFolder({ folder, path, pages: originals.length });
    try {
      const served = await Promise.all((content.pages ?? []).map((page) => fetchPage(server.url, page)));
      const likeness = await Promise.all(served.map((bytes) => bestLikeness(bytes, originals)));
      const mean = likeness.reduce((sum, each) => sum + each, 0) / likeness.length;
      return {
        ours: sizeOf(served) / 1000,
        reference: sizeOf(originals) / 1000,
        // Smaller files that look worse do not count.
        ...(mean < alikeEnough && { ratio: Number.NaN }),
        note: `${served.length} images; SSIM ${mean.toFixed(4)} in the mean, ${Math.min(...likeness).toFixed(4)} at the lowest`,
      };
    } finally {
      await server.stop();
    }
  },
};

const sizeOf = (files: readonly Buffer[]) => files.reduce((sum, { length }) => sum + length, 0);

/** The file that a browser chooses for the page at that width: the smallest wide enough, in the best format. */
async function fetchPage(url: string, { sources }: ComicPage): Promise<Buffer> {
  const candidates = (sources[0]?.srcset ?? '').split(', ').map((candidate) => {
    const [address = '', wide = '0'] = candidate.split(' ');
    return { address, wide: Number.parseInt(wide, 10) };
  });
  const fits = candidates.find(({ wide }) => wide >= width) ?? candidates.at(-1);
  const response = await fetch(url + fits?.address);
  return Buffer.from(await response.arrayBuffer());
}

/** The original of a page is the most similar one: the order of names may differ from that of pages. */
async function bestLikeness(bytes: Buffer, originals: readonly Buffer[]): Promise<number> {
  const page = await greyOf(bytes);
  const all = await Promise.all(originals.map(greyOf));
  const alike = all.filter((original) => original.height === page.height).map((original) => ssim(page, original));
  return Math.max(0, ...alike);
}

async function greyOf(bytes: Buffer): Promise<Grey> {
  const { data, info } = await sharp(bytes)
    .resize({ width })
    .flatten()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
