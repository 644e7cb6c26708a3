import type { APIRequestContext, Page, Route } from '@playwright/test';
import { toDataURL } from 'qrcode';
import type { Order, OrderStatus } from '../src/features/payments/contract.ts';
import { type Language, languages } from '../src/shared/languages.ts';
import type { SiteInfo } from '../src/shared/site.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { alive } from './reader-material.ts';
import { wordsIn } from './words.ts';

const chinese = wordsIn('zh-cn').payments;

const orderId = '7d0f1c9e-52a4-4c1b-9a35-0d5b8a1f6e21';
const stripe: Omit<NonNullable<SiteInfo['stripe']>, 'script_url'> = {
  publishable_key: 'pk_test_longstrip',
  buttons: [
    { plan: 'month', buy_button_id: 'buy_btn_month', amount: 199, currency: 'USD', url: null, button: true },
    { plan: 'season', buy_button_id: 'buy_btn_season', amount: 499, currency: 'USD', url: null, button: true },
  ],
};
const resourceErrors = [/Failed to load resource/];

interface Status {
  completed: boolean;
  status: OrderStatus;
}

/** The state of both providers and of our own orders; the page's next request gets what a test changes here. */
interface Shop {
  create: (route: Route) => Promise<void>;
  status: Status | 'failing';
  orders: Order[] | 'failing';
  expireAt: string | null;
  created: unknown[];
  asked: string[];
  /** Where the buttons' script comes from, and how often it was asked for. */
  script: string;
  scripts: number;
}

/** The server's own script: its page is rendered before the answers below apply, and must not load another one. */
async function scriptOf(page: Page): Promise<string> {
  const response = await page.request.get('/api/v1/site');
  const { data }: { data: SiteInfo } = await response.json();
  return data.stripe?.script_url ?? '/stand-in/buy-button.js';
}

const namesOf = (plan: 'month' | 'season') => ({
  'en-us': wordsIn('en-us').payments.plan[plan],
  ...Object.fromEntries(languages.map((language) => [language, wordsIn(language).payments.plan[plan]])),
});
const offer: Omit<SiteInfo, 'wechat' | 'stripe'> = {
  wechat_ways: ['qr'],
  name: 'Longstrip',
  contact_email: 'hello@example.org',
  plans: [
    { plan: 'month', months: 1, amount: 1000, currency: 'CNY', name: namesOf('month') },
    { plan: 'season', months: 3, amount: 2700, currency: 'CNY', name: namesOf('season') },
  ],
  sandbox: false,
  adult_books: 'ask',
  passkeys: false,
  push_key: '',
  consent: 'none',
  withdrawal_days: 0,
  fapiao: false,
  documents: {},
};

async function openShop(page: Page, site: Partial<SiteInfo> = {}): Promise<Shop> {
  const qrCode = await toDataURL('weixin://wxpay/bizpayurl?pr=longstrip', { margin: 4, width: 256 });
  const shop: Shop = {
    create: (route) => route.fulfill({ json: { data: { qr_code: qrCode, order_id: orderId } } }),
    status: { completed: false, status: 'requires_action' },
    orders: [],
    expireAt: null,
    created: [],
    asked: [],
    script: await scriptOf(page),
    scripts: 0,
  };
  const buttons = { ...stripe, script_url: shop.script };
  const result = (answer: unknown) => ({ json: { data: { result: answer } } });
  const failure = { status: 500, json: { error: 'Broken', code: 'internal_error' } };
  await page.route('**/api/v1/site', (route) =>
    route.fulfill({ json: { data: { ...offer, wechat: true, stripe: buttons, ...site } } }),
  );
  await page.route('**/china_book_membership/create', (route) => {
    shop.created.push(route.request().postDataJSON());
    return shop.create(route);
  });
  await page.route('**/wechat/payment/status/*', (route) => {
    shop.asked.push(new URL(route.request().url()).pathname);
    return route.fulfill(shop.status === 'failing' ? failure : result(shop.status));
  });
  await page.route('**/payment/orders', (route) =>
    route.fulfill(shop.orders === 'failing' ? failure : result(shop.orders)),
  );
  await page.route('**/user/book/membership', (route) =>
    route.fulfill(result(shop.expireAt && { expire_at: shop.expireAt, is_expired: false })),
  );
  await page.route(isScript(shop), (route) => {
    shop.scripts += 1;
    return route.fulfill({ contentType: 'text/javascript', body: standIn });
  });
  return shop;
}

