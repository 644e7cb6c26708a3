import type { CDPSession, Page } from '@playwright/test';
import { openBrowser, phone } from '../lib/browser.ts';
import { serveChapter } from '../lib/chapter.ts';
import type { Row } from '../row.ts';

const chapters = 20;

/** A phone's processor, four times slower; the line is not what is measured here. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return session;
}

/** From here on, what keeps the main thread busy for more than 50 ms at a time is counted. */
export async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
}

/** Flings with a finger, screen after screen, to the end of the page, or `most` times. */
export async function fling(page: Page, session: CDPSession, most: number): Promise<number> {
  for (let times = 0; times < most; times++) {
    await session.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 600,
      yDistance: -3000,
      speed: 6000,
      gestureSourceType: 'touch',
    });
    const isThere = await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
    if (isThere) return times + 1;
  }
  return most;
}

export const flinging: Row = {
  name: 'fling',
  what: 'main-thread tasks over 50 ms while flinging through a chapter of 100 images on a slow phone (CPU 4× slower)',
  against: 'its target',
  unit: 'tasks',
  target: { kind: 'oursAtMost', value: 0 },
  async run(context) {
    const chapter = await serveChapter(context, 'fling', { chapters: 1, pages: 100, kind: 'plain' });
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext(phone)).newPage();
      await page.goto(chapter.server.url + chapter.path, { waitUntil: 'networkidle' });
      const session = await slowDown(page);
      const tasks = await watchTasks(page);
      const flings = await fling(page, session, 60);
      await page.waitForTimeout(500);
      const long = await tasks();
      return { ours: long.length, reference: null, note: `${flings} flings; ${long.join(', ') || 'none'} ms` };
    } finally {
      await browser.close();
      await chapter.server.stop();
    }
  },
};

export const memory: Row = {
  name: 'reader-memory',
  what: `the browser's JavaScript heap after ${chapters} chapters read from top to end`,
  against: 'the same after 5 chapters',
  unit: 'MB',
  target: { kind: 'ratioAtMost', value: 1.15 },
  async run(context) {
    const chapter = await serveChapter(context, 'reader-memory', { chapters, pages: 12, kind: 'plain' });
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext(phone)).newPage();
      await page.goto(chapter.server.url + chapter.path, { waitUntil: 'networkidle' });
      const session = await page.context().newCDPSession(page);
      const early = { heap: 0, images: 0 };
      let images = 0;
      for (let number = 1; number <= chapters; number++) {
        await fling(page, session, 20);
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

/** In MB, without what nobody refers to. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
