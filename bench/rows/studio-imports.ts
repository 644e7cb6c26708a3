import sharp from 'sharp';
import type { PlanOnWire } from '../../src/features/publishing/studio-contract.ts';
import { call, type SentFile, type Studio, sendImport, startStudio, stepTo } from '../lib/studio.ts';
import type { Row } from '../row.ts';

const chapters = 20;
const pagesOfChapter = 100;
const files = chapters * pagesOfChapter;
const rowsOfPage = 500;

export const studioDryRun: Row = {
  name: 'studio-dry-run',
  what: `the table of ${files} sent pictures in ${chapters} chapters, from "Check" to its last row; no picture is decoded`,
  against: 'its target',
  unit: 's',
  target: { kind: 'oursAtMost', value: 10 },
  async run(context) {
    const pictures = await drawSmallPictures();
    const studio = await startStudio(context, { name: 'studio-dry-run', cores: 'every' });
    try {
      const began = performance.now();
      const importId = await sendImport(studio, pictures);
      const sent = performance.now();
      await stepTo(studio, importId, { step: 'check', state: 'checked' });
      const rows = await readTable(studio, importId);
      const ended = performance.now();
      if (rows !== files) throw new Error(`The table has ${rows} of ${files} files`);
      const note = `sent in ${((sent - began) / 1000).toFixed(1)} s before`;
      return { ours: (ended - sent) / 1000, reference: null, note };
    } finally {
      await studio.stop();
    }
  },
};

/** Different pictures of 48 × 72 pixels in a comic's folders. */
async function drawSmallPictures(): Promise<SentFile[]> {
  const drawn: SentFile[] = [];
  for (let number = 0; number < files; number++) {
    const chapter = String(Math.floor(number / pagesOfChapter) + 1).padStart(3, '0');
    const page = String((number % pagesOfChapter) + 1).padStart(3, '0');
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const bytes = await sharp({ create: { width: 48, height: 72, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer();
    drawn.push({ path: `A comic/${chapter}/${page}.jpg`, bytes });
  }
  return drawn;
}

/** Reads all rows of the plan; returns how many of them become pages. */
async function readTable(studio: Studio, importId: string): Promise<number> {
  let pages = 0;
  for (let page = 0; page * rowsOfPage < files; page++) {
    const path = `/imports/${importId}/plan?page=${page}&page_size=${rowsOfPage}`;
    const { data } = await call<PlanOnWire>(studio, { method: 'GET', path });
    pages += data.result.files.filter(({ becomes }) => becomes?.as === 'page').length;
  }
  return pages;
}
