import { expect, inLong, test } from './fixtures.ts';
import { alive, findStrip, stillness } from './reader-material.ts';
import { open, strip, widthOf } from './reader-steps.ts';

test.describe('the settings', () => {
  inLong('hold at once and at the next visit, give the focus back, and can be undone', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    const gear = page.getByRole('button', { name: 'Reading settings' });
    await gear.click();
    const sheet = page.getByRole('dialog', { name: 'Reading settings' });
    const before = await widthOf(page);
    await sheet.getByRole('slider', { name: 'Image width' }).fill('50');
    await expect.poll(() => widthOf(page)).toBe(Math.round(before / 2));
    await sheet.getByRole('slider', { name: 'Gap between images' }).fill('20');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(gear).toBeFocused();
    await page.reload();
    await expect.poll(() => widthOf(page)).toBe(Math.round(before / 2));
    await alive(page);
    await gear.click();
    await sheet.getByRole('button', { name: 'Back to the defaults' }).click();
    await expect.poll(() => widthOf(page)).toBe(before);
  });

  inLong('switch the language, and the chapter stays where it is', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.evaluate(() => scrollTo(0, 1500));
    const middle = () =>
      strip(page).evaluate((element) => {
        const images = [...element.children].map((child) => child.getBoundingClientRect());
        const index = images.findIndex(({ bottom }) => bottom > innerHeight / 2);
        const image = images[index];
        return image ? index + Math.round(((innerHeight / 2 - image.top) / image.height) * 100) / 100 : null;
      });
    const before = await middle();
    // The bar is called back first: a pointer would scroll to look for a button that is away.
    const gear = page.getByRole('button', { name: 'Reading settings' });
    await expect(gear).not.toBeInViewport();
    await page.keyboard.press('m');
    await expect(gear).toBeInViewport({ ratio: 1 });
    await stillness(page);
    await gear.click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Language' }).selectOption('العربية');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page).toHaveURL(new RegExp(`${chapters[0]}$`));
    await alive(page);
    await expect.poll(middle).toBe(before);
  });
});
