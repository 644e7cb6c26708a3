// Compares the compressed JavaScript of each page's first view with its limit. Reads the build in dist/.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Assets, loadAssets, readBuild, type StaticFile } from '../src/app/rendering/assets.ts';
import { firstViews, lateChunk } from './first-views.ts';

const dist = join(import.meta.dirname, '..', 'dist');

function sizeOf(files: ReadonlyMap<string, StaticFile>, path: string): number {
  const file = files.get(path);
  if (!file) throw new Error(`The build has no ${path}`);
  return file.gzip?.length ?? gzipSync(file.raw, { level: 9 }).length;
}

const sumOf = (files: ReadonlyMap<string, StaticFile>, paths: ReadonlySet<string>) => ({
  code: [...paths].reduce((sum, path) => sum + sizeOf(files, path), 0),
  files: paths.size,
});

function sizeOfFirstView(assets: Assets, source: string, parts: string[]) {
  const { entry, preload, ofParts, messages } = assets.pageFiles({ source, parts, language: 'en-us' });
  const late = [...assets.files.keys()].filter((path) => path.startsWith(`/assets/${lateChunk}-`));
  const paths = new Set([entry, ...preload, ...Object.values(ofParts).flat(), ...late]);
  return { ...sumOf(assets.files, paths), words: sizeOf(assets.files, messages) };
}

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The view of the studio with the largest libraries (lab/benchmarks.md: js-studio-numbers). */
const studioView = ['src/app/studio/studio.tsx', 'src/features/numbers/web/studio/NumbersPage.tsx'];
const studioLimit = 180_000;

async function sizeOfStudioView() {
  const { files, modulesOf } = await readBuild(join(dist, 'studio'));
  return sumOf(files, new Set(modulesOf(studioView)));
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
compare("the studio's numbers", await sizeOfStudioView(), studioLimit);
