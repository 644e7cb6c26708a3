import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { drawPicture } from '../src/features/media/testing/pictures.ts';
import { createStudioText, type StudioText } from '../src/features/studio/web/words.ts';
import { findFreePort } from '../src/server/testing/loopback.ts';
import type { Language } from '../src/shared/languages.ts';
import { createText } from '../src/web/create-text.ts';
import type { Text } from '../src/web/i18n.tsx';
import { test as base, expect, playedIf } from './fixtures.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';
import { alive } from './reader-material.ts';
import { wordsIn as wordsOfSite } from './words.ts';

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

/** The words of the studio (`t`) and of the site (`w`). */
interface Words {
  t: StudioText['t'];
  w: Text['t'];
}

function wordsIn(language: Language): Words {
  const read = (folder: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', folder, `${language}.json`), 'utf8'));
  return {
    t: createStudioText(language, read('messages/studio')).t,
    w: createText(language, wordsOfSite(language)).t,
  };
}

/** The reader reads in English. */
const english = wordsIn('en-us');

const main = (page: Page) => page.getByRole('main');
const press = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();

/** The beginning of the button's name, before its date. */
const undoUntil = (t: Words['t']) => t('imports.undoUntil', { date: '|' }).split('|')[0]?.trim() ?? '';

async function register(page: Page, username: string, { w }: Words): Promise<void> {
  await alive(page);
  await main(page)
    .getByRole('link', { name: w('app.register') })
    .click();
  await expect(page).toHaveURL(/\/register/);
  await alive(page);
  await main(page).getByLabel(w('accounts.username'), { exact: true }).fill(username);
  await main(page).getByLabel(w('accounts.password'), { exact: true }).fill(password);
  await main(page).getByLabel(w('accounts.confirmPassword'), { exact: true }).fill(password);
  await main(page)
    .getByRole('button', { name: w('accounts.register') })
    .click();
  await expect(page).toHaveURL(/\/login/);
  await main(page).getByLabel(w('accounts.password'), { exact: true }).fill(password);
  await main(page)
    .getByRole('button', { name: w('app.login'), exact: true })
    .click();
}

/** Asks for something at the site as its browser does. */
async function fetchIn<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (address) => {
    const headers = { Authorization: `Token ${localStorage.getItem('X-API-TOKEN')}` };
    const answer = await fetch(address, { headers });
    return (await answer.json()).data;
  }, `/api/v1${path}`);
}

/** Opens the dialog of each chapter in the publishing list, one after the other. */
async function publishEach(
  page: Page,
  { t }: Words,
  { state, act }: { state: 'draft' | 'scheduled'; act: (dialog: Locator) => Promise<void> },
): Promise<void> {
  for (const chapter of chapters) {
    await page.goto(`/studio/publishing?view=list&state=${state}`);
    const [begin = ''] = t('publishing.moveOf', { place: chapter, title: '|' }).split('|');
    await page.getByRole('button', { name: begin }).first().click();
    const dialog = page.getByRole('dialog');
    await act(dialog);
    await expect(dialog).toBeHidden();
  }
}

async function newVisitor(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', locale: 'en-US' });
  return context.newPage();
}