const isScript =
  ({ script }: Shop) =>
  (url: URL): boolean =>
    url.href.endsWith(script);

/** Defines the provider's element; its button shows what it sells. */
const standIn = `
customElements.define('stripe-buy-button', class extends HTMLElement {
  connectedCallback() {
    const button = document.createElement('button');
    button.textContent = 'Buy ' + this.getAttribute('buy-button-id');
    button.style.cssText = 'inline-size:100%;min-block-size:52px;font:inherit;background:#171310;color:#faf6ee';
    this.attachShadow({ mode: 'open' }).append(button);
  }
});`;

async function openProfile(
  page: Page,
  request: APIRequestContext,
  { language = 'zh-cn', query = '' }: { language?: Language; query?: string } = {},
): Promise<Reader> {
  const reader = await registerReader(request);
  await enterAs(page, reader);
  await page.goto(`/profile?lang=${language}${query}`);
  await alive(page);
  return reader;
}

const topUp = (page: Page) => page.locator('#top-up');
const orderList = (page: Page) => page.locator('#orders');
const press = (page: Page, name: string) => topUp(page).getByRole('button', { name, exact: true }).click();
const plan = (page: Page, name: string) => topUp(page).getByRole('button', { name: new RegExp(`^${name}`) });
const qrCode = (page: Page) => topUp(page).getByRole('img', { name: chinese.qrCode });
const stepTitle = (page: Page, name: string) => topUp(page).getByRole('heading', { name, exact: true });
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test.describe('paying by WeChat', () => {
  test('goes from a plan over its code to a longer membership', async ({ page, request }) => {
    const shop = await openShop(page);
    const answer = shop.create;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    shop.create = (route) => held.then(() => answer(route));
    await page.clock.install();
    await openProfile(page, request);
    await expect(plan(page, '月卡')).toContainText('1 个月');
    await expect(plan(page, '月卡')).toContainText('10 元');
    await expect(plan(page, '季卡')).toContainText('3 个月');
    await expect(plan(page, '季卡')).toContainText('27 元');
    await expectNoFaultInLightAndDark(page);

    await plan(page, '季卡').evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(topUp(page).getByRole('status').filter({ hasText: chinese.creating })).toBeVisible();
    await expect(stepTitle(page, chinese.scan)).toBeFocused();
    await expect(qrCode(page)).toHaveCount(0);
    letGo();
    await expect(qrCode(page)).toBeVisible();
    await expect(topUp(page)).toContainText('27 元');
    expect(shop.created).toMatchObject([{ months: 3 }]);
    await expectNoFaultInLightAndDark(page);

    await expect(async () => {
      await page.clock.runFor(3000);
      expect(shop.asked.length).toBeGreaterThanOrEqual(2);
    }).toPass();
    expect(new Set(shop.asked)).toEqual(new Set([`/api/v1/payment/wechat/payment/status/${orderId}`]));
    shop.status = { completed: true, status: 'succeeded' };
    shop.expireAt = '2031-03-04T12:00:00Z';
    await page.clock.runFor(3000);
    await expect(stepTitle(page, chinese.paid)).toBeVisible();
    await expect(page.locator('#membership')).toContainText('2031年3月4日');
    await expectNoFaultInLightAndDark(page);
    const asked = shop.asked.length;
    await page.clock.runFor(30_000);
    expect(shop.asked).toHaveLength(asked);

    await press(page, chinese.continue);
    await expect(stepTitle(page, chinese.wechat)).toBeFocused();
    await expect(plan(page, '月卡')).toBeVisible();
    await expect(qrCode(page)).toHaveCount(0);
  });

  inLong('goes on waiting while a payment is looked at', async ({ page, request }) => {
    const shop = await openShop(page);
    shop.status = { completed: false, status: 'processing' };
    await page.clock.install();
    await openProfile(page, request);
    await plan(page, '月卡').click();
    await expect(qrCode(page)).toBeVisible();
    await page.clock.runFor(9000);
    await expect.poll(() => shop.asked.length).toBeGreaterThanOrEqual(2);
    await expect(qrCode(page)).toBeVisible();
  });

  inLong('can be cancelled, which ends the asking and forgets the code', async ({ page, request }) => {
    const shop = await openShop(page);
    await page.clock.install();
    await openProfile(page, request);
    await plan(page, '月卡').click();
    await expect(qrCode(page)).toBeVisible();
    await press(page, chinese.cancel);
    await expect(plan(page, '季卡')).toBeVisible();
    await expect(qrCode(page)).toHaveCount(0);
    const asked = shop.asked.length;
    await page.clock.runFor(200_000);
    expect(shop.asked).toHaveLength(asked);
    await expect(plan(page, '季卡')).toBeVisible();
    await plan(page, '季卡').click();
    await expect(qrCode(page)).toBeVisible();
    expect(shop.created).toMatchObject([{ months: 1 }, { months: 3 }]);
  });

  inLong('ends with the order when that is closed', async ({ page, request }) => {
    const shop = await openShop(page);
    shop.status = { completed: false, status: 'canceled' };
    await page.clock.install();
    await openProfile(page, request);
    await plan(page, '月卡').click();
    await expect(qrCode(page)).toBeVisible();
    await page.clock.runFor(3000);
    await expect(stepTitle(page, chinese.failed)).toBeVisible();
    await expect(topUp(page).getByRole('alert')).toHaveText(chinese.closed);
    await press(page, chinese.reselect);
    await expect(plan(page, '月卡')).toBeVisible();
  });

  inLong('fails after three minutes, and still shows a payment that arrives later', async ({ page, request }) => {
    const shop = await openShop(page);
    await page.clock.install();
    await openProfile(page, request);
    await plan(page, '月卡').click();
    await expect(qrCode(page)).toBeVisible();
    await page.clock.fastForward(170_000);
    await expect(qrCode(page)).toBeVisible();
    await page.clock.fastForward(10_001);
    await expect(stepTitle(page, '支付失败或超时')).toBeVisible();
    await expect(qrCode(page)).toHaveCount(0);
    await expectNoFaultInLightAndDark(page);
    const asked = shop.asked.length;
    await page.clock.runFor(60_000);
    expect(shop.asked).toHaveLength(asked);

    await press(page, chinese.askAgain);
    await expect(page.getByText(chinese.notYet)).toBeVisible();
    shop.status = { completed: true, status: 'succeeded' };
    shop.expireAt = '2031-03-04T12:00:00Z';
    await comeBack(page);
    await expect(stepTitle(page, chinese.paid)).toBeVisible();
    await expect(page.locator('#membership')).toContainText('2031年3月4日');
  });

  inLong('asks nothing any more when its page is left', async ({ page, request }) => {
    const shop = await openShop(page);
    await page.clock.install();
    await openProfile(page, request);
    await plan(page, '月卡').click();
    await expect(qrCode(page)).toBeVisible();
    await page.getByRole('link', { name: wordsIn('zh-cn').app.toHome }).click();
    await expect(page).toHaveURL(/\/\?lang=zh-cn$/);
    const asked = shop.asked.length;
    await page.clock.runFor(30_000);
    expect(shop.asked).toHaveLength(asked);
  });

  inLong('leads to the sandbox where there is one', async ({ page, request }) => {
    await openShop(page, { sandbox: true });
    await openProfile(page, request);
    await plan(page, '月卡').click();
    await expect(topUp(page).getByRole('link', { name: chinese.sandbox })).toHaveAttribute(
      'href',
      `/sandbox/pay/${orderId}`,
    );
  });

  inLong('leads back to the chapter that it was for', async ({ page, request }) => {
    const shop = await openShop(page);
    shop.status = { completed: true, status: 'succeeded' };
    await page.clock.install();
    await openProfile(page, request, { query: '&next=%2Fcontact-us%3Flang%3Dzh-cn' });
    await plan(page, '月卡').click();
    await expect(qrCode(page)).toBeVisible();
    await page.clock.runFor(3000);
    await expect(stepTitle(page, chinese.paid)).toBeVisible();
    await topUp(page).getByRole('link', { name: chinese.readOn }).click();
    await expect(page).toHaveURL(/\/contact-us\?lang=zh-cn$/);
  });

  test.describe('when something fails', () => {
    test.use({ expectedErrors: resourceErrors });

    inLong('says so when its status cannot be learned, and asks no more', async ({ page, request }) => {
      const shop = await openShop(page);
      await page.clock.install();
      await openProfile(page, request);
      await plan(page, '月卡').click();
      await expect(qrCode(page)).toBeVisible();
      shop.status = 'failing';
      await page.clock.runFor(3000);
      await expect(topUp(page).getByRole('alert')).toHaveText('支付失败，请重新选择金额并扫码，或联系管理员。');
      await expect(stepTitle(page, chinese.failed)).toBeVisible();
      await expectNoFaultInLightAndDark(page);
      const asked = shop.asked.length;
      await page.clock.runFor(30_000);
      expect(shop.asked).toHaveLength(asked);
      await press(page, chinese.reselect);
      await expect(plan(page, '月卡')).toBeVisible();
    });

    inLong('says why when no order could be made', async ({ page, request }) => {
      const shop = await openShop(page);
      shop.create = (route) =>
        route.fulfill({ status: 502, json: { error: 'Unreachable', code: 'payment_provider_unavailable' } });
      await openProfile(page, request);
      await plan(page, '月卡').click();
      await expect(stepTitle(page, chinese.failed)).toBeVisible();
      await expect(topUp(page).getByRole('alert')).toHaveText(wordsIn('zh-cn').errors.payment_provider_unavailable);
      expect(shop.asked).toEqual([]);
      await press(page, chinese.reselect);
      await expect(plan(page, '月卡')).toBeVisible();
    });
  });
});

