import { decodeEntities } from '../src/shared/text.ts';
import { expectNoFault } from './accessibility.ts';
import { searchBooks } from './catalog-material.ts';
import { expect, inLong, test } from './fixtures.ts';
import { alive } from './reader-material.ts';

test.describe('the search', () => {
  test('finds books by typing and by filters, all of it kept in the address', async ({ page, request }) => {
    const { result } = await searchBooks(request, 'language=en-us');
    const wanted = decodeEntities(result?.at(-1)?.book_title ?? '');
    await page.goto('/contact-us?lang=en-us');
    await alive(page);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    const link = page.getByRole('banner').getByRole('link', { name: 'Search' });
    await link.click();
    await field.fill(wanted.slice(0, 6));
    await expect(page.getByRole('option', { name: wanted })).toBeVisible();
    await expectNoFault(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=/);

    const count = page.getByText(/\d+ books? found/);
    await page.getByRole('searchbox', { name: 'Search' }).fill('');
    await expect(page).toHaveURL(/\/search(\?lang=en-us)?$/);
    const before = await count.textContent();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('group', { name: 'Kind' }).getByText('Novels').click();
    await expect(page).toHaveURL(/kind=novel/);
    const genre = page.getByRole('group', { name: 'Genres' }).getByRole('button').first();
    const name = await genre.getAttribute('aria-label');
    await genre.click();
    await genre.click();
    await expect(genre).toHaveAccessibleName(`${name}, left out`);
    await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
    await expectNoFault(page);
    await page.getByRole('button', { name: /^Show \d+ books?$/ }).click();
    const found = await count.textContent();
    await page.getByRole('list', { name: 'Books' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/book\//);
    await page.goBack();
    await expect(page).toHaveURL(/kind=novel&without=|without=.*kind=novel/);
    await expect(count).toHaveText(found ?? '');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(count).toHaveText(before ?? '');
  });

  inLong('works without any code', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/search?lang=en-us');
    const genres = page.getByRole('group', { name: 'Genres' });
    const genre = genres.getByRole('button').first();
    const name = await genre.getAttribute('aria-label');
    for (const state of [', included', ', left out', '']) {
      await genre.click();
      await expect(genre).toHaveAccessibleName(`${name}${state}`);
    }
    await page.getByRole('group', { name: 'Status' }).getByText('Finished').click();
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(/status=finished/);
    await expect(page.getByRole('checkbox', { name: 'Finished' })).toBeChecked();
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(/\/search\?lang=en-us$/);
    await context.close();
  });
});
