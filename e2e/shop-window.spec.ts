import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { drawScene } from '../src/features/media/testing/pictures.ts';
import { findFreePort } from '../src/server/testing/loopback.ts';
import { languages } from '../src/shared/languages.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { searchBooks } from './catalog-material.ts';
import { expect, inLong, isLong, test } from './fixtures.ts';
import { enterAs, newName, type Reader, registerReader } from './member-material.ts';
import { type OwnSite, openOwnSite } from './own-site.ts';
import { alive } from './reader-material.ts';
import { wordsIn } from './words.ts';

let site: OwnSite;
let home: string;
let owner: Reader;
let request: APIRequestContext;

test.beforeAll(async ({ playwright }) => {
  if (!isLong) return;
  site = await openOwnSite(await findFreePort(), { PAYMENTS_SANDBOX: 'true' });
  home = await mkdtemp(join(tmpdir(), 'longstrip-window-'));
  const titles = languages.map((language) => `${language}: Night train ${language}`).join(', ');
  const files: [string, string | Buffer][] = [['book.yaml', `title: { ${titles} }\nkind: comic\n`]];
  for (const [seed, language] of languages.entries())
    files.push([`${language}/1/1.jpg`, await drawScene({ width: 320, height: 480, seed })]);
  for (const [path, content] of files) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), content);
  }
  await site.operate('import', home);
  request = await playwright.request.newContext({ baseURL: site.url });
  owner = await registerReader(request);
  await site.operate('user', 'role', owner.username, 'owner');
});
test.afterAll(async () => {
  await request?.dispose();
  await site?.close();
  if (home) await rm(home, { recursive: true });
});

/** Changes a document of settings, as the studio does: with the version that was read. */
async function change(path: string, data: object): Promise<void> {
  const url = `/api/v1/studio/${path}`;
  const headers = { Authorization: `Token ${owner.token}` };
  const read = await request.get(url, { headers });
  const answer = await request.put(url, { headers: { ...headers, 'If-Match': read.headers().etag ?? '' }, data });
  expect([path, answer.status(), await answer.text()]).toEqual([path, 200, expect.anything()]);
}

const inEach = (text: string) => Object.fromEntries(languages.map((language) => [language, `${text} ${language}`]));

inLong('a home of six rows in five languages, under a bar that stays away once it is hidden', async ({ page }) => {
  const kinds = ['newest', 'updated', 'popular', 'free_now', 'recommended'] as const;
  const { result } = await searchBooks(request, 'language=en-us');
  await change('site/rows', {
    rows: [
      { kind: 'picked', books: [result?.[0]?.book_uuid], title: inEach('Riddles') },
      ...kinds.map((kind) => ({ kind })),
    ],
  });
  const made = await request.post('/api/v1/studio/announcements', {
    headers: { Authorization: `Token ${owner.token}` },
    data: { text: inEach('[Read this](/ranking) in') },
  });
  expect(made.status()).toBe(201);
  for (const language of languages) {
    await page.goto(`${site.url}/?lang=${language}`);
    await alive(page);
    const bar = page.getByRole('complementary').filter({ hasText: `Read this in ${language}` });
    await expect(bar).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: `Riddles ${language}` })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(7);
  }
  await expectNoFaultInLightAndDark(page);
  const bar = page.getByRole('complementary').filter({ hasText: 'Read this' });
  await bar.getByRole('button', { name: wordsIn('ar-sa').app.hideAnnouncement }).click();
  await expect(bar).toBeHidden();
  await page.reload();
  await alive(page);
  await expect(bar).toBeHidden();
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: wordsIn('ar-sa').ranking.title })
    .click();
  await expect(page).toHaveURL(/\/ranking/);
  await expect(page.getByText(wordsIn('ar-sa').ranking.nothing)).toBeVisible();
});

