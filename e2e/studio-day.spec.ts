import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawPicture } from '../src/features/media/testing/pictures.ts';
import { findFreePort } from '../src/features/payments/testing/free-port.ts';
import { test as base, expect } from './fixtures.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';
import { alive } from './reader-material.ts';

/**
 * A day's work of somebody who runs the site, from its first start to an import undone (spec: studio.md#pages). The
 * folder is like that of a comic that is told in two languages.
 */
const test = base.extend<{ site: OwnSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const site = await openOwnSite(await findFreePort(), {
        PAYMENTS_SANDBOX: 'true',
        STUDIO_CONFIRM_SENSITIVE: '2s',
      });
      await use(site);
      await site.close();
    },
    { timeout: 90_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});
// Refusals are part of the day: a lock, a book that is not there yet, a password, somebody else's change.
test.use({ actionTimeout: 15_000, expectedErrors: [/40[1349]|412|ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });

const password = 'a.Password!';
const chapters = [1, 2, 3, 4];
const languages = ['en', 'fr'];

/** Four chapters of two pages in two languages, under a licence that asks for its maker's name. */
async function drawFolder(home: string): Promise<string> {
  const folder = join(home, 'pepper');
  const yaml = 'title: { en-us: Pepper, fr-fr: Poivre }\nkind: comic\nlicence: CC BY 4.0\n';
  const files: [string, string | Buffer][] = [['book.yaml', yaml]];
  const seed = randomInt(1e6);
  for (const language of languages)
    for (const chapter of chapters)
      for (const page of [1, 2]) {
        const name = `${language}/${chapter}/${page}.jpg`;
        files.push([name, await drawPicture({ width: 600, height: 900 + page, seed: seed + files.length })]);
      }
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const main = (page: Page) => page.getByRole('main');
const press = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();

async function register(page: Page, username: string): Promise<void> {
  await alive(page);
  await main(page).getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/register/);
  await alive(page);
  await main(page).getByLabel('Username', { exact: true }).fill(username);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByLabel('Confirm password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/login/);
  await main(page).getByLabel('Password', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Log in' }).click();
}

/** Asks for something at the site as its browser does. */
async function fetchIn<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const headers = { Authorization: `Token ${localStorage.getItem('X-API-TOKEN')}` };
    const answer = await fetch(address, { headers });
    return (await answer.json()).data;
  }, `/api/v1${path}`);
}

/** Opens the dialog of each row of the publishing list, one after the other. */
async function publishEach(page: Page, act: (dialog: Locator) => Promise<void>): Promise<void> {
  for (const language of ['en-us', 'fr-fr'])
    for (const chapter of chapters) {
      await page.goto(`/studio/publishing?language=${language}`);
      await page.getByRole('button', { name: new RegExp(`^When ${chapter}\\. `) }).click();
      const dialog = page.getByRole('dialog');
      await act(dialog);
      await expect(dialog).toBeHidden();
    }
}

async function newVisitor(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', locale: 'en-US' });
  return context.newPage();
}

