// Compares the compressed JavaScript of each page's first view with its limit. Reads the build in dist/.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Assets, loadAssets } from '../src/app/rendering/assets.ts';
import { firstViews, lateChunk } from './first-views.ts';

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

const assets = await loadAssets(join(import.meta.dirname, '..', 'dist', 'client'));
for (const { name, source, part, limit } of firstViews) {
  const { code, words, files } = sizeOfFirstView(assets, source, part ? [part] : []);
  const over = code > limit;
  const measured = `${inKilobytes(code)} of JavaScript in ${files} files (at most ${inKilobytes(limit)})`;
  console.log(`${over ? 'OVER' : 'ok'}  ${name}: ${measured}, ${inKilobytes(words)} of words`);
  if (over) process.exitCode = 1;
}
