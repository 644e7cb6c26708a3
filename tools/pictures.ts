// Takes the README's pictures from a running site with the demo catalogue: `npm run pictures -- http://localhost:3000`.
import { mkdir } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import type { ChaptersAnswer, SearchAnswer } from '../src/features/catalog/contract.ts';
import { findChromium } from './chromium.mjs';

const origin = process.argv[2] ?? 'http://localhost:3000';
const folder = 'docs/pictures';

const desktop = { width: 1440, height: 900, scale: 1 };
const phone = { width: 390, height: 844, scale: 2 };

interface Shot {
  name: string;
  path: string;
  screen: typeof desktop;
  scheme: 'light' | 'dark';
  locale: string;
  /** CSS pixels scrolled down before the picture is taken. */
  scrolled?: number;
}

async function ask<T>(path: string): Promise<T> {
  const { data } = (await (await fetch(`${origin}/api/v1${path}`)).json()) as { data: T };
  return data;
}

async function findBook(words: string): Promise<string> {
  const { result } = await ask<SearchAnswer>(`/comics/book/search?q=${encodeURIComponent(words)}`);
  const book = result?.[0]?.book_uuid;
  if (!book) throw new Error(`${origin} has no ${words}: it needs the demo catalogue`);
  return book;
}

async function take(browser: Browser, shot: Shot): Promise<void> {
  const { width, height, scale } = shot.screen;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: shot.scheme,
    locale: shot.locale,
    isMobile: width < 500,
    hasTouch: width < 500,
  });
  const page = await context.newPage();
  await page.goto(origin + shot.path, { waitUntil: 'networkidle' });
  if (shot.scrolled) await page.mouse.wheel(0, shot.scrolled);
  await page.waitForTimeout(1500);
  const png = await page.screenshot();
  await sharp(png).webp({ quality: 80, effort: 6 }).toFile(`${folder}/${shot.name}.webp`);
  await context.close();
}

const [crane, mochi] = [await findBook('Crane Above the Clouds'), await findBook('Mochi')];
const { result } = await ask<ChaptersAnswer>(`/comics/chapters/${crane}/en-us/asc/0/10`);
const chapter = result?.chapters[0]?.chapter_uuid;
const shots: Shot[] = [
  { name: 'home-desktop', path: '/?lang=en-us', screen: desktop, scheme: 'light', locale: 'en-US' },
  { name: 'home-phone', path: '/?lang=zh-cn', screen: phone, scheme: 'dark', locale: 'zh-CN' },
  { name: 'home-arabic', path: '/?lang=ar-sa', screen: desktop, scheme: 'dark', locale: 'ar-SA' },
  { name: 'book-dark', path: `/book/chapters/${mochi}?lang=en-us`, screen: desktop, scheme: 'dark', locale: 'en-US' },
  {
    name: 'reader-phone',
    path: `/reader/book/chapter/${crane}/${chapter}/1?lang=en-us`,
    screen: phone,
    scheme: 'light',
    locale: 'en-US',
    scrolled: 260,
  },
];

await mkdir(folder, { recursive: true });
const executablePath = await findChromium();
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
for (const shot of shots) await take(browser, shot);
await browser.close();
