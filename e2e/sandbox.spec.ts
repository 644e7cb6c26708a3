import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test, testIf } from './fixtures.ts';
import { enterAs, newName, registerReader } from './member-material.ts';
import { alive, findLocked } from './reader-material.ts';
import { wordsIn } from './words.ts';

const topUp = (page: Page) => page.locator('#top-up');
const expiry = (page: Page) => page.locator('#membership time');
const strip = (page: Page) => page.locator('main img').first();
const password = 'a.Password!';

/** The text that a phone would read from the code on the screen. */
async function scan(page: Page, name: string): Promise<string> {
  const source = await topUp(page).getByRole('img', { name }).getAttribute('src');
  const { data, width, height } = PNG.sync.read(Buffer.from(source?.split(',')[1] ?? '', 'base64'));
  return jsQR(new Uint8ClampedArray(data), width, height)?.data ?? '';
}

test.describe('a new reader', () => {
  // The lock is a refused request, which the browser's console reports.
  test.use({ expectedErrors: [/403/], viewport: { width: 390, height: 844 } });

  inLong('goes from a locked chapter over WeChat Pay into the chapter', async ({ page, request }) => {
    const said = wordsIn('zh-cn');
    const { chapters, firstLocked } = await findLocked(request);
    const chapter = `${chapters[firstLocked]}?lang=zh-cn`;
    await page.goto(chapter);
    await alive(page);
    await page.getByRole('link', { name: said.reading.buyNow }).click();
    await expect(page).toHaveURL(/\/login\?/);
    await alive(page);

    const username = newName();
    await page.getByRole('main').getByRole('link', { name: said.accounts.register }).click();
    await expect(page).toHaveURL(/\/register\?/);
    const main = page.getByRole('main');
    await main.getByLabel(said.accounts.username, { exact: true }).fill(username);
    await main.getByLabel(said.accounts.password, { exact: true }).fill(password);
    await main.getByLabel(said.accounts.confirmPassword, { exact: true }).fill(password);
    await main.getByRole('button', { name: said.accounts.register }).click();
    await expect(page).toHaveURL(/\/login\?/);
    await main.getByLabel(said.accounts.password, { exact: true }).fill(password);
    await main.getByRole('button', { name: said.app.login, exact: true }).click();
    await expect(page).toHaveURL(/\/profile\?/);
    await alive(page);

    await topUp(page)
      .getByRole('button', { name: new RegExp(`^${said.payments.plan.month}`) })
      .click();
    await expect(topUp(page).getByRole('heading', { name: said.payments.scan })).toBeVisible();
    const address = await scan(page, said.payments.qrCode);
    expect(new URL(address).pathname).toMatch(/^\/sandbox\/pay\/[0-9a-f]{32}$/);

    const phone = await page.context().newPage();
    await phone.goto(address);
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('10');
    await phone.goto(`${address}?lang=zh-cn`);
    await expect(phone.getByRole('main')).toContainText(said.payments.practice.text);
    await expectNoFaultInLightAndDark(phone);
    await phone.getByRole('main').getByRole('button', { name: /10/ }).click();
    await expect(phone.getByRole('heading', { level: 1, name: said.payments.paid })).toBeVisible();
    await expectNoFaultInLightAndDark(phone);
    await phone.close();

    await page.bringToFront();
    await expect(topUp(page).getByRole('heading', { name: said.payments.paid })).toBeVisible();
    await expect(expiry(page)).toBeVisible();
    const back = topUp(page).getByRole('link', { name: said.payments.readOn });
    await expect(back).toBeFocused();
    await back.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${chapters[firstLocked]}`));
    await expect(strip(page)).toBeVisible();
  });
});

test.describe('a card button of the sandbox', () => {
  for (const language of ['en-us', 'ar-sa'] as const) {
    testIf(language === 'en-us')(`extends a membership, in ${language}`, async ({ page, request }) => {
      const said = wordsIn(language);
      await enterAs(page, await registerReader(request));
      await page.goto(`/profile?lang=${language}`);
      await alive(page);
      await expect(topUp(page).getByText(said.payments.wechat, { exact: true })).toHaveCount(0);
      const buttons = topUp(page).locator('stripe-buy-button').getByRole('button');
      await expect(buttons).toHaveCount(2);
      await expectNoFaultInLightAndDark(page);
      await buttons.first().click();
      await expect(topUp(page).getByText(said.payments.practice.cardPaid)).toBeVisible();
      await expect(expiry(page)).toBeVisible();
      await expect(page.locator('#orders')).toContainText(said.payments.status.succeeded);
    });
  }
});

inLong('an order that its payer cancels ends on the page that waits for it', async ({ page, request }) => {
  const said = wordsIn('zh-cn');
  await enterAs(page, await registerReader(request));
  await page.goto('/profile?lang=zh-cn');
  await alive(page);
  await topUp(page)
    .getByRole('button', { name: new RegExp(`^${said.payments.plan.season}`) })
    .click();
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    topUp(page).getByRole('link', { name: said.payments.sandbox }).click(),
  ]);
  await phone.goto(`${phone.url()}?lang=en-us`);
  await phone.getByRole('button', { name: 'Cancel' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('This order can no longer be paid');
  await page.bringToFront();
  await expect(topUp(page).getByRole('heading', { name: said.payments.failed })).toBeVisible({ timeout: 20_000 });
});
