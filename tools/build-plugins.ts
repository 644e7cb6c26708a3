import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { root } from './tree.ts';

/** Each language's words in that folder as a file of data; the manifest knows it by its source, <folder>/<language>.json. */
export function messageFiles(folder: string): Plugin {
  return {
    name: 'message-files',
    apply: 'build',
    async buildStart() {
      const directory = join(root, folder);
      const entries = await readdir(directory, { withFileTypes: true });
      for (const { name } of entries.filter((entry) => entry.isFile())) {
        const originalFileName = `${folder}/${name}`;
        const source = JSON.stringify(JSON.parse(await readFile(join(directory, name), 'utf8')));
        this.emitFile({ type: 'asset', name, originalFileName, source });
      }
    },
  };
}

/** Writes each text file's brotli and gzip forms beside it, so that the server only reads them. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      if (!dir) return;
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      const texts = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg|json|txt)$/.test(entry.name));
      await Promise.all(texts.map((entry) => compressFile(join(entry.parentPath, entry.name))));
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < 512) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
