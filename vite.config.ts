import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed, messageFiles } from './tools/build-plugins.ts';
import { earlyScript } from './tools/early-script.ts';
import { createViewChunks, isLoadedWith } from './tools/first-views.ts';

const isOnEveryPage = /\/(?:base|browser|rolldown-runtime)-/;

/** The browser's build: dist/client, hashed names under /assets/, and the manifest that the server renders by. */
export default defineConfig({
  appType: 'custom',
  plugins: [earlyScript(), withoutSources(), react(), messageFiles('messages'), compressed()],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    // Phones that stopped getting updates: Chrome 100, Safari 15.4.
    target: ['chrome100', 'safari15.4', 'firefox100'],
    modulePreload: {
      polyfill: false,
      // What is loaded with the file that asks need not be asked for again, and naming it costs that file some bytes.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        dependencies.filter((name) => !isOnEveryPage.test(name) && !isLoadedWith(name, hostId)),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: {
      input: ['src/app/site/browser.tsx', 'src/web/fonts.css'],
      output: {
        codeSplitting: {
          groups: [
            // The fonts are no code: a stylesheet of their own, which pages load late.
            { name: 'base', tags: ['$initial'], test: /(?<!fonts\.css)$/, priority: 1 },
            // A set's modules may import those of a larger set, which are a chunk of their own.
            { name: createViewChunks(), includeDependenciesRecursively: false },
          ],
        },
      },
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