inLong('who follows a campaign gets its days with the registration, and the studio counts them', async ({ page }) => {
  await change('trial', {
    trial_days: 7,
    campaigns: [{ word: 'spring', until: '2100-01-01', count: 10 }],
  });
  const said = wordsIn('zh-cn');
  await page.goto(`${site.url}/?lang=zh-cn&c=spring&utm_source=poster`);
  await alive(page);
  await page.goto(`${site.url}/register?lang=zh-cn`);
  await alive(page);
  const username = newName();
  await page.getByRole('main').getByRole('textbox', { name: said.accounts.username, exact: true }).fill(username);
  await page.getByLabel(said.accounts.password, { exact: true }).fill('a.Password!');
  await page.getByLabel(said.accounts.confirmPassword, { exact: true }).fill('a.Password!');
  await page.getByRole('main').getByRole('button', { name: said.accounts.register, exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  const headers = { Authorization: `Token ${owner.token}` };
  const trial = await (await request.get('/api/v1/studio/trial', { headers })).json();
  expect(trial.data.result.campaigns).toMatchObject([{ word: 'spring', used: 1 }]);
  const login = await request.post('/api/v1/user/login', { data: { username, password: 'a.Password!' } });
  const { jwt_token: token } = (await login.json()).data;
  const profile = await request.get('/api/v1/user/book/membership', { headers: { Authorization: `Token ${token}` } });
  const days = (Date.parse((await profile.json()).data.result.expire_at) - Date.now()) / 86_400_000;
  expect(Math.ceil(days)).toBe(7);
});

inLong(
  'a receipt prints on one sheet of paper without the bar, in Chinese and in Arabic',
  async ({ browser }, info) => {
    const said = wordsIn('zh-cn');
    const context = await browser.newContext({ baseURL: site.url, locale: 'zh-CN' });
    const page = await context.newPage();
    await enterAs(page, await registerReader(request));
    await page.goto('/profile?lang=zh-cn');
    await alive(page);
    const plans = page.locator('#top-up');
    await plans.getByRole('button', { name: new RegExp(`^${said.payments.plan.month}`) }).click();
    const [phone] = await Promise.all([
      context.waitForEvent('page'),
      plans.getByRole('link', { name: said.payments.sandbox }).click(),
    ]);
    await phone.getByRole('main').getByRole('button', { name: '10' }).click();
    await expect(phone.getByRole('heading', { level: 1, name: said.payments.paid })).toBeVisible();
    await phone.close();
    await page.bringToFront();
    await page.locator('#orders').getByRole('link', { name: said.receipts.link }).first().click();
    await expect(page.getByText(said.receipts.number)).toBeVisible();
    const address = new URL(page.url()).pathname;
    for (const language of ['zh-cn', 'ar-sa'] as const) {
      await page.goto(`${address}?lang=${language}`);
      await alive(page);
      await expect(page.getByText(wordsIn(language).receipts.number).first()).toBeVisible();
      await expectNoFaultInLightAndDark(page);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByText(`Read this in ${language}`)).toBeHidden();
      await page.emulateMedia({ media: null });
      const pdf = await page.pdf({ format: 'A4', path: info.outputPath(`receipt-${language}.pdf`) });
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    }
    await context.close();
  },
);

inLong('a card takes a code, and a sale that nobody was told of is found once Stripe is asked', async ({ browser }) => {
  const made = await request.post('/api/v1/studio/coupons', {
    headers: { Authorization: `Token ${owner.token}` },
    data: { ways: ['card'], percent: 40, code: 'SPRING26', request_id: randomUUID() },
  });
  expect(made.status()).toBe(201);
  const said = wordsIn('en-us');
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const reader = await registerReader(request);
  await enterAs(page, reader);
  await page.goto('/profile?lang=en-us');
  await alive(page);
  const month = page.locator('#top-up stripe-buy-button').first();
  const orders = page.locator('#orders').getByRole('listitem');
  await month.locator('summary').click();
  await month.getByLabel(said.payments.discount.code).fill('spring26');
  await expectNoFaultInLightAndDark(page);
  await month.getByRole('button').click();
  await expect(month).toContainText(said.payments.practice.cardPaid);
  await expect(orders).toHaveCount(1);
  await expect(orders).toContainText('6.00');
  await month.getByLabel(said.payments.discount.code).fill('');
  await month.getByLabel(said.payments.practice.lost).check();
  await month.getByRole('button').click();
  await expect(month).toContainText(said.payments.practice.lostPaid);

  const office = await browser.newContext({ baseURL: site.url });
  const studio = await office.newPage();
  await enterAs(studio, owner);
  await studio.goto('/studio/payments');
  await studio.getByRole('button', { name: 'Ask Stripe' }).click();
  await expect(studio.getByRole('heading', { name: '1 missed sale found' })).toBeVisible();
  await expect(studio.getByRole('link', { name: reader.username }).first()).toBeVisible();
  await expectNoFaultInLightAndDark(studio);
  await office.close();
  await page.reload();
  await alive(page);
  await expect(orders).toHaveCount(2);
  await context.close();
});

inLong('a site wears a name, logos and an accent of its own, by day and by night', async ({ browser }, info) => {
  await change('site', {
    name: { 'en-us': 'Ink & Tide', 'ar-sa': 'حبر وموج' },
    tagline: { 'en-us': 'Drawn by the sea' },
    accent: '#0b5c8a',
  });
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  await enterAs(page, owner);
  await page.goto('/studio/settings/site');
  for (const [name, ink] of [
    ['Logo on light', '#0b5c8a'],
    ['Logo on dark', '#9bd3f5'],
    ['Icon', '#0b5c8a'],
  ] as const) {
    const side = name === 'Icon' ? 512 : 160;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="${side}"><rect width="512" height="${side}" rx="60" fill="${ink}"/></svg>`;
    const buffer = await sharp(Buffer.from(drawing)).png().toBuffer();
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await expect(row.getByRole('img', { name })).toBeVisible();
  }
  const logo = page.getByRole('banner').locator('img:visible');
  const shown: (string | null)[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(async () => {
      await page.goto('/?lang=en-us');
      await expect(logo).toHaveCount(1, { timeout: 2000 });
      await expect(page).toHaveTitle('Drawn by the sea · Ink & Tide', { timeout: 2000 });
    }).toPass();
    await alive(page);
    shown.push(await logo.getAttribute('src'));
    await page.screenshot({ path: info.outputPath(`face-${colorScheme}.png`) });
  }
  expect(new Set(shown).size).toBe(2);
  await expectNoFaultInLightAndDark(page);
  await page.goto('/membership?lang=ar-sa');
  await expect(page).toHaveTitle(/حبر وموج/);
  await expectNoFaultInLightAndDark(page);
  await page.screenshot({ path: info.outputPath('face-membership-ar.png'), fullPage: true });
  await context.close();
});

inLong('a thousand members of a Ghost site move in, each with a code that holds until the end they had', async () => {
  // Two thousand transactions on a machine that others use too.
  test.setTimeout(240_000);
  const head = 'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,expires_at';
  const lines = Array.from(
    { length: 1000 },
    (_, nth) => `ghost${nth},m${nth}@old.example,"Reader, ${nth}",,true,false,cus_${nth},2020-01-01,2031-01-31`,
  );
  const file = join(home, 'ghost.csv');
  await writeFile(file, [head, ...lines].join('\n'));
  const importing = async () => (await site.operate('members', 'import', file)).trim().split(/\r?\n/).slice(1);
  const made = await importing();
  const codes = made.flatMap(
    (line) => /,coupon,2031-01-31T23:59:59\.999Z,,((?:\w{4}-){3}\w{4}),$/.exec(line)?.[1] ?? [],
  );
  expect(new Set(codes).size).toBe(1000);
  expect((await importing()).filter((line) => line.includes(',unchanged,'))).toHaveLength(1000);
  const { token } = await registerReader(request);
  const redeemed = await request.post('/api/v1/user/coupon/redeem', {
    headers: { Authorization: `Token ${token}` },
    data: { code: codes[998] },
  });
  expect((await redeemed.json()).data.result).toEqual({ expire_at: '2031-01-31T23:59:59.999Z' });
});
