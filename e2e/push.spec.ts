import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Notice } from '../src/features/notices/contract.ts';
import { paths } from '../src/shared/paths.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { findBook } from './reader-material.ts';

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
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, lang, dir, tag, icon }) => ({
      ...{ title, body, lang, dir, tag, icon },
    })),
  );

/** What a push service would do: hands the page's worker a push. */
async function deliverer(context: BrowserContext, page: Page): Promise<(data: object | string) => Promise<unknown>> {
  await context.grantPermissions(['notifications']);
  await stubSubscribe(page);
  const session = await context.newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations[0]?.registrationId ?? registrationId;
  });
  await session.send('ServiceWorker.enable');
  const origin = new URL(test.info().project.use.baseURL ?? '').origin;
  return (data) => {
    const sent = typeof data === 'string' ? data : JSON.stringify(data);
    return session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: sent });
  };
}

async function closeShown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const shown of await (await navigator.serviceWorker.ready).getNotifications()) shown.close();
  });
}

/** Opens the settings of the inbox and has this browser told. */
async function wantNotices(page: Page, names: { settings: string; start: string }): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.getByRole('button', { name: names.settings, exact: true }).click();
  await page.getByRole('button', { name: names.start }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1);
}

/** A book with a cover, an open chapter and a draft; it is older than all others, so that other journeys find theirs. */
async function importSerial(request: APIRequestContext) {
  const title = `Serial ${randomInt(1e9)}`;
  const home = await mkdtemp(join(tmpdir(), 'longstrip-push-'));
  const cover = sharp({ create: { width: 300, height: 400, channels: 3, background: '#2a5d8f' } });
  for (const [index, publishedAt] of ['2001-01-01T00:00:00Z', 'draft'].entries()) {
    const chapter = join(home, String(index + 1));
    await mkdir(chapter);
    await writeFile(join(chapter, 'chapter.yaml'), `title: Part ${index + 1}\npublished_at: ${publishedAt}\n`);
    await writeFile(join(chapter, 'text.txt'), 'Rain fell on the harbour.\n'.repeat(20));
  }
  await writeFile(join(home, 'cover.png'), await cover.png().toBuffer());
  await writeFile(
    join(home, 'book.yaml'),
    `id: ${title}\ntitle: { en-us: ${title} }\ncreated_at: 2001-01-01T00:00:00Z\n`,
  );
  await operate('import', home);
  await rm(home, { recursive: true });
  let id: string | null = null;
  await expect(async () => {
    id = (await findBook(request, ({ book_title }) => book_title === title)).book.book_uuid;
  }).toPass();
  return { id: id ?? '', title };
}

async function inboxOf(request: APIRequestContext, { token }: Reader): Promise<Notice[]> {
  const answer = await request.get('/api/v1/user/inbox', { headers: { Authorization: `Token ${token}` } });
  return (await answer.json()).data.result;
}

inLong(
  'a device is told of a notice in its language, once, and of nothing after the logout',
  async ({ page, context, request }) => {
    const reader = await registerReader(request);
    const deliver = await deliverer(context, page);
    const id = '0190a1b2-c3d4-4e5f-8a6b-7c8d9e0f1a2b';
    for (const [language, start, general, unknown] of [
      ['en-us', 'Notify me on this device', 'There is news of your gift', 'There is something new for you'],
      ['ar-sa', 'أرسل الإشعارات إلى هذا الجهاز', 'هناك جديد بشأن هديتك', 'لديك إشعار جديد'],
    ] as const) {
      await enterAs(page, reader);
      await page.goto(`${paths.inbox()}?lang=${language}`);
      await wantNotices(page, { settings: language === 'en-us' ? 'Settings' : 'الإعدادات', start });
      await expectNoFault(page);
      await deliver({ kind: 'gift', id });
      await expect.poll(async () => (await shownOn(page)).map(({ body }) => body)).toEqual([general]);
      await deliver({ kind: 'gift', id });
      const [told, ...more] = await shownOn(page);
      expect(more).toEqual([]);
      expect(told).toMatchObject({ tag: id, dir: language === 'en-us' ? 'ltr' : 'rtl' });
      // Of a newer site, or of nobody.
      for (const sent of [{ kind: 'hearts', id }, 'no json', { id: 7 }]) {
        await closeShown(page);
        await deliver(sent);
        await expect.poll(async () => (await shownOn(page)).map(({ body }) => body)).toEqual([unknown]);
      }
      await closeShown(page);
    }

    await page.goto(paths.profile());
    await page.getByRole('button', { name: /Log out|تسجيل الخروج/ }).click();
    await expect(page).toHaveURL(/\/(\?.*)?$/);
    await expect.poll(() => page.evaluate(() => caches.has('device'))).toBe(false);
    await deliver({ kind: 'gift', id });
    await expect.poll(() => shownOn(page)).toEqual([]);
  },
);

