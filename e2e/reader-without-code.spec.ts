import { expect, test } from './fixtures.ts';
import { findStrip } from './reader-material.ts';
import { open } from './reader-steps.ts';

test.describe('without its code', () => {
  test.use({ expectedErrors: [/Failed to load resource|Failed to fetch dynamically/] });

  test('a sheet that does not come says so, and the reader goes on', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.route(/ReaderSettings/, (route) => route.abort());
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await expect(page.getByText('That could not be loaded.')).toBeVisible();
    await page.keyboard.press('.');
    await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
    await page.unroute(/ReaderSettings/);
    await page.getByRole('button', { name: 'Reading settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
  });

  test('keys whose code did not come are asked for again at the next one', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await page.route(/\/Hands/, (route) => route.abort());
    await open(page, chapters[0] ?? '');
    await page.keyboard.press('?');
    await expect(page.getByText('That could not be loaded.')).toBeVisible();
    await page.unroute(/\/Hands/);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});
