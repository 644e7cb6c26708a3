import type { BrowserContext, Page } from '@playwright/test';
import { paths } from '../src/shared/paths.ts';
import { expectNoFault } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, registerMember, registerReader } from './member-material.ts';
import { alive, findLocked, findNovel, findStrip, getChapter, type Shelf } from './reader-material.ts';

// A request without a connection is an error in the console.
test.use({ serviceWorkers: 'allow', expectedErrors: [/Failed to load resource/] });

/**
 * Takes the connection from pages, and from the service worker, whose requests the browser's own switch lets through.
 */
async function disconnect(context: BrowserContext): Promise<void> {
  await context.route('**', (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
}

async function connect(context: BrowserContext): Promise<void> {
  await context.unroute('**');
  await context.setOffline(false);
}

/** Waits until the service worker has stored its files and controls this page. */
async function ready(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
}

/** Every address in every cache of the browser, with its text unless it is an image. */
function readCaches(page: Page): Promise<{ name: string; address: string; text: string }[]> {
  return page.evaluate(async () => {
    const all = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const stored = await cache.match(request);
        const isText = /text|json|javascript/.test(stored?.headers.get('Content-Type') ?? '');
        const { pathname, search } = new URL(request.url);
        all.push({ name, address: pathname + search, text: isText ? ((await stored?.text()) ?? '') : '' });
      }
    }
    return all;
  });
}

const shownImages = (page: Page) =>
  page.locator('main [data-strip] img').evaluateAll(
    (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length, // the locator's tag
  );

inLong('the site can be installed, in the language of the page', async ({ page, request }) => {
  await page.goto('/?lang=ar-sa');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  expect(href).toMatch(/^\/manifest\/ar-sa\.webmanifest\?v=[\w-]+$/);
  const manifest = await (await request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ dir: 'rtl', lang: 'ar-SA', start_url: '/', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const icon = await request.get(src);
    expect([src, icon.status()]).toEqual([src, 200]);
    expect(sizes).toMatch(/^(\d+)x\1$|^any$/);
  }
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
});

inLong(
  'a page seen before comes back without a connection, and any other says that there is none',
  async ({ page, context, request }) => {
    const shelf = await findStrip(request);
    await page.goto('/?lang=fr-fr');
    await ready(page);
    await page.goto(`${paths.book(shelf.book.book_uuid)}?lang=fr-fr`);
    await alive(page);
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await expect.poll(async () => (await readCaches(page)).some(({ name }) => name.startsWith('pages '))).toBe(true);
    await disconnect(context);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.goto('/contact-us?lang=fr-fr');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vous êtes hors connexion');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-FR');
    await expectNoFault(page);
    await connect(context);
    const contact = page.getByRole('img', { name: /logo/i });
    // The page may hear of the connection before the worker has it: then its reader tries again.
    const again = page.getByRole('button', { name: 'Réessayer' });
    await expect(contact.or(again)).toBeVisible();
    await expect(async () => {
      if (await again.isVisible()) await again.click();
      await expect(contact).toBeVisible({ timeout: 3000 });
    }).toPass();
  },
);

test('what only members may have lies in no cache, whoever reads it', async ({ page, request }) => {
  const shelf = await findLocked(request);
  const member = await registerMember(request);
  await enterAs(page, member);
  await page.goto(shelf.chapters[shelf.firstLocked] ?? '');
  await expect(page.locator('[data-strip]')).toBeVisible();
  await ready(page);
  await page.reload();
  await expect.poll(() => shownImages(page)).toBeGreaterThan(0);
  await page.goto(paths.profile());
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  const stored = await readCaches(page);
  for (const kind of ['assets ', 'pages ']) expect(stored.some(({ name }) => name.startsWith(kind))).toBe(true);
  const images = await page.evaluate(
    async ([call = '', token = '']) => {
      const answer = await fetch(call, { headers: { Authorization: `Token ${token}` } });
      const addresses: string[] = (await answer.json()).data.result.images;
      return addresses.map((address) => address.split('/')[2] ?? '');
    },
    [`/api/v1/comics/chapter_comics/${shelf.uuids[shelf.firstLocked]}/en-us`, member.token],
  );
  expect(images.length).toBeGreaterThan(0);
  expect(stored.filter(({ address, text }) => images.some((id) => (address + text).includes(id)))).toEqual([]);
  expect(stored.filter(({ address }) => /\/user\/|\/payment\/|\/profile|\/login/.test(address))).toEqual([]);
});

