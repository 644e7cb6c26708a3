import { defineConfig } from 'vite';

/** The service worker: one classic script in dist/worker, since not every browser takes modules there. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/worker',
    emptyOutDir: true,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    modulePreload: false,
    reportCompressedSize: false,
    lib: { entry: 'src/features/offline/web/worker/sw.ts', formats: ['iife'], name: 'worker', fileName: () => 'sw.js' },
  },
});
