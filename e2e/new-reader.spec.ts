import type { Browser, Page } from '@playwright/test';
import type { Language } from '../src/shared/languages.ts';
import { createText } from '../src/web/create-text.ts';
import type { Text } from '../src/web/i18n.tsx';
import { expect, test, testIf } from './fixtures.ts';
import { newName } from './member-material.ts';
import { operate } from './operator.ts';
import { alive, findLocked } from './reader-material.ts';
import { wordsIn } from './words.ts';

const textOf = (language: Language): Text => createText(language, wordsIn(language));

const strip = (page: Page) => page.locator('[data-strip]');

/** Opens an address as a reader who has chosen a language. */
async function openIn(page: Page, { path, language }: { path: string; language: Language }): Promise<void> {
  await page.goto('/robots.txt');
  await page.evaluate((chosen) => localStorage.setItem('LANGUAGE', chosen), language);
  await page.goto(path);
  await alive(page);
}

/** Signs in on the login page that is open. */
async function logIn(page: Page, { t }: Text, given: { username: string; password: string }): Promise<void> {
  await page.getByLabel(t('accounts.username')).fill(given.username);
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(given.password);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('app.login'), exact: true })
    .click();
}

async function register(page: Page, { t }: Text, given: { username: string; password: string }): Promise<void> {
  await page.getByLabel(t('accounts.username')).fill(given.username);
  await page.getByLabel(t('accounts.password'), { exact: true }).fill(given.password);
  await page.getByLabel(t('accounts.confirmPassword')).fill(given.password);
  await page.getByRole('button', { name: t('accounts.register') }).click();
  await expect(page.getByText(t('accounts.registered', { username: given.username }))).toBeVisible();
}

async function useCoupon(page: Page, { t }: Text): Promise<void> {
  const [coupon] = JSON.parse(await operate('coupon', 'create', '--days', '30', '--json'));
  await page.getByRole('button', { name: t('membership.useCoupon') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('membership.code')).fill(coupon.code.toLowerCase());
  await dialog.getByRole('button', { name: t('membership.redeem') }).click();
  await dialog.getByRole('button', { name: t('membership.done') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('membership.active'), { exact: true })).toBeVisible();
}

async function changePassword(page: Page, { t }: Text, password: string): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: t('accounts.changePassword') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('accounts.newPassword'), { exact: true }).fill(password);
  await dialog.getByLabel(t('accounts.confirmNewPassword')).fill(password);
  await dialog.getByRole('button', { name: t('accounts.updatePassword') }).click();
  await expect(dialog.getByText(t('accounts.passwordChanged'))).toBeVisible();
  await expect(dialog).toBeHidden();
}

/** Reads a chapter to its end, where the bars are back. */
async function seeAllImages(page: Page): Promise<void> {
  await expect(strip(page)).toBeVisible();
  for (const image of await strip(page).locator('img').all()) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);
  }
  await page.keyboard.press('End');
}

/** Another browser of the same reader, with a session of its own. */
async function openOtherWindow(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  return context.newPage();
}

for (const language of ['en-us', 'zh-cn', 'ar-sa'] as const) {
  test.describe(`a new reader in ${language}`, () => {
    // During this journey chapters are refused and a session ends.
    test.use({ expectedErrors: [/Failed to load resource/] });
    test.slow();

    testIf(language === 'zh-cn')(
      'reads what is free, becomes a member, likes, changes the password, and is told when it ends',
      async ({ page, browser, request, baseURL }) => {
        const text = textOf(language);
        const { t } = text;
        const { chapters, firstLocked } = await findLocked(request);
        const [free = '', closed = ''] = chapters.slice(firstLocked - 1);
        const reader = { username: newName(), password: 'first.Word!' };
        const isClosed = page.getByText(t('reading.locked'));
        const like = page.getByRole('button', { name: t('reading.like') });

        await test.step('reads a free chapter, and meets one for members', async () => {
          await openIn(page, { path: free, language });
          await seeAllImages(page);
          await page
            .getByRole('main')
            .locator('section')
            .getByRole('link', { name: t('reading.membersOnly') })
            .click();
          await expect(page).toHaveURL(new RegExp(closed));
          await expect(isClosed).toBeVisible();
          await expect(page.getByText(t('reading.lockedText'))).toBeVisible();
        });

        await test.step('registers, logs in, and is back at the chapter', async () => {
          await page.getByRole('link', { name: t('reading.memberLogin') }).click();
          await page
            .getByRole('main')
            .getByRole('link', { name: t('app.register') })
            .click();
          await expect(page).toHaveURL(/\/register\?/);
          await register(page, text, reader);
          await logIn(page, text, reader);
          await expect(page).toHaveURL(new RegExp(`${closed}$`));
          await expect(isClosed).toBeVisible();
        });

        await test.step('uses a coupon, and the chapter opens', async () => {
          await page.getByRole('link', { name: t('reading.buyNow') }).click();
          await expect(page).toHaveURL(/\/profile\?next=.*#top-up$/);
          await useCoupon(page, text);
          await page.goBack();
          await expect(page).toHaveURL(new RegExp(`${closed}$`));
          await seeAllImages(page);
          await expect(isClosed).toHaveCount(0);
        });

        await test.step('likes it, takes that back, and likes it again', async () => {
          await like.click();
          await expect(like).toHaveCount(0);
          await page
            .getByRole('status')
            .getByRole('button', { name: t('reading.takeBack') })
            .click();
          await like.click();
          await expect(page.getByRole('button', { name: t('reading.takeBack') })).toBeVisible();
          await page.reload();
          await seeAllImages(page);
          await expect(like).toHaveCount(0);
        });

        const other = await openOtherWindow(browser, baseURL);
        const password = 'second.Word!';
        await test.step('changes the password, which ends the session in the other window', async () => {
          await openIn(other, { path: `/login?next=${encodeURIComponent(closed)}`, language });
          await logIn(other, text, reader);
          await seeAllImages(other);
          // The other window learns it from its next call: when it is loaded again, or earlier, when it sends its place.
          await Promise.all([
            expect(other.getByText(t('app.sessionEnded'))).toBeVisible({ timeout: 30_000 }),
            changePassword(page, text, password).then(() => other.reload({ waitUntil: 'commit' })),
          ]);
          await expect(other.getByText(t('reading.locked'))).toBeVisible();
          await page.goto(closed);
          await seeAllImages(page);
        });

        await test.step('logs in there with the new password, and reads on', async () => {
          await other.getByRole('link', { name: t('reading.memberLogin') }).click();
          await expect(other).toHaveURL(/\/login\?/);
          await logIn(other, text, { ...reader, password });
          await expect(other).toHaveURL(new RegExp(`${closed}$`));
          await seeAllImages(other);
          await other.context().close();
        });

        await test.step('is told when the membership has ended', async () => {
          await operate('user', 'grant', reader.username, '--until', '2026-01-01T00:00:00Z');
          await page.reload();
          await expect(page.getByText(t('reading.expired'))).toBeVisible();
          await expect(page.getByText(t('reading.expiredText'))).toBeVisible();
          await expect(page.locator('main img[src*="sig="]')).toHaveCount(0);
          await page.getByRole('link', { name: t('reading.topUp') }).click();
          await expect(page).toHaveURL(/\/profile\?next=.*#top-up$/);
          await expect(page.getByText(t('membership.expired'), { exact: true })).toBeVisible();
        });
      },
    );
  });
}