test('a chapter for members is kept for its reader alone, read without a connection, and gone after logging out', async ({
  page,
  context,
  request,
}) => {
  const shelf = await findLocked(request);
  const member = await registerMember(request);
  const [address = '', uuid = ''] = [shelf.chapters[shelf.firstLocked], shelf.uuids[shelf.firstLocked]];
  await enterAs(page, member);
  await page.goto(paths.offline());
  await expect(page.getByText('Nothing is kept yet')).toBeVisible();
  await ready(page);
  await keep(page, shelf, shelf.firstLocked + 1);

  await disconnect(context);
  await page.goto(paths.offline());
  const entry = page.getByRole('link', { name: new RegExp(`Chapter ${shelf.firstLocked + 1}`) });
  await expect(entry).toBeVisible();
  await expect(page.getByText(/Open to you until/)).toBeVisible();
  await entry.click();
  await expect(page).toHaveURL(new RegExp(address));
  await expect.poll(() => shownImages(page)).toBeGreaterThan(0);
  const kept = page.locator('[data-strip] img').first();
  await expect(kept).toHaveAttribute('src', new RegExp(`^/kept/${member.uuid}/${uuid}/`));
  await changeRecords(page, { expiresAt: '2026-01-01T00:00:00Z' });
  await page.reload();
  await expect(page.getByText('Your membership has expired')).toBeVisible();
  await expect(page.locator('[data-strip]')).toHaveCount(0);

  await connect(context);
  await page.goto(paths.profile());
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  const left = await readCaches(page);
  expect(left.filter(({ name }) => name.startsWith('kept '))).toEqual([]);
  await disconnect(context);
  await page.goto(address);
  await expect(page.locator('[data-strip]')).toHaveCount(0);
});

inLong(
  'a chapter for members goes when somebody else logs in on the device; what is free stays',
  async ({ page, request }) => {
    const shelf = await findLocked(request);
    await enterAs(page, await registerMember(request));
    for (const number of [1, shelf.firstLocked + 1]) await keep(page, shelf, number);
    await enterAs(page, await registerReader(request));
    await page.goto(paths.offline());
    await expect(page.getByRole('link', { name: 'Chapter 1' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove chapter/ })).toHaveCount(1);
    const kept = async () =>
      (await readCaches(page)).map(({ name }) => name).filter((name) => name.startsWith('kept '));
    await expect.poll(async () => new Set(await kept()).size).toBe(1);
    expect((await kept())[0]).toMatch(/^kept everyone /);
  },
);

inLong(
  'kept chapters lead to one another, and what a reader does meanwhile is sent when there is a connection',
  async ({ page, context, request }) => {
    const shelf = await findStrip(request);
    const novel = await findNovel(request);
    await page.goto('/');
    await ready(page);
    await keep(page, shelf, 1);
    await keepFollowing(page, 1);
    await keep(page, novel, 1);
    // The next page updates a chapter that has changed, and the chapter is complete all the time.
    await changeRecords(page, { digest: 'of another state', checkedAt: '2026-01-01T00:00:00Z' });
    const ofShelf = async () => {
      const kept = (await readCaches(page)).map(({ address }) => address);
      return shelf.uuids.slice(0, 2).flatMap((uuid) => kept.filter((at) => at.includes(uuid) && at.endsWith('.webp')));
    };
    const before = (await ofShelf()).length;
    await page.goto('/');
    const isNewer = (address: string) => /\/10\d{4}\.webp$/.test(address);
    await expect.poll(async () => (await ofShelf()).filter(isNewer).length, { timeout: 20_000 }).toBe(before);
    await expect.poll(async () => (await ofShelf()).length).toBe(before);
    await disconnect(context);
    await page.goto(shelf.chapters[0] ?? '');
    await expect.poll(() => shownImages(page)).toBeGreaterThan(0);
    await alive(page);
    await page.keyboard.press(']');
    await expect(page).toHaveURL(new RegExp(shelf.chapters[1] ?? ''));
    await expect(page.locator('[data-strip] img').first()).toHaveAttribute('src', /^\/kept\//);
    await expect.poll(() => shownImages(page)).toBeGreaterThan(0);
    const waiting = async () => (await readCaches(page)).filter(({ name }) => name === 'outbox').length;
    await expect.poll(waiting).toBeGreaterThan(0);
    await page.goto(novel.chapters[0] ?? '');
    const { blocks = [] } = await getChapter(request, novel.uuids[0] ?? '');
    const [first] = blocks.flatMap((block) => (block.type === 'p' ? block.inlines : []));
    await expect(page.getByRole('main')).toContainText(first?.type === 'text' ? first.text.slice(0, 30) : '');
    await connect(context);
    await expect.poll(waiting).toBe(0);
  },
);

/** Keeps a chapter by its button in the book's list. */
async function keep(page: Page, { book }: Shelf, number: number): Promise<void> {
  await page.goto(paths.book(book.book_uuid));
  await page.getByRole('button', { name: `More for chapter ${number}`, exact: true }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/^About \d+(\.\d)? [kM]B$/).first()).toBeVisible();
  await sheet.getByRole('button', { name: /^Keep for offline/ }).click();
  await expect(sheet.getByText(/^Kept offline · \d/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('img', { name: `Chapter ${number} is kept on this device` })).toBeVisible();
}

/** Keeps the free chapters after one, on the page of its book. */
async function keepFollowing(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: `More for chapter ${number}`, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Keep the next/ })
    .click();
  await expect(page.getByText(/^\d+ chapters? kept, \d/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('img', { name: `Chapter ${number + 1} is kept on this device` })).toBeVisible();
}

/** Changes the records of kept chapters, as time will. */
async function changeRecords(page: Page, change: Record<string, string>): Promise<void> {
  await page.evaluate(async (change) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!request.url.endsWith('/record')) continue;
        const record = await (await cache.match(request))?.json();
        await cache.put(request, new Response(JSON.stringify({ ...record, ...change })));
      }
    }
  }, change);
}
