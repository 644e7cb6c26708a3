import { paths } from '../src/shared/paths.ts';
import { expect, inLong, test } from './fixtures.ts';
import { alive, fakeChapter, findStrip, getChapter } from './reader-material.ts';
import { open, strip, takeTime, top } from './reader-steps.ts';

test.describe('by keys', () => {
  inLong(
    'goes to a page, scrolls by itself and rests when asked to, and turns by comma and full stop',
    async ({ page, request }) => {
      const { chapters, uuids } = await findStrip(request);
      const chapter = await getChapter(request, uuids[0] ?? '');
      await fakeChapter(page, { chapter, pages: { count: 12, width: 800, height: 1200, color: '#336699' } });
      // Nothing is rendered for everybody here: the page asks by itself.
      await page.goto('/robots.txt');
      await open(page, chapters[1] ?? '');
      await page.keyboard.press(',');
      await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
      await expect(strip(page).locator('> div')).toHaveCount(12);
      await page.keyboard.press('g');
      await page.getByRole('spinbutton', { name: 'Page number' }).fill('4');
      await page.keyboard.press('Enter');
      const topOf = (index: number) =>
        strip(page)
          .locator('> div')
          .nth(index)
          .evaluate((image) => Math.abs(Math.round(image.getBoundingClientRect().top)));
      await expect.poll(() => topOf(3)).toBeLessThan(2);
      // Where one is stands above the bar, and leads to the same.
      const place = page.getByRole('button', { name: /^Page \d+ of 12$/ });
      await expect(place).toHaveAccessibleName('Page 4 of 12');
      await page.evaluate(() => scrollBy(0, -100));
      await expect(place).toHaveCSS('opacity', '1');
      await place.click();
      await page.getByRole('spinbutton', { name: 'Page number' }).fill('6');
      await page.keyboard.press('Enter');
      await expect.poll(() => topOf(5)).toBeLessThan(2);
      await expect(place).toHaveAccessibleName('Page 6 of 12');
      await page.getByRole('main').focus();
      const before = await top(page);
      await page.keyboard.press('a');
      await expect.poll(() => top(page)).toBeGreaterThan(before + 20);
      await expect(page.getByRole('group', { name: 'Auto-scroll' })).toBeVisible();
      const pill = page.getByRole('group', { name: 'Auto-scroll' });
      const rests = async () => {
        await expect(pill.getByRole('button', { name: 'Go on with auto-scroll' })).toBeVisible();
        const stopped = await top(page);
        // The page rests, and only time can show that.
        await takeTime(page, 300);
        expect(await top(page)).toBe(stopped);
      };
      await page.keyboard.press(' ');
      await rests();
      // Scrolling that happens meanwhile is not undone.
      await page.evaluate(() => scrollBy(0, 500));
      const further = await top(page);
      await page.keyboard.press('a');
      await expect.poll(() => top(page)).toBeGreaterThan(further + 10);
      await page.mouse.wheel(0, 1);
      await rests();
      await pill.getByRole('button', { name: 'Stop auto-scroll' }).click();
      await expect(pill).toHaveCount(0);
      // The end panel has its buttons there.
      await page.keyboard.press('End');
      await expect(page.getByRole('region', { name: /^End of chapter/ })).toBeInViewport();
      await expect(place).toHaveCount(0);
    },
  );
});

inLong('a key is exchanged for another one, which no other use may lose, and given back', async ({ page, request }) => {
  const { chapters } = await findStrip(request);
  await open(page, chapters[0] ?? '');
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const row = help.getByRole('button', { name: 'All chapters' });
  await row.press('Enter');
  await page.keyboard.press('f');
  await expect(help.getByRole('status')).toHaveText('F already has its use: Fullscreen.');
  await page.keyboard.press('Escape');
  await expect(help.getByRole('status')).toHaveText('');
  await row.press('Enter');
  await page.keyboard.press('x');
  await expect(row).toHaveAccessibleName('X All chapters');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.reload();
  await alive(page);
  await page.keyboard.press('c');
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog', { name: 'All chapters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await help.getByRole('button', { name: 'Back to the usual keys' }).click();
  await expect(row).toHaveAccessibleName('C All chapters');
});

inLong(
  'Esc closes what lies highest, one thing at a time, and leaves the reader at the last',
  async ({ page, request }) => {
    const { book, chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.evaluate(() => scrollTo(0, 1500));
    const gear = page.getByRole('button', { name: 'Reading settings' });
    await page.keyboard.press('a');
    await expect(page.getByRole('group', { name: 'Auto-scroll' })).toBeVisible();
    await expect(gear).not.toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: 'Auto-scroll' })).toHaveCount(0);
    await page.keyboard.press('m');
    await page.keyboard.press('c');
    const list = page.getByRole('dialog', { name: 'All chapters' });
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(gear).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(gear).not.toBeInViewport();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(new RegExp(`${paths.book(book.book_uuid)}\\?`));
  },
);
