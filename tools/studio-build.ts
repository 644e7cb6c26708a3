import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { compressed, messageFiles } from './build-plugins.ts';

/** These bring a large library, for drags and for uploads, that most pages do not need. */
const large = /\/(studio\/web\/SortableList|uploads\/web\/send-file)\.tsx?$/;

const mayBeShared = (id: string) => id.includes('/src/') && !large.test(id);

/**
 * A browser's build of the studio, with files of these names. A build of its own, so that the files of readers' pages do
 * not change with it, and hold nothing of it.
 */
export function studioBuild({ entry, name, messages }: { entry: string; name: string; messages?: string }): UserConfig {
  return {
    appType: 'custom',
    publicDir: false,
    plugins: [react(), ...(messages ? [messageFiles(messages)] : []), compressed()],
    build: {
      outDir: `dist/${name}`,
      emptyOutDir: true,
      manifest: true,
      target: ['chrome100', 'safari15.4', 'firefox100'],
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // One sheet for all pages: they share most of it, and it comes with the document.
      cssCodeSplit: false,
      rollupOptions: {
        input: [entry],
        output: {
          entryFileNames: `assets/${name}-[hash].js`,
          chunkFileNames: `assets/${name}-[name]-[hash].js`,
          assetFileNames: `assets/${name}-[name]-[hash][extname]`,
          // Of what several pages share, a page would else load twenty small files.
          codeSplitting: { groups: [{ name: 'shared', test: mayBeShared, minShareCount: 3 }] },
        },
      },
    },
  };
}
