import { build, type Plugin } from 'vite';

const query = '?early';

/**
 * Makes `import { earlyScript } from './early.ts?early'` give that file and all its imports as the text of one script.
 */
export function earlyScript(): Plugin {
  return {
    name: 'early-script',
    enforce: 'pre',
    load: {
      filter: { id: /\?early$/ },
      async handler(id) {
        const { text, files } = await bundle(id.slice(0, -query.length));
        for (const file of files) this.addWatchFile(file);
        return `export const earlyScript = ${JSON.stringify(text)}`;
      },
    },
  };
}

async function bundle(entry: string): Promise<{ text: string; files: string[] }> {
  const files: string[] = [];
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [{ name: 'files', moduleParsed: ({ id }) => void files.push(id) }],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      reportCompressedSize: false,
      target: ['chrome100', 'safari15.4', 'firefox100'],
      lib: { entry, formats: ['iife'], name: 'early' },
    },
  });
  const [built] = Array.isArray(result) ? result : [result];
  const chunk = built && 'output' in built ? built.output[0] : null;
  if (!chunk) throw new Error(`${entry} was not built`);
  return { text: chunk.code.trim(), files };
}
