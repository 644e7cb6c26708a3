import type { APIRequestContext, Page } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { addMonths } from '../src/features/membership/rules.ts';
import type { SimulatedOrder } from '../src/features/payments/testing/wechat/books.ts';
import type { Language } from '../src/shared/languages.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { test as base, expect, playedIf } from './fixtures.ts';
import { enterAs, newName, type Reader, registerReader } from './member-material.ts';
import { openPaymentsSite, type PaymentsSite } from './payments-server.ts';
import { alive, findLocked } from './reader-material.ts';
import { wordsIn } from './words.ts';

const siteStartsWithinMs = 90_000;

/** Payments happen at the simulators of both providers; the site is the built one, and the browser has no fakes. */
const test = base.extend<{ simulators: undefined }, { site: PaymentsSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
    async ({}, use) => {
      const site = await openPaymentsSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker', timeout: siteStartsWithinMs },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  simulators: [
    async ({ site }, use) => {
      await use(undefined);
      await site.wechat.reset();
    },
    { auto: true },
  ],
});
// One test worker, because each starts a site.
test.describe.configure({ mode: 'default' });
test.use({ viewport: { width: 390, height: 844 } });

const said = wordsIn('zh-cn');
const password = 'a.Password!';

const topUp = (page: Page) => page.locator('#top-up');
const orders = (page: Page) => page.locator('#orders').getByRole('listitem');
const stepTitle = (page: Page, name: string) => topUp(page).getByRole('heading', { name, exact: true });
const press = (page: Page, name: string) => topUp(page).getByRole('button', { name, exact: true }).click();
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

