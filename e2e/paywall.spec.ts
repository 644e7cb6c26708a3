import type { Page } from '@playwright/test';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { endMembership, enterAs, registerMember, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { alive, findLocked } from './reader-material.ts';

const lock = (page: Page) => page.locator('#locked-chapter');
const strip = (page: Page) => page.locator('[data-strip]');

/** Notes from the first frame on whether the page ever shows words of the lock. */
async function watchLock(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = () => {
      const shown = document.querySelector('#locked-chapter')?.checkVisibility({ visibilityProperty: true });
      if (shown) document.documentElement.dataset.lockSeen = 'yes';
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => document.documentElement.dataset.lockSeen === 'yes');
}

const chapterCall = /\/api\/v1\/comics\/chapter_comics\//;

test.describe('the paywall page', () => {
  // A locked chapter is a refused request, which the browser's console reports.
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('says everything without code', async ({ browser, request, baseURL }) => {
    const { chapters, firstLocked } = await findLocked(request);
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
    const page = await context.newPage();
    await page.goto(`${chapters[firstLocked]}?lang=en-us`);
    await expect(lock(page).getByRole('heading', { name: 'This chapter is only open to members' })).toBeVisible();
    await expect(lock(page).getByText(/^A month opens [\d,+]+ chapters? in English/)).toBeVisible();
    const preview = lock(page).locator('img');
    await expect.poll(() => preview.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeGreaterThan(0);
    expect(await preview.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth)).toBeLessThanOrEqual(64);
    await expect(lock(page).getByRole('link', { name: 'Read the free chapters' })).toBeVisible();
    await expect(page.getByText('Loading')).toHaveCount(0);
    await context.close();
  });

  for (const [language, width] of [
    ['en-us', 1440],
    ['ar-sa', 390],
    ['zh-cn', 390],
  ] as const) {
    inLong(`has no fault for who cannot see it well, in ${language}`, async ({ page, request }) => {
      const { chapters, firstLocked } = await findLocked(request);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.goto(`${chapters[firstLocked]}?lang=${language}`);
      await alive(page);
      await expect(lock(page)).toBeVisible();
      await expectNoFaultInLightAndDark(page);
    });
  }

  inLong('tells an expired member what they had, and never shows them the visitor’s', async ({ page, request }) => {
    const { chapters, firstLocked } = await findLocked(request);
    const reader = await registerMember(request);
    await endMembership(reader);
    await enterAs(page, reader);
    await page.goto(`${chapters[firstLocked]}?lang=en-us`, { waitUntil: 'commit' });
    await expect(lock(page).getByRole('heading', { name: 'Your membership has expired' })).toBeVisible();
    await expect(lock(page).getByText(/^You were a member from .+ to .+/)).toBeVisible();
    await expect(lock(page).getByRole('link', { name: 'Top up' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Already a member? Log in' })).toHaveCount(0);
  });

  for (const [language, width] of [
    ['en-us', 1440],
    ['ar-sa', 390],
  ] as const) {
    inLong(`is never seen by a member, however late the chapter comes, in ${language}`, async ({ page, request }) => {
      const { chapters, firstLocked } = await findLocked(request);
      const address = `${chapters[firstLocked]}?lang=${language}`;
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      const wasSeen = await watchLock(page);
      await enterAs(page, await registerMember(request));
      let letThrough = () => {};
      const isHeld = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await page.route(chapterCall, async (route) => {
        await isHeld;
        await route.continue();
      });
      const asked = page.waitForRequest(chapterCall);
      await page.goto(address, { waitUntil: 'load' });
      await asked;
      await alive(page);
      // Frames in which a lock would stand there, painted.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
      });
      expect(await wasSeen()).toBe(false);
      await expect(strip(page)).toHaveCount(0);
      letThrough();
      await expect(strip(page)).toBeVisible();
      expect(await wasSeen()).toBe(false);
    });
  }

  inLong(
    'is seen by a visitor from the first frame on, which the journeys above would notice',
    async ({ page, request }) => {
      const { chapters, firstLocked } = await findLocked(request);
      const wasSeen = await watchLock(page);
      await page.goto(`${chapters[firstLocked]}?lang=en-us`, { waitUntil: 'load' });
      await expect.poll(wasSeen).toBe(true);
    },
  );

  inLong('leads over a login to the coupon, and from there into the chapter', async ({ page, request }) => {
    const { chapters, firstLocked } = await findLocked(request);
    const reader = await registerReader(request);
    const code = (await operate('coupon', 'create', '--days', '7')).match(/[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/)?.[0] ?? '';
    await page.goto(`${chapters[firstLocked]}?lang=en-us`);
    await alive(page);
    await lock(page).getByRole('link', { name: 'Use a coupon' }).click();
    await expect(page).toHaveURL(/\/login\?/);
    await alive(page);
    const main = page.getByRole('main');
    await main.getByLabel('Username', { exact: true }).fill(reader.username);
    await main.getByLabel('Password', { exact: true }).fill(reader.password);
    await main.getByRole('button', { name: 'Log in', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Use a coupon' });
    await dialog.getByLabel('Coupon code').fill(code);
    await dialog.getByRole('button', { name: 'Redeem' }).click();
    const back = dialog.getByRole('link', { name: 'Back to your chapter' });
    await expect(back).toBeFocused();
    await back.press('Enter');
    await expect(page).toHaveURL(new RegExp(chapters[firstLocked] ?? ''));
    await expect(strip(page)).toBeVisible();
  });
});
