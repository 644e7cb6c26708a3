import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { openBrowser, openOnSlowPhone, phone } from '../lib/browser.ts';
import { type ServedChapter, serveChapter } from '../lib/chapter.ts';
import { interleave, type Row } from '../row.ts';

export const layoutShift: Row = {
  name: 'layout-shift',
  what: 'layout shift while a chapter of 30 images loads',
  against: 'its target',
  unit: 'CLS',
  target: { kind: 'oursAtMost', value: 0 },
  async run(context) {
    const chapter = await serveChapter(context, 'layout-shift');
    const browser = await openBrowser();
    try {
      const page = await (await browser.newContext(phone)).newPage();
      await page.addInitScript(watchShifts);
      await page.goto(chapter.server.url + chapter.path);
      const images = page.locator('main img');
      for (let i = 0; i < chapter.content.images.length; i++) await images.nth(i).scrollIntoViewIfNeeded();
      await page.waitForFunction(() =>
        [...document.querySelectorAll('main img')].every((image) => (image as HTMLImageElement).complete),
      );
      const shift = await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
      return { ours: shift, reference: null };
    } finally {
      await browser.close();
      await chapter.server.stop();
    }
  },
};

function watchShifts(): void {
  const window = globalThis as unknown as { shifted: number };
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

export const firstImage: Row = {
  name: 'first-image',
  what: 'first image of that chapter on a slow phone (390×844, DPR 3, 1.6 Mbit/s, 150 ms, CPU 4× slower)',
  against: 'a hand-written static page with the same images',
  unit: 'ms',
  target: { kind: 'ratioAtMost', value: 0.6 },
  async run(context) {
    const chapter = await serveChapter(context, 'first-image');
    const plain = await servePlainPage(chapter);
    const browser = await openBrowser();
    const timed = async (url: string) => {
      const page = await openOnSlowPhone(browser);
      try {
        return await firstImageShown(page, url);
      } finally {
        await page.context().close();
      }
    };
    try {
      const ours = `${chapter.server.url}${chapter.path}?lang=en-us`;
      await timed(ours);
      await timed(plain.url);
      return await interleave(
        7,
        () => timed(ours),
        () => timed(plain.url),
      );
    } finally {
      await browser.close();
      plain.close();
      await chapter.server.stop();
    }
  },
};

/** Milliseconds from the navigation's start until the first page image has been painted. */
async function firstImageShown(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.waitForFunction(() => {
    const image = document.querySelector('main img') as HTMLImageElement | null;
    if (!image?.complete || image.naturalWidth === 0) return null;
    const [entry] = performance.getEntriesByName(image.currentSrc) as PerformanceResourceTiming[];
    const painted = (globalThis as unknown as { paintedAt?: number }).paintedAt;
    if (painted !== undefined) return painted;
    const window = globalThis as unknown as { paintedAt?: number; watching?: boolean };
    if (!window.watching) {
      window.watching = true;
      new PerformanceObserver((list) => {
        for (const paint of list.getEntries() as unknown as { startTime: number; url: string }[]) {
          if (paint.url === entry?.name) window.paintedAt = paint.startTime;
        }
      }).observe({ type: 'largest-contentful-paint', buffered: true });
    }
    return null;
  });
  return (await time.jsonValue()) as number;
}

/** A page as written by hand: the same images, widths and heights, two eager and the rest lazy, no script. */
async function servePlainPage({ server, content }: ServedChapter): Promise<{ url: string; close(): void }> {
  const pages = content.pages ?? [];
  const pictures = pages.map((image, i) => {
    const sources = image.sources
      .map((source) => `<source type="${source.type}" srcset="${source.srcset}" sizes="100vw">`)
      .join('');
    const lazy = i < 2 ? '' : ' loading="lazy"';
    return `<picture>${sources}<img src="${image.src}" width="${image.width}" height="${image.height}" alt=""${lazy}></picture>`;
  });
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Chapter</title><style>body{margin:0}img{display:block;width:100%;height:auto}</style></head><body><main>${pictures.join('\n')}</main></body></html>`;
  const images = new Map<string, { type: string; bytes: Buffer }>();
  const candidates = pages.flatMap((page) => page.sources.flatMap((source) => source.srcset.split(', ')));
  for (const path of candidates.map((candidate) => candidate.split(' ')[0] ?? '')) {
    const response = await fetch(server.url + path);
    const type = response.headers.get('content-type') ?? '';
    images.set(path, { type, bytes: Buffer.from(await response.arrayBuffer()) });
  }
  const plain = createServer((request, response) => {
    const image = images.get(request.url ?? '');
    if (image) response.writeHead(200, { 'Content-Type': image.type }).end(image.bytes);
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  }).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => {
      plain.closeAllConnections();
      plain.close();
    },
  };
}