for (const { name, width, height } of [
  { name: 'a desktop', width: 1440, height: 900 },
  { name: 'a phone', width: 390, height: 844 },
]) {
  test(`a day's work, on ${name}`, async ({ page, browser, site }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height });
    const home = await mkdtemp(join(tmpdir(), 'longstrip-day-'));
    const folder = await drawFolder(home);

    await test.step('the first owner claims the site', async () => {
      const claim = /Claim this site once: (\S+)/.exec(site.said())?.[1] ?? '';
      await page.goto(claim);
      await expect(page).toHaveURL(/\/login\?next=/);
      await register(page, 'adalovelace');
      await expect(page).toHaveURL(/\/studio\/claim\//);
      await main(page).getByLabel('Password', { exact: true }).fill(password);
      await press(page, 'Become the owner');
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    });

    await test.step('a folder is sent through a lost line, checked, and committed as drafts', async () => {
      await page.goto('/studio/imports/new');
      let cut = 0;
      await page.route('**/api/v1/studio/uploads', (route) => {
        cut += 1;
        return cut >= 6 && cut < 9 ? route.abort('internetdisconnected') : route.continue();
      });
      await page.locator('[data-folder]').setInputFiles(folder);
      await expect(page.getByText('Everything is there')).toBeVisible({ timeout: 60_000 });
      expect(cut).toBeGreaterThan(17);
      await page.unroute('**/api/v1/studio/uploads');
      await press(page, 'Check');
      await expect(page.getByRole('heading', { name: 'What becomes of each file' })).toBeVisible({ timeout: 60_000 });
      const row = page.getByRole('row', { name: /pepper\/fr\/2\/2\.jpg/ });
      await expect(row).toContainText('Page 2');
      await row.getByRole('button', { name: 'Leave out' }).click();
      await expect(row.getByRole('button', { name: 'Take in' })).toBeVisible({ timeout: 30_000 });
      await press(page, 'Commit');
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 60_000 });
    });

    const { result: books } = await fetchIn<{ result: { book_uuid: string }[] }>(page, '/studio/books');
    const bookId = books[0]?.book_uuid ?? '';

    await test.step('two windows change one title, and the merge shows both', async () => {
      await page.goto(`/studio/books/${bookId}`);
      const french = (window: Page) => window.getByRole('group', { name: /Français/ }).getByLabel('Title');
      await expect(french(page)).toHaveValue('Poivre');
      const other = await page.context().newPage();
      await other.goto(`/studio/books/${bookId}`);
      await french(other).fill('Poivre et Carotte');
      await press(other, 'Save');
      await expect(other.getByText('Saved', { exact: true }).first()).toBeVisible();
      await other.close();
      await french(page).fill('Pepper et Carrot');
      await press(page, 'Save');
      await expect(page.getByText('Somebody else has changed this: adalovelace')).toBeVisible();
      await expect(page.getByRole('radio', { name: 'Yours Pepper et Carrot' })).toBeChecked();
      await page.getByRole('radio', { name: 'Theirs Poivre et Carotte' }).check();
      await press(page, 'Save the merged version');
      await expect(french(page)).toHaveValue('Poivre et Carotte');
      await expect(page.getByText('Edited by hand: imports leave it alone.')).toBeVisible();
    });

    await test.step('the cover is cut, and its maker named', async () => {
      await page.goto(`/studio/books/${bookId}?tab=cover`);
      const chooser = page.waitForEvent('filechooser');
      await press(page, 'Choose a file for the cover in English');
      const buffer = await drawPicture({ width: 700, height: 1000, seed: 5 });
      await (await chooser).setFiles([{ name: 'cover.jpg', mimeType: 'image/jpeg', buffer }]);
      await page.getByRole('button', { name: 'Lower right corner' }).focus();
      await page.keyboard.press('Shift+ArrowUp');
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/covers/en-us') && answer.ok());
      await press(page, 'Save');
      await saved;
      await page.goto(`/studio/books/${bookId}?tab=facts`);
      await expect(page.getByText(/The licence asks for the name of its maker/)).toBeVisible();
      await page.getByLabel('Attribution').fill('David Revoy');
      await press(page, 'Save');
      await expect(page.getByText(/The licence asks for the name of its maker/)).toBeHidden();
    });

    const reader = await newVisitor(browser, site.url);
    await test.step('scheduled for next week, it is seen in the preview alone', async () => {
      const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
      await publishEach(page, async (dialog) => {
        await dialog.getByLabel('Day').fill(nextWeek);
        await dialog.getByLabel('Time', { exact: true }).fill('09:00');
        await dialog.getByLabel('Time zone').fill('UTC');
        await press(dialog, 'Schedule');
      });
      const later = new Date(Date.now() + 9 * 86_400_000).toISOString();
      const query = new URLSearchParams({ at: later, language: 'fr-fr', path: `/book/chapters/${bookId}` });
      await page.goto(`/studio/preview?${query}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Poivre et Carotte' })).toBeVisible();
      const today = await reader.goto(`/book/chapters/${bookId}`);
      expect(today?.status()).toBe(404);
    });

    await test.step('it is published at once', async () => {
      await publishEach(page, (dialog) => press(dialog, 'Publish now'));
      await expect.poll(async () => (await reader.goto(`/book/chapters/${bookId}`))?.status()).toBe(200);
      await expect(reader.getByText('David Revoy')).toBeVisible();
    });

    await test.step('a reader reads, meets a lock, registers and pays', async () => {
      await reader.getByRole('list', { name: 'Chapters' }).getByRole('link').first().click();
      await expect(reader.locator('main img').first()).toBeVisible();
      const told: string[] = [];
      reader.on('request', (request) => told.push(request.postData() ?? ''));
      // In a chapter that has just opened a jump is not reading.
      await expect
        .poll(async () => {
          await reader.mouse.wheel(0, 400);
          return told.join();
        })
        .toContain('finished_reading');
      await reader.goto(`/book/chapters/${bookId}`);
      await reader.getByRole('list', { name: 'Chapters' }).getByRole('link').nth(3).click();
      await reader.getByRole('link', { name: 'Buy now' }).click();
      await register(reader, 'reader1');
      await expect(reader).toHaveURL(/\/profile/);
      const topUp = reader.locator('#top-up');
      await topUp.locator('stripe-buy-button').getByRole('button').first().click();
      await expect(reader.locator('#orders')).toContainText('Paid');
    });

    await test.step('the numbers of today tell it, as far as today has come', async () => {
      const numbers = async () => {
        const day = `from=${new Date().toISOString().slice(0, 10)}`;
        const of = `book_uuid=${bookId}&${day}`;
        const ask = (path: string) => fetchIn<{ result: Record<string, unknown>[]; partial: boolean }>(page, path);
        const [visits, read, funnel, revenue] = await Promise.all([
          ask(`/studio/numbers/visits?${of}`),
          ask(`/studio/numbers/chapters?${of}`),
          ask(`/studio/numbers/funnel?${of}`),
          ask(`/studio/numbers/revenue?${day}`),
        ]);
        const [visit] = visits.result;
        const [first] = read.result;
        const [steps] = funnel.result;
        const [money] = revenue.result;
        return {
          partial: visits.partial,
          readers: visit?.readers,
          first: [first?.started, first?.finished],
          steps: [steps?.visitors, steps?.lock_seen, steps?.registered, steps?.paid],
          money: [money?.gross, money?.payments],
        };
      };
      const told = { partial: true, readers: 1, first: [1, 1], steps: [1, 1, 1, 1], money: [1000, 1] };
      await expect.poll(numbers, { timeout: 20_000 }).toEqual(told);
      await page.goto(`/studio/numbers/books/${bookId}`);
      await expect(page.getByText('Today is not over.').first()).toBeVisible();
      await page.goto('/studio/health');
      const begun = Date.now();
      await press(page, 'Run now: Sum the numbers');
      await expect(page.getByText('Begun')).toBeVisible();
      const lastRun = async () => {
        const { result } = await fetchIn<{ result: { jobs: { name: string; last_run_at: string }[] } }>(
          page,
          '/studio/health',
        );
        return Date.parse(result.jobs.find((job) => job.name === 'roll-up')?.last_run_at ?? '');
      };
      await expect.poll(lastRun).toBeGreaterThan(begun);
      expect(await numbers()).toEqual(told);
    });

    await test.step('the reader is found by the order, gets a week, and the ledger tells every day', async () => {
      await page.goto('/studio/orders');
      await page.getByRole('table').getByRole('link').first().click();
      const reference = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
      await page.goto('/studio/people');
      await page.getByLabel('Find people').fill(reference);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'reader1' }).click();
      await press(page, 'Extend');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('How many').fill('7');
      await dialog.getByLabel('Of', { exact: true }).selectOption({ label: 'Days' });
      await dialog.getByLabel('Reason').fill('Thanks for waiting');
      await press(dialog, 'Extend');
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('list', { name: 'Days of membership' }).getByRole('listitem')).toHaveCount(2);
      const { spans } = await fetchIn<{ spans: { from: string; to: string }[] }>(
        page,
        `/studio/users/${page.url().split('/').at(-1)}/ledger`,
      );
      expect(spans.map(({ from }) => from).slice(1)).toEqual(spans.map(({ to }) => to).slice(0, -1));
    });

    await test.step('the payment is given back, once the password was asked', async () => {
      await page.goto('/studio/orders');
      await page.getByRole('table').getByRole('link').first().click();
      await press(page, 'Refund');
      const dialog = page.getByRole('dialog', { name: /Refund/ });
      await dialog.getByLabel('Reason').fill('Changed their mind');
      await press(dialog, 'Refund');
      const question = page.getByRole('dialog', { name: 'Your password' });
      await question.getByLabel('Password', { exact: true }).fill(password);
      await press(question, 'Go on');
      await expect(page.getByRole('row', { name: /Given back/ })).toBeVisible();
    });

    await test.step('the audit lists all of it, before and after', async () => {
      await page.goto('/studio/audit');
      const { result } = await fetchIn<{ result: { action: string }[] }>(page, '/studio/audit?page_size=100');
      const actions = new Set(result.map(({ action }) => action));
      for (const action of ['user.claim', 'import.commit', 'book.edit', 'user.grant', 'order.refund'])
        expect([...actions]).toContain(action);
    });

    await test.step('the folder comes again: the title by hand stays, and that import is undone', async () => {
      await page.goto('/studio/imports/new');
      await page.locator('[data-folder]').setInputFiles(folder);
      await expect(page.getByText('Everything is there')).toBeVisible({ timeout: 60_000 });
      await press(page, 'Check');
      await expect(page.getByRole('heading', { name: 'What becomes of each file' })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText(/Stays as edited/).first()).toBeVisible();
      await press(page, 'Commit');
      await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 60_000 });
      await press(page, 'Undo');
      await press(page.getByRole('dialog'), 'Undo');
      await expect(page.getByText('Undone').first()).toBeVisible({ timeout: 30_000 });
      await page.goto(`/studio/books/${bookId}`);
      await expect(page.getByRole('group', { name: /Français/ }).getByLabel('Title')).toHaveValue('Poivre et Carotte');
    });
    await rm(home, { recursive: true });
    await reader.context().close();
  });
}