inLong(
  'a chapter that opens by itself is told on the device, in the inbox and to nobody else',
  async ({ page, context, request }) => {
    const [reader, other] = [await registerReader(request), await registerReader(request)];
    const book = await importSerial(request);
    try {
      const deliver = await deliverer(context, page);
      await enterAs(page, reader);
      const follow = { headers: { Authorization: `Token ${reader.token}` } };
      expect((await request.put(`/api/v1/user/follows/${book.id}`, follow)).status()).toBe(204);
      await page.goto(`${paths.inbox()}?lang=en-us`);
      await wantNotices(page, { settings: 'Settings', start: 'Notify me on this device' });
      await operate('book', 'schedule', book.id, '2', new Date(Date.now() + 2500).toISOString());
      await expect.poll(async () => (await inboxOf(request, reader)).length).toBe(1);
      const [notice] = await inboxOf(request, reader);

      // The worker's policy lets the browser fetch the cover.
      const cover = context.waitForEvent('response', (response) => response.url().includes('/media/'));
      await deliver({ kind: 'new_chapter', id: notice?.id });
      await expect.poll(() => shownOn(page)).toHaveLength(1);
      const [told] = await shownOn(page);
      expect(told).toMatchObject({
        tag: notice?.id,
        lang: 'en-US',
        body: `New in \u2068${book.title}\u2069: chapter 2\nPart 2`,
      });
      expect((await cover).ok()).toBe(true);
      expect((await cover).url()).toBe(told?.icon);

      for (const [language, colorScheme, bell] of [
        ['ar-sa', 'dark', 'الإشعارات، إشعار واحد غير مقروء'],
        ['zh-cn', 'light', '消息，1 条未读'],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(`${paths.inbox()}?lang=${language}`);
        await expect(page.getByRole('main').getByRole('listitem')).toContainText(book.title);
        await expect(page.getByRole('banner').getByRole('link', { name: bell })).toBeVisible();
        await expectNoFault(page);
      }

      const [worker] = context.serviceWorkers();
      const opened = await worker?.evaluate(async () => {
        const scope = globalThis as unknown as {
          clients: { openWindow(address: string): Promise<null> };
          registration: ServiceWorkerRegistration;
        };
        const [notification] = await scope.registration.getNotifications();
        return new Promise<string>((resolve) => {
          // Only a real press may open a window, and only a real event waits.
          scope.clients.openWindow = async (address) => {
            resolve(address);
            return null;
          };
          dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }));
        });
      });
      await page.goto(`${opened}?lang=en-us`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Part 2');
      await expect(page.getByRole('link', { name: 'Inbox, 0 unread' })).toBeAttached();
      expect(await shownOn(page)).toEqual([]);

      await enterAs(page, other);
      await page.goto(paths.home());
      await expect.poll(() => page.evaluate(() => caches.has('device'))).toBe(false);
      await deliver({ kind: 'new_chapter', id: notice?.id });
      expect(await shownOn(page)).toEqual([]);
    } finally {
      await operate('book', 'hide', book.id);
    }
  },
);
