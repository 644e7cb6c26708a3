import { defineConfig } from 'vite';

/** The programs in dist/server; all else is a chunk that loads when it is first needed. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        cli: 'src/app/cli.ts',
        'quick-start': 'src/app/quick-start.ts',
        'media-worker': 'src/features/media/server/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