test.describe('paying by card', () => {
  for (const language of ['zh-cn', 'en-us', 'ar-sa'] as const) {
    inLong(`is offered by two buttons that carry the user’s id, in ${language}`, async ({ page, request }) => {
      const said = wordsIn(language).payments;
      const shop = await openShop(page);
      const { uuid } = await openProfile(page, request, { language });
      const buttons = topUp(page).locator('stripe-buy-button');
      await expect(buttons).toHaveCount(2);
      for (const [index, id] of ['buy_btn_month', 'buy_btn_season'].entries()) {
        await expect(buttons.nth(index)).toHaveAttribute('buy-button-id', id);
        await expect(buttons.nth(index)).toHaveAttribute('publishable-key', 'pk_test_longstrip');
        await expect(buttons.nth(index)).toHaveAttribute('client-reference-id', uuid);
      }
      await expect(topUp(page).getByRole('button', { name: 'Buy buy_btn_month' })).toBeVisible();
      await expect(topUp(page).getByRole('heading', { name: said.card })).toBeVisible();
      await expect(topUp(page).getByRole('heading', { name: said.wechat })).toHaveCount(language === 'zh-cn' ? 1 : 0);
      expect(shop.scripts).toBe(1);
      await expectNoFaultInLightAndDark(page);
    });
  }

  inLong('shows what was paid in another tab to who comes back', async ({ page, request }) => {
    const shop = await openShop(page);
    await openProfile(page, request, { language: 'en-us' });
    await expect(page.locator('#membership')).toContainText('No membership yet');
    shop.expireAt = '2031-03-04T12:00:00Z';
    shop.orders = [orderOf({ provider: 'stripe', amount: 499, currency: 'USD' })];
    await comeBack(page);
    await expect(page.locator('#membership')).toContainText('March 4, 2031');
    await expect(orderList(page)).toContainText('$4.99');
  });

  inLong('loads nothing of it elsewhere: the profile is a document of its own', async ({ page, request }) => {
    const shop = await openShop(page);
    const { username } = await openProfile(page, request, { language: 'en-us' });
    await expect.poll(() => shop.scripts).toBe(1);
    const mark = () => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    const isMarked = () => page.evaluate(() => 'isSameDocument' in window);
    await mark();
    await page.getByRole('link', { name: 'To the books' }).click();
    await expect(page).toHaveURL(/\/\?lang=en-us$/);
    await alive(page);
    expect(await isMarked()).toBe(false);
    await mark();
    await page.getByRole('banner').getByRole('link', { name: username }).click();
    await expect(page).toHaveURL(/\/profile\?lang=en-us$/);
    await alive(page);
    expect(await isMarked()).toBe(false);
  });

  test.describe('when its script fails', () => {
    test.use({ expectedErrors: resourceErrors });

    inLong('says so, and loads it again when asked', async ({ page, request }) => {
      const shop = await openShop(page);
      let isDown = true;
      await page.route(isScript(shop), (route) => (isDown ? route.abort() : route.fallback()));
      await openProfile(page, request, { language: 'en-us' });
      const alert = topUp(page).getByRole('alert');
      await expect(alert).toContainText('The payment buttons could not be loaded.');
      await expect(topUp(page).getByRole('button', { name: /^Buy/ })).toHaveCount(0);
      isDown = false;
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(topUp(page).getByRole('button', { name: /^Buy/ })).toHaveCount(2);
      await expect(alert).toHaveCount(0);
    });
  });
});

