import { openBrowser, phone } from '../lib/browser.ts';
import { serveChapter } from '../lib/chapter.ts';
import { loadedScripts, reactDomAlone } from '../lib/javascript.ts';
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
        const { files, kB } = await loadedScripts(
          page,
          chapter.server.url + (given.path === 'home' ? '/' : chapter.path),
        );
        return { ours: kB, reference: await reactDomAlone(), note: `${files} files` };
      } finally {
        await browser.close();
        await chapter.server.stop();
      }
    },
  };
}

export const javascriptOfBookList = row({ name: 'js-book-list', what: 'book list', path: 'home', budgetKb: 97 });
export const javascriptOfReader = row({ name: 'js-reader', what: 'reader', path: 'chapter', budgetKb: 107 });
