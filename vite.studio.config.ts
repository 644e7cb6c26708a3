import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed, messageFiles } from './tools/build-plugins.ts';

/**
 * The browser's build of the studio: dist/studio. A build of its own, so that the files of readers' pages do not change
 * with it, and hold nothing of it.
 */
export default defineConfig({
  appType: 'custom',
  publicDir: false,
  plugins: [react(), messageFiles('messages/studio'), compressed()],
  build: {
    outDir: 'dist/studio',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // One sheet for all pages: they share most of it, and it comes with the document.
    cssCodeSplit: false,
    rollupOptions: {
      input: ['src/app/studio/studio.tsx'],
      output: {
        entryFileNames: 'assets/studio-[hash].js',
        chunkFileNames: 'assets/studio-[name]-[hash].js',
        assetFileNames: 'assets/studio-[name]-[hash][extname]',
      },
    },
  },
});
