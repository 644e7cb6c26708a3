import type { Page } from '@playwright/test';
import type { Language } from '../src/shared/languages.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { alive } from './reader-material.ts';
import { type Words, wordsIn } from './words.ts';

const topUp = (page: Page) => page.locator('#top-up');
const orders = (page: Page) => page.locator('#orders');
const expiry = (page: Page) => page.locator('#membership time');
const codePattern = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/;

async function openProfile(page: Page, language: Language): Promise<void> {
  await page.goto(`/profile?lang=${language}`);
  await alive(page);
}

/** Pays the order on the screen in the sandbox, as a phone would. */
async function payInSandbox(page: Page, said: Words, price: string): Promise<void> {
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    topUp(page).getByRole('link', { name: said.payments.sandbox }).click(),
  ]);
  await phone.goto(`${phone.url()}?lang=zh-cn`);
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(price);
  await phone.getByRole('main').getByRole('button', { name: price }).click();
  await expect(phone.getByRole('heading', { level: 1, name: said.payments.paid })).toBeVisible();
  await phone.close();
  await page.bringToFront();
}

async function redeem(page: Page, said: Words, code: string): Promise<void> {
  await page.getByRole('button', { name: said.membership.useCoupon }).click();
  const dialog = page.getByRole('dialog', { name: said.membership.useCoupon });
  await dialog.getByLabel(said.membership.code).fill(code);
  await dialog.getByRole('button', { name: said.membership.redeem }).click();
  await dialog.getByRole('button', { name: said.membership.done }).click();
}

test.describe('a gift', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('is bought with WeChat Pay, and its code makes somebody else a member', async ({ page, browser, request }) => {
    const said = wordsIn('zh-cn');
    await enterAs(page, await registerReader(request));
    await openProfile(page, 'zh-cn');
    const gift = topUp(page).getByRole('switch', { name: said.payments.gift.switch });
    await gift.focus();
    await gift.press('Space');
    await expect(gift).toBeChecked();
    await expectNoFaultInLightAndDark(page);
    await topUp(page)
      .getByRole('button', { name: new RegExp(`^${said.payments.plan.month}`) })
      .click();
    await payInSandbox(page, said, '10');
    await expect(topUp(page).getByText(said.payments.gift.paidText)).toBeVisible();
    const code = orders(page).getByLabel(said.payments.gift.code, { exact: true });
    await expect(code).toHaveValue(codePattern);
    await expect(expiry(page)).toHaveCount(0);
    await expectNoFaultInLightAndDark(page);

    const others = await browser.newContext();
    const friend = await others.newPage();
    await enterAs(friend, await registerReader(request));
    await openProfile(friend, 'zh-cn');
    await redeem(friend, said, (await code.inputValue()).toLowerCase());
    await expect(expiry(friend)).toBeVisible();
    await others.close();

    await page.reload();
    await alive(page);
    await expect(orders(page).getByText(said.payments.gift.redeemed)).toBeVisible();
    await expect(code).toHaveCount(0);
  });

  for (const language of ['en-us', 'ar-sa'] as const) {
    inLong(`is bought by card, in ${language}`, async ({ page, request }) => {
      const said = wordsIn(language);
      await enterAs(page, await registerReader(request));
      await openProfile(page, language);
      await topUp(page).getByRole('switch', { name: said.payments.gift.switch }).click();
      const button = topUp(page).locator('stripe-buy-button').first();
      await expect(button).toHaveAttribute('client-reference-id', /^[0-9a-f-]{36}_gift$/);
      await button.getByRole('button').click();
      await expect(orders(page).getByLabel(said.payments.gift.code, { exact: true })).toHaveValue(codePattern);
      await expect(expiry(page)).toHaveCount(0);
      await expectNoFaultInLightAndDark(page);
    });
  }
});

test.describe('a discount', () => {
  test.use({ expectedErrors: [/40[09]/] });

  inLong('lowers the price of an order with WeChat Pay, which is told before it is paid', async ({ page, request }) => {
    const said = wordsIn('zh-cn');
    const [coupon] = JSON.parse(await operate('coupon', 'create', '--percent', '40', '--plan', 'season', '--json'));
    await enterAs(page, await registerReader(request));
    await openProfile(page, 'zh-cn');
    const plan = (name: string) => topUp(page).getByRole('button', { name: new RegExp(`^${name}`) });
    // The sandbox's cards have a field of this name each.
    const code = topUp(page).locator('[name=code]');
    await code.fill('0123-4567-89AB-CDEE');
    await plan(said.payments.plan.season).click();
    await expect(topUp(page).getByText(said.errors.coupon_invalid)).toBeVisible();
    await code.fill(coupon.code);
    await plan(said.payments.plan.month).click();
    await expect(topUp(page).getByText(said.errors.coupon_not_applicable)).toBeVisible();
    await plan(said.payments.plan.season).click();
    const pay = topUp(page).getByRole('button', { name: /16\.2/ });
    await expect(pay).toBeVisible();
    await expectNoFaultInLightAndDark(page);
    await pay.click();
    await payInSandbox(page, said, '16.2');
    await expect(topUp(page).getByRole('heading', { name: said.payments.paid })).toBeVisible();
    await expect(expiry(page)).toBeVisible();
    await expect(orders(page)).toContainText('16.20');
    await expect(orders(page)).toContainText('27.00');
  });
});

inLong('a plan that is added is on sale on the profile, and gone once it is paused', async ({ page, request }) => {
  const code = `plan-${Date.now().toString(36)}`;
  await operate('plan', 'add', code, '--months', '12', '--amount', '9900', '--name', `Year ${code}`);
  try {
    await enterAs(page, await registerReader(request));
    const year = topUp(page).getByRole('button', { name: new RegExp(`^Year ${code}`) });
    await expect(async () => {
      await openProfile(page, 'zh-cn');
      await expect(year).toContainText('99', { timeout: 2000 });
    }).toPass();
    await openProfile(page, 'fr-fr');
    await expect(topUp(page).getByRole('heading', { name: new RegExp(`Year ${code}`) })).toContainText('99,00');
  } finally {
    await operate('plan', 'pause', code);
  }
});
