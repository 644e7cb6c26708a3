import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { openBrowser, phone } from '../lib/browser.ts';
import { serveChapter } from '../lib/chapter.ts';
import type { Row } from '../row.ts';

function row(given: { name: string; what: string; budgetKb: number; path: 'home' | 'chapter' }): Row {
  return {
    name: given.name,
    what: `JavaScript loaded by the first view of the ${given.what}, gzip`,
    against: 'react-dom alone',
    unit: 'kB',
    target: { kind: 'oursAtMost', value: given.budgetKb },
    async run(context) {
      const chapter = await serveChapter(context, given.name);
      const browser = await openBrowser();
      try {
        const page = await (await browser.newContext(phone)).newPage();
        const scripts = new Set<string>();
        page.on('response', (response) => {
          if (response.request().resourceType() === 'script') scripts.add(response.url());
        });
        await page.goto(chapter.server.url + (given.path === 'home' ? '/' : chapter.path), {
          waitUntil: 'networkidle',
        });
        await page.waitForTimeout(2000);
        let bytes = 0;
        for (const url of scripts) bytes += gzipped(Buffer.from(await (await fetch(url)).arrayBuffer()));
        return { ours: bytes / 1000, reference: (await reactDomAlone()) / 1000, note: `${scripts.size} files` };
      } finally {
        await browser.close();
        await chapter.server.stop();
      }
    },
  };
}

/** The size after the build's compression (vite.config.ts). */
function gzipped(code: string | Buffer): number {
  return gzipSync(code, { level: 9 }).length;
}

/** The size of a page that uses only hydrateRoot. */
async function reactDomAlone(): Promise<number> {
  const id = 'virtual:react-dom-alone';
  const code = "import { hydrateRoot } from 'react-dom/client'; hydrateRoot(document.body, null);";
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    build: { write: false, rollupOptions: { input: id } },
    plugins: [
      {
        name: 'react-dom-alone',
        resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
        load: (wanted) => (wanted === `\0${id}` ? code : null),
      },
    ],
  });
  const files = 'output' in output ? output.output : [];
  return files.reduce((sum, file) => sum + (file.type === 'chunk' ? gzipped(file.code) : 0), 0);
}

export const javascriptOfBookList = row({ name: 'js-book-list', what: 'book list', path: 'home', budgetKb: 95 });
export const javascriptOfReader = row({ name: 'js-reader', what: 'reader', path: 'chapter', budgetKb: 105 });
