import { openBrowser, phone } from '../lib/browser.ts';
import { loadedScripts, reactDomAlone } from '../lib/javascript.ts';
import { chaptersOfLongBook, fillNumbers } from '../lib/numbers.ts';
import { call, enterStudio, type Studio, startStudio } from '../lib/studio.ts';
import { median, type Row } from '../row.ts';

const rounds = 15;

export const studioDropOff: Row = {
  name: 'studio-drop-off',
  what: `the data of a book's drop-off page (${chaptersOfLongBook} chapters, where readers stop), 28 days, over 10 million rolled-up events`,
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 300 },
  async run(context) {
    const studio = await startStudio(context, { name: 'studio-drop-off', cores: 'own' });
    try {
      const { bookId, events } = await fillNumbers(studio.database.db, { days: 365 });
      const times: number[] = [];
      for (let round = 0; round <= rounds; round++) times.push(await msOfDropOff(studio, bookId));
      const [first = Number.NaN, ...later] = times;
      const note = `${(events / 1e6).toFixed(1)} million events; first ${first.toFixed(0)} ms, slowest later ${Math.max(...later).toFixed(0)} ms`;
      return { ours: median(later), reference: null, note };
    } finally {
      await studio.stop();
    }
  },
};

/** Both parts together, as the page asks for them. */
async function msOfDropOff(studio: Studio, bookId: string): Promise<number> {
  const query = `book_uuid=${bookId}&page_size=5000&title_language=en-us`;
  const began = performance.now();
  const answers = await Promise.all(
    ['chapters', 'stops'].map((name) =>
      call<{ result: unknown[] }>(studio, { method: 'GET', path: `/numbers/${name}?${query}` }),
    ),
  );
  const ms = performance.now() - began;
  if (answers.some(({ data }) => data.result.length !== chaptersOfLongBook)) throw new Error('Chapters are missing');
  return ms;
}

export const javascriptOfNumbers: Row = {
  name: 'js-studio-numbers',
  what: "JavaScript loaded by the first view of the studio's numbers on a phone, with visits in its plot, gzip",
  against: 'react-dom alone',
  unit: 'kB',
  target: { kind: 'oursAtMost', value: 180 },
  async run(context) {
    const studio = await startStudio(context, { name: 'js-studio-numbers', cores: 'own' });
    const browser = await openBrowser();
    try {
      await fillNumbers(studio.database.db, { days: 28 });
      const page = await (await browser.newContext(phone)).newPage();
      await enterStudio(page, studio);
      const { files, kB } = await loadedScripts(page, `${studio.server.url}/studio/numbers`);
      // The plot is part of the view, whenever its code comes.
      if ((await page.locator('figure svg').count()) === 0) throw new Error('The page shows no plot');
      return { ours: kB, reference: await reactDomAlone(), note: `${files} files` };
    } finally {
      await browser.close();
      await studio.stop();
    }
  },
};
