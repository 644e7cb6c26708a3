import { type Browser, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../../tools/chromium.mjs';
import { startedOnEveryCore } from './load.ts';

/** Flags that stop all traffic except that of the requested pages. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A browser on all cores: a phone decodes and draws images on other cores than its pages' code. The server's core is
 * idle, since only this browser sends requests.
 */
export async function openBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium();
  const args = [...flags, ...moreFlags];
  return startedOnEveryCore(() => chromium.launch({ ...(executablePath ? { executablePath } : {}), args }));
}

export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** A page as on a slow phone: 1.6 Mbit/s, 150 ms, CPU four times slower, and an empty cache. */
export async function openOnSlowPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}
