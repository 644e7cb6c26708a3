// sharp alone: the same resizes and encodes as an import of these files, to memory. One process of several: arguments
// are the file with the list of jobs, this process's number, and how many there are.
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { type ImageKind, thumbBox, tilePlan, widthsFor } from '../../../src/features/media/rules.ts';

const [list = '', number = '0', processes = '1'] = process.argv.slice(2);
const jobs = JSON.parse(readFileSync(list, 'utf8')) as { path: string; kinds: ImageKind[] }[];
sharp.concurrency(1);

for (const [index, job] of jobs.entries()) {
  if (index % Number(processes) === Number(number)) await convert(job.path, job.kinds);
}

async function convert(path: string, kinds: ImageKind[]): Promise<void> {
  const { data, info } = await sharp(path)
    .autoOrient()
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const rows = (top: number, tall: number) =>
    sharp(data.subarray(top * width * channels, (top + tall) * width * channels), {
      raw: { width, height: tall, channels },
    });
  for (const kind of kinds) {
    const cuts =
      kind === 'page' ? tilePlan(info) : [{ top: 0, height: kind === 'thumb' ? thumbBox(info).cropHeight : height }];
    for (const cut of cuts) {
      const widths = kind === 'thumb' ? [thumbBox(info).width] : widthsFor(kind, width);
      for (const wide of widths) {
        const picture = wide === width ? rows(cut.top, cut.height) : rows(cut.top, cut.height).resize({ width: wide });
        const sized = await picture.raw().toBuffer({ resolveWithObject: true });
        const again = () =>
          sharp(sized.data, { raw: { width: sized.info.width, height: sized.info.height, channels } });
        await again().webp({ quality: 78, effort: 2 }).toBuffer();
        await again().avif({ quality: 50, effort: 2 }).toBuffer();
      }
    }
  }
}
