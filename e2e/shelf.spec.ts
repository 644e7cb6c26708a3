import { paths } from '../src/shared/paths.ts';
import { displayText } from '../src/shared/text.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { registerReader } from './member-material.ts';
import { alive, findBook } from './reader-material.ts';

test('a visitor puts a book on a shelf, and finds it on the account after the login', async ({ page, request }) => {
  const { book } = await findBook(request, ({ total_chapters: total }) => total > 0);
  const { book_uuid: bookUuid } = book;
  const title = displayText(book.book_title);
  await page.goto(`${paths.book(bookUuid)}?lang=en-us`);
  await alive(page);
  await page.getByRole('button', { name: 'Shelf', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'To read' }).click();
  await expect(page.getByText('The book now stands under “To read”.')).toBeVisible();

  await page.goto(`${paths.library()}?lang=en-us`);
  await alive(page);
  const shelves = page.getByRole('navigation', { name: 'Shelves' });
  await shelves.getByRole('link', { name: 'To read 1' }).click();
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toBeVisible();
  await expectNoFault(page);

  const reader = await registerReader(request);
  await page.goto('/login?lang=en-us');
  await alive(page);
  await page.getByLabel('Username').fill(reader.username);
  await page.getByLabel('Password', { exact: true }).fill(reader.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  // The login leaves the page: what it keeps cannot be asked for in that moment.
  const kept = () => page.evaluate(() => localStorage.getItem('READING_SHELF') ?? '').catch(() => bookUuid);
  await expect.poll(kept, { timeout: 15_000 }).not.toContain(bookUuid);
  await page.goto(`${paths.library()}?shelf=to_read&lang=en-us`);
  await alive(page);
  await expect(card).toBeVisible();
  await expect(shelves.getByRole('link', { name: 'To read 1' })).toHaveAttribute('aria-current', 'page');
});
