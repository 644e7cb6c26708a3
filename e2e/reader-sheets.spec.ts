import { paths } from '../src/shared/paths.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { alive, findLocked, findStrip, stillness } from './reader-material.ts';
import { open, phone, strip, top } from './reader-steps.ts';

test.describe('Back on a phone whose browser knows of no close requests', () => {
  test.use(phone);

  test('closes a sheet, is not felt where the sheet was closed otherwise, and leaves Forward as it is', async ({
    page,
    request,
  }) => {
    const { book, chapters } = await findStrip(request);
    await page.addInitScript(() => Reflect.deleteProperty(window, 'CloseWatcher'));
    await open(page, paths.book(book.book_uuid));
    await page.locator(`main a[href^="${chapters[0]}"]`).last().tap();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await alive(page);
    await expect(strip(page)).toBeVisible();
    await stillness(page);
    await page.evaluate(() => scrollTo(0, 30));
    const gear = page.getByRole('button', { name: 'Reading settings' });
    const settings = page.getByRole('dialog', { name: 'Reading settings' });
    await gear.tap();
    await expect(settings).toBeVisible();
    const stood = await top(page);
    await page.goBack();
    await expect(settings).toBeHidden();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    expect(await top(page)).toBe(stood);
    await gear.tap();
    await settings.getByRole('button', { name: 'Close' }).tap();
    await expect(settings).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${paths.book(book.book_uuid)}\\?`));
    await page.goForward();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await page.getByRole('button', { name: 'All chapters' }).tap();
    const list = page.getByRole('dialog', { name: 'All chapters' });
    await list.getByRole('link').nth(1).tap();
    await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
    await expect(list).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await expect(list).toBeHidden();
  });
});

for (const [language, names] of [
  ['en-us', { settings: 'Reading settings', list: 'All chapters', help: 'Keyboard shortcuts' }],
  ['ar-sa', { settings: 'إعدادات القراءة', list: 'كل الفصول', help: 'اختصارات لوحة المفاتيح' }],
] as const) {
  inLong(`the sheets are open to everyone in ${language}`, async ({ page, request }) => {
    const { chapters } = await findLocked(request);
    await open(page, chapters[0] ?? '', language);
    for (const [role, name] of [
      ['settings', names.settings],
      ['list', names.list],
      ['help', names.help],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      if (role === 'list') await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible();
      await expectNoFault(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name })).toBeHidden();
    }
  });
}
