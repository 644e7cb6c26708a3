import { membershipPath } from '../../../src/shared/paths.ts';
import { openBrowser, phone } from '../lib/browser.ts';
import { serveChapter } from '../lib/chapter.ts';
import { loadedScripts, reactDomAlone } from '../lib/javascript.ts';
import type { Row } from '../row.ts';

function row(given: { name: string; what: string; budgetKb: number; path: 'home' | 'chapter' | 'membership' }): Row {
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
        const path = { home: '/', chapter: chapter.path, membership: membershipPath }[given.path];
        const { files, kB } = await loadedScripts(page, chapter.server.url + path);
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
export const javascriptOfMembership = row({
  name: 'js-membership',
  what: "visitor's page of the plans",
  path: 'membership',
  budgetKb: 100,
});
