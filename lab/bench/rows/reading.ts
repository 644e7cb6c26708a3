import type { CDPSession, Page } from '@playwright/test';
import { openBrowser, phone } from '../lib/browser.ts';
import { serveChapter } from '../lib/chapter.ts';
import { longestOf, timeTasks } from '../lib/tasks.ts';
import type { Row } from '../row.ts';

const chapters = 20;

/** Flings through the page, one screen after another, to one end, or `most` times; returns the number of flings. */
export async function fling(
  page: Page,
  session: CDPSession,
  { most, towards }: { most: number; towards: 'end' | 'top' },
): Promise<number> {
  for (let times = 0; times < most; times++) {
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 600,
      yDistance: towards === 'end' ? -3000 : 3000,
      speed: 6000,
      // A headless browser does not scroll by touch.
      gestureSourceType: 'mouse',
    });
    const { top, bottom } = await page.evaluate(() => ({
      top: scrollY,
      bottom: document.documentElement.scrollHeight - innerHeight - scrollY,
    }));
    if ((towards === 'end' ? bottom : top) <= 2) return times + 1;
  }
  return most;
}

export const flinging: Row = {
  name: 'fling',
  what: 'longest main-thread task while flinging through a chapter of 100 images, CPU 4× slower',
  against: 'its target',
  unit: 'ms',
  target: { kind: 'oursAtMost', value: 50 },
  async run(context) {
    const chapter = await serveChapter(context, 'fling', { chapters: 1, pages: 100, kind: 'plain' });
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext(phone)).newPage();
      await page.goto(chapter.server.url + chapter.path, { waitUntil: 'networkidle' });
      const session = await page.context().newCDPSession(page);
      const tasks = await timeTasks(session, async () => {
        const flings = await fling(page, session, { most: 60, towards: 'end' });
        if (flings === 60) throw new Error('The chapter has no end');
      });
      return longestOf(tasks);
    } finally {
      await browser.close();
      await chapter.server.stop();
    }
  },
};

/**
 * V8 compiles hot code again and again, for about a dozen chapters, and a page cannot free that machine code. With
 * these flags the heap holds only the page's own data.
 */
const withoutMachineCode = '--no-opt --no-maglev --no-sparkplug';

export const memory: Row = {
  name: 'reader-memory',
  what: `the page's JavaScript heap after ${chapters} chapters read from top to end, machine code aside`,
  against: 'the same after 5 chapters',
  unit: 'MB',
  target: { kind: 'ratioAtMost', value: 1.15 },
  async run(context) {
    const chapter = await serveChapter(context, 'reader-memory', { chapters, pages: 12, kind: 'plain' });
    const browser = await openBrowser([`--js-flags=${withoutMachineCode}`]);
    try {
      const page = await (await browser.newContext(phone)).newPage();
      await page.goto(chapter.server.url + chapter.path, { waitUntil: 'networkidle' });
      const session = await page.context().newCDPSession(page);
      const early = { heap: 0, images: 0 };
      let images = 0;
      for (let number = 1; number <= chapters; number++) {
        await fling(page, session, { most: 20, towards: 'end' });
        images = Math.max(images, await page.locator('main img[src]').count());
        if (number === 5) Object.assign(early, { heap: await heapOf(session), images });
        if (number === chapters) break;
        await page.keyboard.press(']');
        await page.waitForURL(new RegExp(`/${number + 1}$`));
      }
      const note = `images with an address: at most ${early.images} in 5 chapters, ${images} in ${chapters}`;
      return { ours: await heapOf(session), reference: early.heap, note };
    } finally {
      await browser.close();
      await chapter.server.stop();
    }
  },
};

/** The heap in MB after garbage collection. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
