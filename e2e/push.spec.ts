import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { paths } from '../src/shared/paths.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';

// A push service cannot be reached here: the page gets a subscription that looks like the browser's.
test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource/] });

/** Stands in for the push service; the worker's side stays real. */
async function stubSubscribe(page: Page): Promise<void> {
  const keys = {
    // A point of P-256: its generator.
    p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
    auth: randomBytes(16).toString('base64url'),
  };
  await page.addInitScript(
    ({ keys, endpoint }) => {
      let shown: object | null = null;
      PushManager.prototype.subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit = {}) => {
        const text = String(applicationServerKey).replaceAll('-', '+').replaceAll('_', '/');
        const key = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
        shown = {
          endpoint,
          options: { applicationServerKey: key },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => {
            shown = null;
            return true;
          },
        };
        return shown as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => shown as PushSubscription | null;
    },
    { keys, endpoint: `https://push.invalid/${randomBytes(8).toString('hex')}` },
  );
}

const shownOn = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, lang, dir, tag }) => ({
      ...{ title, body, lang, dir, tag },
    })),
  );

test('a device is told of a notice in its language, once, and of nothing after the logout', async ({
  page,
  context,
  request,
}) => {
  const reader = await registerReader(request);
  await context.grantPermissions(['notifications']);
  await stubSubscribe(page);
  const session = await context.newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  const origin = new URL(test.info().project.use.baseURL ?? '').origin;
  const deliver = (data: object) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(data) });

  const id = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
  for (const [language, start, general] of [
    ['en-us', 'Notify me on this device', 'There is news of your gift'],
    ['ar-sa', 'أرسل الإشعارات إلى هذا الجهاز', 'هناك جديد بشأن هديتك'],
  ] as const) {
    await enterAs(page, reader);
    await page.goto(`${paths.inbox()}?lang=${language}`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await page.getByRole('button', { name: language === 'en-us' ? 'Settings' : 'الإعدادات', exact: true }).click();
    await page.getByRole('button', { name: start }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
    await expectNoFault(page);
    await deliver({ kind: 'gift', id });
    await expect.poll(async () => (await shownOn(page)).map(({ body }) => body)).toEqual([general]);
    await deliver({ kind: 'gift', id });
    const [told, ...more] = await shownOn(page);
    expect(more).toEqual([]);
    expect(told).toMatchObject({ tag: id, dir: language === 'en-us' ? 'ltr' : 'rtl' });
  }

  await page.goto(paths.profile());
  await page.getByRole('button', { name: /Log out|تسجيل الخروج/ }).click();
  await expect(page).toHaveURL(/\/(\?.*)?$/);
  await expect.poll(() => page.evaluate(() => caches.has('device'))).toBe(false);
  await deliver({ kind: 'gift', id });
  await expect.poll(() => shownOn(page)).toEqual([]);
});