test.describe('where nothing can be paid with', () => {
  for (const language of ['zh-cn', 'en-us', 'ar-sa'] as const) {
    inLong(`the profile says so, in ${language}`, async ({ page, request }) => {
      await openShop(page, { wechat: false, stripe: null });
      await openProfile(page, request, { language });
      await expect(topUp(page)).toContainText(wordsIn(language).payments.none);
      await expectNoFaultInLightAndDark(page);
    });
  }

  inLong('but WeChat, it leads to the page that has that', async ({ page, request }) => {
    await openShop(page, { stripe: null });
    await openProfile(page, request, { language: 'fr-fr' });
    await topUp(page)
      .getByRole('link', { name: wordsIn('fr-fr').payments.toChinese })
      .click();
    await expect(plan(page, '月卡')).toBeVisible();
  });
});

function orderOf(given: Partial<Order>): Order {
  return {
    order_id: orderId,
    provider: 'wechat',
    way: 'qr',
    plan: 'month',
    months: 1,
    amount: 1000,
    full_amount: 1000,
    discount: 0,
    currency: 'CNY',
    status: 'succeeded',
    gift: null,
    withdrawal: null,
    created_at: '2026-03-04T12:00:00Z',
    paid_at: '2026-03-04T12:01:00Z',
    ...given,
  };
}

