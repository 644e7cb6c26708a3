import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { earlyScript } from '../../../tools/early-script.ts';
import { seededDemo } from '../lib/demo.ts';
import { missingForLoad, serverCore } from '../lib/load.ts';
import { startLongstrip } from '../lib/longstrip.ts';
import { median, type Row } from '../row.ts';

const run = promisify(execFile);

export const renderMiss: Row = {
  name: 'render-miss',
  what: 'rendering the book list on a cache miss, from answers at hand',
  against: 'plain renderToString of the same markup',
  unit: 'pages/s',
  target: { kind: 'ratioAtLeast', value: 0.4 },
  async run(context) {
    const missing = missingForLoad();
    if (missing) return { skipped: missing };
    const outDir = resolve('dist', 'bench');
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: [earlyScript()],
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { ssr: 'lab/bench/lib/render-page.tsx', outDir, emptyOutDir: true, minify: false, target: 'node20' },
    });
    const server = await startLongstrip({ dataDir: await seededDemo(context) });
    try {
      const script = join(outDir, 'render-page.js');
      const command = ['-c', serverCore, process.execPath, script, server.url, 'dist/client'];
      const { stdout } = await run('taskset', command, { env: { ...process.env, NODE_ENV: 'production' } });
      const { rounds, characters } = JSON.parse(stdout) as Printed;
      return {
        ours: median(rounds.map((round) => round.ours)),
        reference: median(rounds.map((round) => round.reference)),
        ratio: median(rounds.map((round) => round.ours / round.reference)),
        note: `${characters} characters of markup`,
      };
    } finally {
      await server.stop();
    }
  },
};

interface Printed {
  rounds: { ours: number; reference: number }[];
  characters: number;
}