/** Chooses a plan and scans the code that appears: the order at WeChat Pay that a phone would now show. */
async function chooseAndScan(page: Page, site: PaymentsSite, plan: 'month' | 'season'): Promise<SimulatedOrder> {
  const name = said.payments.plan[plan];
  await topUp(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  const source = await topUp(page).getByRole('img', { name: said.payments.qrCode }).getAttribute('src');
  const { data, width, height } = PNG.sync.read(Buffer.from(source?.split(',')[1] ?? '', 'base64'));
  const scanned = jsQR(new Uint8ClampedArray(data), width, height)?.data;
  const order = [...site.wechat.orders.values()].find(({ link }) => link === scanned);
  if (!order) throw new Error(`WeChat Pay knows no code ${scanned}`);
  return order;
}

/**
 * The membership on the page ends as many months from now as were paid for, to the minute; each adds to those before.
 */
async function expectMonths(page: Page, ...paid: number[]): Promise<void> {
  const shown = page.locator('#membership time');
  await expect(shown).toBeVisible();
  await expect
    .poll(async () => {
      const at = Date.parse((await shown.getAttribute('datetime')) ?? '');
      return Math.abs(at - paid.reduce(addMonths, new Date()).getTime()) < 60_000;
    })
    .toBe(true);
}

/** The differences between the books of both sides, and the orders that were paid twice on purpose. */
async function readReport(site: PaymentsSite, { username }: Pick<Reader, 'username'>) {
  const { paid_twice: paidTwice, ...faults } = await site.report();
  const ofReader = (lines: { username: string | null }[]) => lines.filter((line) => line.username === username).length;
  return { faults: ofReader(Object.values(faults).flat()), paidTwice: ofReader(paidTwice) };
}

async function openProfile(page: Page, request: APIRequestContext, language: Language = 'zh-cn'): Promise<Reader> {
  const reader = await registerReader(request);
  await enterAs(page, reader);
  await page.goto(`/profile?lang=${language}`);
  await alive(page);
  return reader;
}

test.describe('a new reader', () => {
  // The lock is a refused request, which the browser's console reports.
  test.use({ expectedErrors: [/403/] });

  test('goes from a locked chapter over a season card into the chapter', async ({ page, request, site }) => {
    const { chapters, firstLocked } = await findLocked(request);
    await page.goto(`${chapters[firstLocked]}?lang=zh-cn`);
    await alive(page);
    await page.getByRole('link', { name: said.reading.buyNow }).click();
    await expect(page).toHaveURL(/\/login\?/);
    await alive(page);
    const main = page.getByRole('main');
    await main.getByRole('link', { name: said.accounts.register }).click();
    await expect(page).toHaveURL(/\/register\?/);
    const username = newName();
    await main.getByLabel(said.accounts.username, { exact: true }).fill(username);
    await main.getByLabel(said.accounts.password, { exact: true }).fill(password);
    await main.getByLabel(said.accounts.confirmPassword, { exact: true }).fill(password);
    await main.getByRole('button', { name: said.accounts.register }).click();
    await expect(page).toHaveURL(/\/login\?/);
    await main.getByLabel(said.accounts.password, { exact: true }).fill(password);
    await main.getByRole('button', { name: said.app.login, exact: true }).click();
    await expect(page).toHaveURL(/\/profile\?/);
    await alive(page);

    const { orderNumber, total } = await chooseAndScan(page, site, 'season');
    expect(total).toBe(2700);
    await expectNoFaultInLightAndDark(page);
    const told = await site.wechat.pay(orderNumber);
    expect(told?.status).toBe(204);
    await expect(stepTitle(page, said.payments.paid)).toBeVisible();
    await expectMonths(page, 3);
    await expect(orders(page)).toHaveCount(1);
    await expect(orders(page)).toContainText(said.payments.status.succeeded);
    await expectNoFaultInLightAndDark(page);
    expect(await readReport(site, { username })).toEqual({ faults: 0, paidTwice: 0 });

    await topUp(page).getByRole('link', { name: said.payments.readOn }).click();
    await expect(page).toHaveURL(new RegExp(`${chapters[firstLocked]}`));
    await expect(page.locator('main img').first()).toBeVisible();
  });
});

playedIf(false, test)(
  'a payment after the three minutes is granted once, and seen on coming back',
  async ({ page, request, site }) => {
    await page.clock.install();
    const reader = await openProfile(page, request);
    const { orderNumber } = await chooseAndScan(page, site, 'month');
    await page.clock.fastForward(180_001);
    await expect(stepTitle(page, said.payments.failed)).toBeVisible();
    await expect(topUp(page).getByRole('alert')).toHaveText('3 分钟内没有收到付款。');
    await expectNoFaultInLightAndDark(page);

    await site.wechat.pay(orderNumber);
    // WeChat Pay may send the notification again, any number of times.
    await Promise.all([site.wechat.notify(orderNumber), site.wechat.notify(orderNumber)]);
    await expect(stepTitle(page, said.payments.failed)).toBeVisible();
    await comeBack(page);
    await expect(stepTitle(page, said.payments.paid)).toBeVisible();
    await expectMonths(page, 1);

    await page.reload();
    await alive(page);
    await expectMonths(page, 1);
    await expect(orders(page)).toHaveCount(1);
    await expect(orders(page)).toContainText(said.payments.status.succeeded);
    expect(await readReport(site, reader)).toEqual({ faults: 0, paidTwice: 0 });
  },
);

playedIf(false, test)(
  'a payment that nobody tells of is found by the page’s own questions',
  async ({ page, request, site }) => {
    const reader = await openProfile(page, request);
    const { orderNumber } = await chooseAndScan(page, site, 'month');
    const told = site.wechat.deliveries.length;
    await site.wechat.pay(orderNumber, { isSilent: true });
    // The sweep asks about an order 30 s after it was made at the earliest.
    await expect(stepTitle(page, said.payments.paid)).toBeVisible({ timeout: 20_000 });
    await expectMonths(page, 1);
    expect(site.wechat.deliveries).toHaveLength(told);
    expect(await readReport(site, reader)).toEqual({ faults: 0, paidTwice: 0 });
  },
);

playedIf(false, test)(
  'an order that was given up for another plan is granted when it is paid late',
  async ({ page, request, site }) => {
    // WeChat Pay does not close it: it can be paid until its five minutes are over.
    site.wechat.fault({ on: 'close', kind: 'status', status: 500, times: 100 });
    const reader = await openProfile(page, request);
    const first = await chooseAndScan(page, site, 'month');
    await press(page, said.payments.cancel);
    await expect(stepTitle(page, said.payments.wechat)).toBeVisible();
    const second = await chooseAndScan(page, site, 'season');
    expect(second.orderNumber).not.toBe(first.orderNumber);

    await site.wechat.pay(first.orderNumber);
    await comeBack(page);
    await expectMonths(page, 1);
    await expect(stepTitle(page, said.payments.scan)).toBeVisible();
    await expectNoFaultInLightAndDark(page);

    await site.wechat.pay(second.orderNumber);
    await expect(stepTitle(page, said.payments.paid)).toBeVisible();
    await expectMonths(page, 1, 3);
    await expect(orders(page).getByText(said.payments.status.succeeded)).toHaveCount(2);
    // Both are granted, and the operator's report counts them.
    expect(await readReport(site, reader)).toEqual({ faults: 0, paidTwice: 2 });
  },
);

playedIf(false, test)(
  'an order that was given up for another plan is closed, and can be paid no more',
  async ({ page, request, site }) => {
    const reader = await openProfile(page, request);
    const first = await chooseAndScan(page, site, 'season');
    await press(page, said.payments.cancel);
    const second = await chooseAndScan(page, site, 'month');
    await expect.poll(() => first.state).toBe('CLOSED');
    await expect(async () => {
      await comeBack(page);
      await expect(orders(page).getByText(said.payments.status.canceled)).toHaveCount(1, { timeout: 1000 });
    }).toPass();
    await site.wechat.pay(second.orderNumber);
    await expect(stepTitle(page, said.payments.paid)).toBeVisible();
    await expectMonths(page, 1);
    await expect(orders(page).getByText(said.payments.status.succeeded)).toHaveCount(1);
    expect(await readReport(site, reader)).toEqual({ faults: 0, paidTwice: 0 });
  },
);

for (const language of ['en-us', 'ar-sa'] as const) {
  playedIf(language === 'en-us', test)(
    `a card sale is granted, and taken back with its refund, in ${language}`,
    async ({ page, request, site }) => {
      const said = wordsIn(language);
      const reader = await openProfile(page, request, language);
      const buttons = topUp(page).locator('stripe-buy-button').getByRole('button');
      await expect(buttons).toHaveCount(2);
      await buttons.nth(1).click();
      await expect(buttons.nth(1)).toHaveText('Checkout finished');
      expect(site.stripe.deliveries.at(-1)).toMatchObject({ type: 'checkout.session.completed', status: 200 });
      await comeBack(page);
      await expectMonths(page, 3);
      await expect(orders(page)).toHaveCount(1);
      await expect(orders(page)).toContainText(said.payments.plan.season);
      await expect(orders(page)).toContainText(said.payments.status.succeeded);
      expect(await readReport(site, reader)).toEqual({ faults: 0, paidTwice: 0 });

      const sale = site.stripe.sales.at(-1);
      if (!sale) throw new Error('Nothing was sold');
      const { created, charge } = sale.refund();
      expect(await site.stripe.deliverAll([created, charge])).toEqual([200, 200]);
      await comeBack(page);
      await expect(page.locator('#membership')).toContainText(said.membership.none);
      await expect(orders(page)).toContainText(said.payments.status.refunded);
      await expectNoFaultInLightAndDark(page);
      expect(await readReport(site, reader)).toEqual({ faults: 0, paidTwice: 0 });
    },
  );
}
