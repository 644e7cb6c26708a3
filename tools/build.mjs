// Builds the browser's files and the server's programs into dist/, with a stamp of their source.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { stampOfSource, writeStamp } from './build-stamp.mjs';
import { requireNode, root } from './prepare.mjs';

process.chdir(root);
// An older one fails while it loads Vite, with a message of its own.
requireNode();
const { build } = await import('vite');
// The build is always for production, independent of the settings.
process.env.NODE_ENV = 'production';

// Taken before the build: if a file changes meanwhile, the stamp no longer fits.
const stamp = stampOfSource(root);
rmSync(join(root, 'dist', 'stamp'), { force: true });
const quiet = { logLevel: 'warn', build: { rollupOptions: { checks: { pluginTimings: false } } } };
await build({ configFile: 'vite.config.ts', ...quiet });
await build({ configFile: 'vite.studio.config.ts', ...quiet });
await build({ configFile: 'vite.preview.config.ts', ...quiet });
await build({ configFile: 'vite.worker.config.ts', ...quiet });
await build({ configFile: 'vite.server.config.ts', ...quiet });
writeStamp(root, stamp);
