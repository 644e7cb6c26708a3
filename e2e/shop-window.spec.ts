import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { drawScene } from '../src/features/media/testing/pictures.ts';
import { findFreePort } from '../src/features/payments/testing/free-port.ts';
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
