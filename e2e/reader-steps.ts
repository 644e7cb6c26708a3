import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { alive } from './reader-material.ts';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export const strip = (page: Page) => page.locator('[data-strip]');
export const top = (page: Page) => page.evaluate(() => scrollY);
export const widthOf = (page: Page) =>
  strip(page).evaluate((element) => Math.round(element.getBoundingClientRect().width));
export const gear = (page: Page) => page.getByRole('button', { name: 'Reading settings' });
export const settings = (page: Page) => page.getByRole('dialog', { name: 'Reading settings' });

export async function open(page: Page, path: string, language = 'en-us'): Promise<void> {
  await page.goto(`${path}?lang=${language}`);
  await alive(page);
}

/** The bar may be away, where a pointer would look for its buttons in vain. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  // A layout that comes just now brings its own gear, and the one that is pressed may go.
  await expect(async () => {
    if (!(await settings(page).isVisible())) await gear(page).dispatchEvent('click', undefined, { timeout: 1000 });
    await expect(settings(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await settings(page).getByRole('combobox', { name }).selectOption(option);
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
}

/** A gesture has its length: as many frames as the hand takes. */
export async function takeTime(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (length) => {
    const from = performance.now();
    // The time that a hand takes.
    while (performance.now() - from < length) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, ms);
}
