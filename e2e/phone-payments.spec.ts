import { type BrowserContext, devices, type Page } from '@playwright/test';
import { findFreePort } from '../src/server/testing/loopback.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';
import { alive } from './reader-material.ts';
import { wordsIn } from './words.ts';

const said = wordsIn('zh-cn');
const { defaultBrowserType: _, ...device } = devices['iPhone 13'];
const phone = { ...device, viewport: { width: 390, height: 844 }, locale: 'zh-CN' };
const agent = `${phone.userAgent} MicroMessenger/8.0.42(0x18002a2f) NetType/WIFI Language/zh_CN`;

let site: OwnSite;
test.beforeAll(async () => {
  site = await openOwnSite(await findFreePort(), {
    PAYMENTS_SANDBOX: 'true',
    WECHATPAY_H5: 'true',
    WECHATPAY_MP_APP_ID: 'wx1',
    WECHATPAY_MP_APP_SECRET: 'secret',
  });
});
test.afterAll(() => site.close());

const topUp = (page: Page) => page.locator('#top-up');
const choose = (page: Page) =>
  topUp(page)
    .getByRole('button', { name: new RegExp(`^${said.payments.plan.month}`) })
    .click();

/** A reader on a phone, before the plans, who came from a chapter. */
async function openPlans(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await enterAs(page, await registerReader(context.request));
  await page.goto('/profile?lang=zh-cn&next=%2Fbooks');
  await alive(page);
  return page;
}

test('a month is bought in the browser of a phone, over WeChat and back', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, baseURL: site.url });
  const page = await openPlans(context);
  await choose(page);
  const open = topUp(page).getByRole('link', { name: said.payments.openWechat });
  await expect(open).toBeVisible();
  await expect(topUp(page)).toContainText(/4:5\d|5:00/);
  await expectNoFaultInLightAndDark(page);
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/sandbox/pay/')),
    open.click(),
  ]);
  expect(await asked.headerValue('referer')).toContain(site.url);
  // The payer comes back without having paid: the books say so.
  const back = new URL(page.url()).searchParams.get('redirect_url') ?? '';
  await page.goto(back);
  await alive(page);
  await page.getByRole('button', { name: said.payments.havePaid }).click();
  await expect(page.getByText(said.payments.notYet)).toBeVisible();
  await expectNoFaultInLightAndDark(page);
  await page.getByRole('link', { name: said.payments.openAgain }).click();
  await page.getByRole('main').getByRole('button', { name: /10/ }).click();
  await expect(page).toHaveURL(/\/payment\/return\//);
  await alive(page);
  await expect(page.getByRole('heading', { level: 1, name: said.payments.paid })).toBeVisible();
  await expectNoFaultInLightAndDark(page);
  await page.getByRole('link', { name: said.payments.readOn }).click();
  await expect(page).toHaveURL(/\/books/);
  await context.close();
});

inLong(
  'a month is bought inside WeChat, which says who pays and is called up without a script of its own',
  async ({ browser }) => {
    const context = await browser.newContext({ ...phone, userAgent: agent, baseURL: site.url });
    await context.addInitScript(() => {
      window.WeixinJSBridge = {
        invoke(name, call, answer) {
          const form = new URLSearchParams({ choice: name === 'getBrandWCPayRequest' ? 'pay' : 'cancel' });
          const number = call.package.replace('prepay_id=sandbox', '');
          void fetch(`/sandbox/pay/${number}`, { method: 'POST', body: form }).then(answer);
        },
      };
    });
    const page = await openPlans(context);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url());
    });
    await choose(page);
    await expect(topUp(page).getByRole('heading', { name: said.payments.paid })).toBeVisible();
    await expect(page.locator('#membership time')).toBeVisible();
    expect(foreign).toEqual([]);
    await context.close();
  },
);

inLong('another way stands beside the first, and is another order', async ({ browser }) => {
  const context = await browser.newContext({ ...phone, baseURL: site.url });
  const page = await openPlans(context);
  await choose(page);
  await expect(topUp(page).getByRole('link', { name: said.payments.openWechat })).toBeVisible();
  await topUp(page).getByRole('button', { name: said.payments.way.qr }).click();
  await expect(topUp(page).getByRole('img', { name: said.payments.qrCode })).toBeVisible();
  // It stands there too where the first has come to nothing.
  const [till] = await Promise.all([
    context.waitForEvent('page'),
    topUp(page).getByRole('link', { name: said.payments.sandbox }).click(),
  ]);
  await till.getByRole('button', { name: said.payments.cancel }).click();
  await till.close();
  await page.bringToFront();
  await expect(topUp(page).getByRole('heading', { name: said.payments.failed })).toBeVisible({ timeout: 20_000 });
  await expectNoFaultInLightAndDark(page);
  await topUp(page).getByRole('button', { name: said.payments.way.h5 }).click();
  await expect(topUp(page).getByRole('link', { name: said.payments.openWechat })).toBeVisible();
  await context.close();
});
