import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { onEveryCore } from '../lib/load.ts';
import { runLongstrip, startDatabase } from '../lib/longstrip.ts';
import { interleave, type Row } from '../row.ts';

/** The imported books: real art in five languages, and slices of a webtoon. */
const books = ['pepper-and-carrot', 'climate-frogs-webtoon'];
const picture = /\.(jpe?g|png|webp)$/i;

export const importing: Row = {
  name: 'import',
  what: 'import of sample comics, one job per core',
  against: 'sharp alone doing the same resizes and encodes',
  unit: 'pages/s',
  target: { kind: 'ratioAtLeast', value: 0.8 },
  async run({ samples, scratch }) {
    if (samples === null) return { skipped: 'the sample library is absent (LONGSTRIP_SAMPLES)' };
    const folders = books.map((book) => join(samples, 'comics', book));
    const files = folders.flatMap(listPictures);
    const list = join(scratch, 'pages.json');
    writeFileSync(list, JSON.stringify(jobsFor(files)));
    let round = 0;
    const ours = async () => {
      const dataDir = join(scratch, `import-${round++}`);
      const database = await startDatabase(join(dataDir, 'postgres'));
      try {
        const options = { dataDir, databaseUrl: database.url };
        // Some of the samples are odd on purpose: an import that names them ends 1.
        const speed = await pagesPerSecond(files.length, () =>
          runLongstrip(['import', ...folders], { ...options, mayFail: true }),
        );
        const { length } = JSON.parse(await runLongstrip(['book', 'list', '--json'], options)) as unknown[]; // a list
        if (length !== folders.length) throw new Error(`${length} of ${folders.length} books were imported`);
        return speed;
      } finally {
        await database.stop();
      }
    };
    const alone = () => pagesPerSecond(files.length, () => Promise.all(cpus().map((_, i) => sharpAlone(list, i))));
    return { ...(await interleave(1, ours, alone)), note: `${files.length} pages` };
  },
};

async function pagesPerSecond(pages: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return pages / ((performance.now() - began) / 1000);
}

function listPictures(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return entries.filter((name) => picture.test(name)).map((name) => join(folder, name));
}

/** The same jobs as in an import: every picture is a page, and the first one of a chapter also makes its thumbnail. */
function jobsFor(files: string[]): { path: string; kinds: string[] }[] {
  const seen = new Set<string>();
  return [...files].sort().map((path) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const first = !seen.has(folder);
    seen.add(folder);
    return { path, kinds: first ? ['page', 'thumb'] : ['page'] };
  });
}

async function sharpAlone(list: string, number: number): Promise<void> {
  const args = ['--import', 'tsx', 'lab/bench/lib/sharp-alone.ts', list, String(number), String(cpus().length)];
  const [program = '', ...rest] = onEveryCore([process.execPath, ...args]);
  const child = spawn(program, rest, { stdio: 'inherit' });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`sharp alone ended with ${status}`);
}
