// Compares the compressed JavaScript of each page's first view with its limit. Reads the build in dist/.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Assets, loadAssets } from '../src/app/rendering/assets.ts';
import { firstViews, lateChunk } from './first-views.ts';

const dist = join(import.meta.dirname, '..', 'dist');

function sizeOfFirstView(assets: Assets, source: string, parts: string[]) {
  const { entry, preload, ofParts, messages } = assets.pageFiles({ source, parts, language: 'en-us' });
  const sizeOf = (path: string) => {
    const file = assets.files.get(path);
    if (!file) throw new Error(`The build has no ${path}`);
    return file.gzip?.length ?? gzipSync(file.raw, { level: 9 }).length;
  };
  const late = [...assets.files.keys()].filter((path) => path.startsWith(`/assets/${lateChunk}-`));
  const files = new Set([entry, ...preload, ...Object.values(ofParts).flat(), ...late]);
  const code = [...files].reduce((sum, path) => sum + sizeOf(path), 0);
  return { code, words: sizeOf(messages), files: files.size };
}

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The view of the studio with the largest libraries (lab/benchmarks.md: js-studio-numbers). */
const studioView = ['src/app/studio/studio.tsx', 'src/features/numbers/web/studio/NumbersPage.tsx'];
const studioLimit = 180_000;

function sizeOfStudioView() {
  const built = join(dist, 'studio');
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    readFileSync(join(built, '.vite/manifest.json'), 'utf8'),
  );
  const loaded = new Set(studioView);
  for (const name of loaded) for (const next of manifest[name]?.imports ?? []) loaded.add(next);
  const sizes = [...loaded].map((name) => {
    const file = manifest[name]?.file;
    if (!file) throw new Error(`The build of the studio has no ${name}`);
    return gzipSync(readFileSync(join(built, file)), { level: 9 }).length;
  });
  return { code: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}

function compare(name: string, { code, files }: { code: number; files: number }, limit: number, more = ''): void {
  const over = code > limit;
  const measured = `${inKilobytes(code)} of JavaScript in ${files} files (at most ${inKilobytes(limit)})`;
  console.log(`${over ? 'OVER' : 'ok'}  ${name}: ${measured}${more}`);
  if (over) process.exitCode = 1;
}

const assets = await loadAssets(join(dist, 'client'));
for (const { name, source, part, limit } of firstViews) {
  const size = sizeOfFirstView(assets, source, part ? [part] : []);
  compare(name, size, limit, `, ${inKilobytes(size.words)} of words`);
}
compare("the studio's numbers", sizeOfStudioView(), studioLimit);