for (const { name, width, height, language, locale } of [
  { name: 'a desktop', width: 1440, height: 900, language: 'en-us', locale: 'en-US' },
  { name: 'a phone', width: 390, height: 844, language: 'ar-sa', locale: 'ar-SA' },
] as const) {
  test.describe(`a day's work, on ${name} in ${language}`, () => {
    test.use({ locale, viewport: { width, height } });
    playedIf(false, test)('goes from the claim to an import undone', async ({ page, browser, site }) => {
      test.setTimeout(480_000);
      const words = wordsIn(language);
      const { t, w } = words;
      const home = await mkdtemp(join(tmpdir(), 'longstrip-day-'));
      const folder = await drawFolder(home);

      await test.step('the first owner claims the site', async () => {
        const claim = /Claim this site once: (\S+)/.exec(site.said())?.[1] ?? '';
        await page.goto(claim);
        await expect(page).toHaveURL(/\/login\?next=/);
        await register(page, 'adalovelace', words);
        await expect(page).toHaveURL(/\/studio\/claim\//);
        await main(page).getByLabel(w('accounts.password'), { exact: true }).fill(password);
        await press(page, t('claim.become'));
        await expect(page.getByRole('heading', { level: 1, name: t('today.title') })).toBeVisible();
      });

      await test.step('a folder is sent through a lost line, checked, and committed as drafts', async () => {
        await page.goto('/studio/imports/new');
        let cut = 0;
        await page.route('**/api/v1/studio/uploads', (route) => {
          cut += 1;
          return cut >= 6 && cut < 9 ? route.abort('internetdisconnected') : route.continue();
        });
        await page.locator('[data-folder]').setInputFiles(folder);
        await expect(page.getByText(t('imports.allSent'))).toBeVisible({ timeout: 60_000 });
        expect(cut).toBeGreaterThan(17);
        await page.unroute('**/api/v1/studio/uploads');
        await press(page, t('imports.check'));
        await page.getByRole('heading', { name: t('imports.table'), exact: true }).click({ timeout: 60_000 });
        const row = page.getByRole('row', { name: /pepper\/fr\/2\/2\.jpg/ });
        await expect(row).toContainText(t('imports.as.page', { page: 2 }));
        await row.getByRole('button', { name: t('imports.leaveOut') }).click();
        await expect(row.getByRole('button', { name: t('imports.takeIn') })).toBeVisible({ timeout: 30_000 });
        await press(page, t('imports.commit'));
        await expect(page.getByRole('button', { name: undoUntil(t) })).toBeVisible({ timeout: 60_000 });
      });

      const { result: books } = await fetchIn<{ result: { book_uuid: string }[] }>(page, '/studio/books');
      const bookId = books[0]?.book_uuid ?? '';

      await test.step('two windows change one title, and the merge shows both', async () => {
        await page.goto(`/studio/books/${bookId}`);
        const french = (window: Page) =>
          window.getByRole('group', { name: /Français/ }).getByLabel(t('book.fields.titles'));
        await expect(french(page)).toHaveValue('Poivre');
        const other = await page.context().newPage();
        await other.goto(`/studio/books/${bookId}`);
        await french(other).fill('Poivre et Carotte');
        await press(other, t('kit.save'));
        await expect(other.getByText(t('kit.saved'), { exact: true }).first()).toBeVisible();
        await other.close();
        await french(page).fill('Pepper et Carrot');
        await press(page, t('kit.save'));
        await expect(page.getByText(t('merge.title', { name: 'adalovelace' }))).toBeVisible();
        await expect(page.getByRole('radio', { name: `${t('merge.yours')} Pepper et Carrot` })).toBeChecked();
        await page.getByRole('radio', { name: `${t('merge.theirs')} Poivre et Carotte` }).check();
        await press(page, t('merge.save'));
        await expect(french(page)).toHaveValue('Poivre et Carotte');
        await expect(page.getByText(t('book.byHand'))).toBeVisible();
      });

      await test.step('the cover is cut, and its maker named', async () => {
        await page.goto(`/studio/books/${bookId}?tab=cover`);
        const chooser = page.waitForEvent('filechooser');
        await press(page, t('cover.chooseFileFor', { language: 'English' }));
        const buffer = await drawPicture({ width: 700, height: 1000, seed: 5 });
        await (await chooser).setFiles([{ name: 'cover.jpg', mimeType: 'image/jpeg', buffer }]);
        await page.getByRole('button', { name: t('cover.handles.se') }).focus();
        await page.keyboard.press('Shift+ArrowUp');
        const saved = page.waitForResponse((answer) => answer.url().endsWith('/covers/en-us') && answer.ok(), {
          timeout: 60_000,
        });
        await press(page, t('kit.save'));
        await saved;
        await page.goto(`/studio/books/${bookId}?tab=facts`);
        await expect(page.getByText(t('book.attributionMissing'))).toBeVisible();
        await page.getByLabel(t('book.fields.attribution')).fill('David Revoy');
        await press(page, t('kit.save'));
        await expect(page.getByText(t('book.attributionMissing'))).toBeHidden();
      });

      const reader = await newVisitor(browser, site.url);
      await test.step('scheduled for next week, it is seen in the preview alone', async () => {
        const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
        const act = async (dialog: Locator) => {
          await dialog.getByLabel(t('publishing.date')).fill(nextWeek);
          await dialog.getByLabel(t('publishing.time'), { exact: true }).fill('09:00');
          await dialog.getByLabel(t('publishing.zone')).fill('UTC');
          await press(dialog, t('publishing.schedule'));
        };
        await publishEach(page, words, { state: 'draft', act });
        const later = new Date(Date.now() + 9 * 86_400_000).toISOString();
        const query = new URLSearchParams({ at: later, language: 'fr-fr', path: `/book/chapters/${bookId}` });
        await page.goto(`/studio/preview?${query}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Poivre et Carotte' })).toBeVisible();
        const today = await reader.goto(`/book/chapters/${bookId}`);
        expect(today?.status()).toBe(404);
      });

      await test.step('it is published at once', async () => {
        const act = (dialog: Locator) => press(dialog, t('publishing.now'));
        await publishEach(page, words, { state: 'scheduled', act });
        await expect.poll(async () => (await reader.goto(`/book/chapters/${bookId}`))?.status()).toBe(200);
        await expect(reader.getByText('David Revoy')).toBeVisible();
      });

      await test.step('a reader reads, meets a lock, registers and pays', async () => {
        await reader
          .getByRole('list', { name: english.w('catalog.chapterList') })
          .getByRole('link')
          .first()
          .click();
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
        await reader
          .getByRole('list', { name: english.w('catalog.chapterList') })
          .getByRole('link')
          .nth(3)
          .click();
        await reader.getByRole('link', { name: english.w('reading.buyNow') }).click();
        await register(reader, 'reader1', english);
        await expect(reader).toHaveURL(/\/profile/);
        const topUp = reader.locator('#top-up');
        await topUp.locator('stripe-buy-button').getByRole('button').first().click();
        await expect(reader.locator('#orders')).toContainText(english.w('payments.status.succeeded'));
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
        await expect(page.getByText(t('numbers.partial')).first()).toBeVisible();
        await page.goto('/studio/health');
        const begun = Date.now();
        await press(page, t('health.runJob', { name: t('health.jobNames.roll-up') }));
        await expect(page.getByText(t('health.begun'))).toBeVisible();
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
        await expect(page).toHaveURL(/\/studio\/orders\/./);
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).not.toHaveText(t('sales.title'));
        const reference = (await title.textContent()) ?? '';
        await page.goto('/studio/people');
        await page.getByLabel(t('people.find')).fill(reference);
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'reader1' }).click();
        await press(page, t('people.extend'));
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel(t('people.howMany')).fill('7');
        await dialog.getByLabel(t('people.unit'), { exact: true }).selectOption({ label: t('people.units.days') });
        await dialog.getByLabel(t('kit.reason')).fill('Thanks for waiting');
        await press(dialog, t('people.extend'));
        await expect(dialog).toBeHidden();
        await expect(page.getByRole('list', { name: t('people.spans') }).getByRole('listitem')).toHaveCount(2);
        const { spans } = await fetchIn<{ spans: { from: string; to: string }[] }>(
          page,
          `/studio/users/${page.url().split('/').at(-1)}/ledger`,
        );
        expect(spans.map(({ from }) => from).slice(1)).toEqual(spans.map(({ to }) => to).slice(0, -1));
      });

      await test.step('the payment is given back, once the password was asked', async () => {
        await page.goto('/studio/orders');
        await page.getByRole('table').getByRole('link').first().click();
        await press(page, t('sales.refund'));
        const dialog = page.getByRole('dialog', { name: t('sales.refund') });
        await dialog.getByLabel(t('kit.reason')).fill('Changed their mind');
        await press(dialog, t('sales.refund'));
        const question = page.getByRole('dialog', { name: t('password.title') });
        await question.getByLabel(w('accounts.password'), { exact: true }).fill(password);
        await press(question, t('password.confirm'));
        const refunded = page.getByRole('row', { name: new RegExp(t('sales.refundStates.succeeded')) });
        await expect(refunded.first()).toBeVisible();
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
        await expect(page.getByText(t('imports.allSent'))).toBeVisible({ timeout: 60_000 });
        await press(page, t('imports.check'));
        await expect(page.getByRole('heading', { name: t('imports.table'), exact: true })).toBeVisible({
          timeout: 60_000,
        });
        await expect(page.getByText(t('imports.codes.field_kept', { with: '' }).trim()).first()).toBeVisible();
        await press(page, t('imports.commit'));
        await expect(page.getByRole('button', { name: undoUntil(t) })).toBeVisible({ timeout: 60_000 });
        await page.getByRole('button', { name: undoUntil(t) }).click();
        await press(page.getByRole('dialog'), t('imports.undo'));
        await expect(page.getByText(t('imports.states.undone')).first()).toBeVisible({ timeout: 30_000 });
        await page.goto(`/studio/books/${bookId}`);
        await expect(page.getByRole('group', { name: /Français/ }).getByLabel(t('book.fields.titles'))).toHaveValue(
          'Poivre et Carotte',
        );
      });
      await rm(home, { recursive: true });
      await reader.context().close();
    });
  });
}
