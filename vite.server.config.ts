import { defineConfig } from 'vite';
import { earlyScript } from './tools/early-script.ts';

/** The programs in dist/server; all else is a chunk that loads when it is first needed. */
export default defineConfig({
  plugins: [earlyScript()],
  publicDir: false,
  // React stands in the bundle in its production form: NODE_ENV decides which settings are required, not how fast we render.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: [/^react/, 'scheduler'] },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      onLog: (level, log, report) => {
        // 'use client' means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
      input: {
        cli: 'src/app/cli/cli.ts',
        'quick-start': 'src/app/cli/serve/quick-start.ts',
        'command-worker': 'src/app/cli/command-worker.ts',
        'server-worker': 'src/app/cli/serve/server-worker.ts',
        'media-worker': 'src/features/media/server/workers/worker.ts',
        'password-worker': 'src/features/accounts/server/password-worker.mjs',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Node keeps the text of what it runs, in two bytes a letter where one letter of a file is beyond Latin-1.
        comments: { jsdoc: false },
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
});