const manyOrders: Order[] = [
  orderOf({
    order_id: 'a1b2c3d4-0000-4000-8000-000000000001',
    plan: 'season',
    months: 3,
    amount: 2700,
    status: 'requires_action',
    paid_at: null,
  }),
  orderOf({ order_id: 'a1b2c3d5-0000-4000-8000-000000000002' }),
  orderOf({ order_id: 'a1b2c3d6-0000-4000-8000-000000000003', status: 'processing', paid_at: null }),
  orderOf({ order_id: 'a1b2c3d7-0000-4000-8000-000000000004', status: 'canceled', paid_at: null }),
  orderOf({ order_id: 'a1b2c3d8-0000-4000-8000-000000000005', status: 'refunded' }),
  orderOf({ order_id: 'a1b2c3d9-0000-4000-8000-000000000006', provider: 'stripe', amount: 499, currency: 'USD' }),
];

test.describe('the orders', () => {
  for (const language of ['zh-cn', 'en-us', 'ar-sa'] as const) {
    inLong(`are each a receipt, in ${language}`, async ({ page, request }) => {
      const said = wordsIn(language).payments;
      const shop = await openShop(page);
      shop.orders = manyOrders;
      await openProfile(page, request, { language });
      const rows = orderList(page).getByRole('listitem');
      await expect(rows).toHaveCount(5);
      await expect(rows.nth(0)).toContainText(said.plan.season);
      await expect(rows.nth(0)).toContainText(said.status.requires_action);
      await expect(rows.nth(1)).toContainText(said.status.succeeded);
      await expect(rows.nth(1)).toContainText('a1b2c3d5');
      await expect(rows.nth(4)).toContainText(said.status.refunded);
      await orderList(page).locator('> button').click();
      await expect(rows).toHaveCount(6);
      await expectNoFaultInLightAndDark(page);
    });
  }

  inLong('give their number to take along', async ({ page, context, request }) => {
    const shop = await openShop(page);
    shop.orders = [orderOf({})];
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openProfile(page, request, { language: 'en-us' });
    await expect(orderList(page)).toContainText('CN¥10.00');
    await orderList(page).getByRole('button', { name: 'Copy order number 7d0f1c9e' }).click();
    await expect(orderList(page).getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(orderId);
  });

  inLong('show the whole number where the clipboard is closed', async ({ page, request }) => {
    const shop = await openShop(page);
    shop.orders = [orderOf({})];
    await page.addInitScript(() =>
      Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('closed')) }),
    );
    await openProfile(page, request, { language: 'en-us' });
    await orderList(page).getByRole('button', { name: 'Copy order number 7d0f1c9e' }).click();
    await expect(orderList(page).getByText(orderId)).toBeVisible();
  });

  inLong('are none at first, which is said', async ({ page, request }) => {
    await openShop(page);
    await openProfile(page, request, { language: 'en-us' });
    await expect(orderList(page)).toContainText('Nothing bought yet.');
  });

  test.describe('that do not come', () => {
    test.use({ expectedErrors: resourceErrors });

    inLong('are asked for again when a reader wants', async ({ page, request }) => {
      const shop = await openShop(page);
      shop.orders = 'failing';
      await openProfile(page, request, { language: 'en-us' });
      const alert = orderList(page).getByRole('alert');
      await expect(alert).toContainText('Your orders could not be loaded.');
      shop.orders = [orderOf({})];
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(orderList(page)).toContainText('CN¥10.00');
    });
  });
});
