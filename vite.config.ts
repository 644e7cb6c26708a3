import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups, noStrays } from './tools/chunks.ts';
import { earlyScript } from './tools/early-script.ts';

const isOnEveryPage = /\/(?:browser|rolldown-runtime)-/;

/** The browser's build: dist/client, hashed names under /assets/, and the manifest that the server renders by. */
export default defineConfig({
  appType: 'custom',
  plugins: [noStrays(), earlyScript(), withoutSources(), react(), messageFiles(), compressed()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // Phones that stopped getting updates: Chrome 100, Safari 15.4.
    target: ['chrome100', 'safari15.4', 'firefox100'],
    modulePreload: {
      polyfill: false,
      // What every page has loaded need not be asked for again, and naming it costs each file of code some bytes.
      resolveDependencies: (_file, dependencies) => dependencies.filter((name) => !isOnEveryPage.test(name)),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      input: ['src/app/site/browser.tsx', 'src/web/fonts.css'],
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
});

/** The names of source files, by which the server finds a page's chunks in the manifest, say nothing to a browser. */
function withoutSources(): Plugin {
  return {
    name: 'without-sources',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/(?:app|features)\/.*\.tsx?$/ },
      handler: (code) => code.replace(/'src\/(?:app|features)\/[\w/-]+\.tsx?'/gi, "''"),
    },
  };
}

/** Each language's words as a file of data; the manifest knows it by its source, messages/<language>.json. */
function messageFiles(): Plugin {
  return {
    name: 'message-files',
    apply: 'build',
    async buildStart() {
      const directory = join(import.meta.dirname, 'messages');
      const entries = await readdir(directory, { withFileTypes: true });
      // The folder in it has the words of the studio, which no page of readers loads.
      for (const { name } of entries.filter((entry) => entry.isFile())) {
        const originalFileName = `messages/${name}`;
        const source = JSON.stringify(JSON.parse(await readFile(join(directory, name), 'utf8')));
        this.emitFile({ type: 'asset', name, originalFileName, source });
      }
    },
  };
}

/** Writes each text file's brotli and gzip forms beside it, so that the server only reads them. */
function compressed(): Plugin {
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
