import type { Page } from '@playwright/test';
import { expect, inLong, test } from './fixtures.ts';
import { alive, findStrip } from './reader-material.ts';
import { open } from './reader-steps.ts';

/**
 * Blocks some code. The function that comes back lets it through again: the browser asks for it once more, or, as
 * Chromium does since 150, keeps the failure until the page is loaded anew.
 */
async function block(page: Page, code: RegExp): Promise<() => Promise<void>> {
  const blocked = new Set<string>();
  await page.route(code, (route) => {
    blocked.add(route.request().url());
    return route.abort();
  });
  return async () => {
    await page.unroute(code);
    const fails = (urls: string[]) =>
      Promise.all(urls.map((url) => import(url))).then(
        () => false,
        () => true,
      );
    if (await page.evaluate(fails, [...blocked])) await page.reload();
  };
}

test.describe('without its code', () => {
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch dynamically/] });

  inLong('a sheet that does not come says so, and the reader goes on', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    const unblock = await block(page, /ReaderSettings[^/]*\.js/);
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await expect(page.getByText('That could not be loaded.')).toBeVisible();
    await page.keyboard.press('.');
    await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
    await unblock();
    await alive(page);
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
  });

  inLong('keys whose code did not come are asked for again at the next one', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    const unblock = await block(page, /\/ReaderInput/);
    await open(page, chapters[0] ?? '');
    await page.keyboard.press('?');
    await expect(page.getByText('That could not be loaded.')).toBeVisible();
    await unblock();
    await alive(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});
