// Compares the compressed JavaScript of each page's first view with its budget. Reads the build in dist/.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Assets, loadAssets } from '../src/app/rendering/assets.ts';

const kilobyte = 1000;

interface Budget {
  view: string;
  source: string;
  part?: string;
  limit: number;
}

/** docs/benchmarks.md measures the same sums in a browser, the file that comes after the start among them. */
const budgets: Budget[] = [
  { view: 'book list', source: 'src/app/site/HomePage.tsx', limit: 95 * kilobyte },
  { view: 'chapter list', source: 'src/app/site/OpenedBookPage.tsx', limit: 100 * kilobyte },
  ...['strip/StripChapter', 'novel/NovelChapter'].map((name) => reader({ name, limit: 105 * kilobyte })),
  // These two were below 105 and 108.5 before the late file counted, and are smaller now; names of files vary by some bytes.
  reader({ name: 'paged/PagedChapter', limit: 105.2 * kilobyte }),
  // A text with pictures needs the code for text, with its formulas and notes, and the code for images.
  reader({ name: 'novel/IllustratedChapter', limit: 108.7 * kilobyte }),
];

function reader({ name, limit }: { name: string; limit: number }): Budget {
  const part = `src/features/reading/web/${name}.tsx`;
  return { view: `reader, ${name}`, source: 'src/app/site/OpenedReaderPage.tsx', part, limit };
}

function sizeOfFirstView(assets: Assets, source: string, part: string[]): { code: number; words: number } {
  const { entry, preload, ofParts, messages } = assets.pageFiles({ source, parts: part, language: 'en-us' });
  const sizeOf = (path: string) => {
    const file = assets.files.get(path);
    if (!file) throw new Error(`The build has no ${path}`);
    return file.gzip?.length ?? gzipSync(file.raw, { level: 9 }).length;
  };
  const late = [...assets.files.keys()].filter((path) => path.startsWith('/assets/late-') && path.endsWith('.js'));
  if (late.length !== 1) throw new Error(`The build has ${late.length} files of late code (tools/chunks.ts)`);
  const code = [entry, ...preload, ...late, ...part.flatMap((name) => ofParts[name] ?? [])].reduce(
    (sum, path) => sum + sizeOf(path),
    0,
  );
  return { code, words: sizeOf(messages) };
}

const assets = await loadAssets(join(import.meta.dirname, '..', 'dist', 'client'));
for (const { view, source, part, limit } of budgets) {
  const { code, words } = sizeOfFirstView(assets, source, part ? [part] : []);
  const over = code > limit;
  const measured = `${(code / kilobyte).toFixed(1)} kB of JavaScript (at most ${limit / kilobyte} kB)`;
  console.log(`${over ? 'OVER' : 'ok'}  ${view}: ${measured}, ${(words / kilobyte).toFixed(1)} kB of words`);
  if (over) process.exitCode = 1;
}
