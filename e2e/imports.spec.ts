import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { drawScene } from '../src/features/media/testing/pictures.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';

let owner: Reader;
let home: string;
test.beforeAll(async ({ request }) => {
  owner = await registerReader(request);
  await operate('user', 'role', owner.username, 'owner');
  home = await mkdtemp(join(tmpdir(), 'longstrip-imports-'));
});
test.afterAll(() => rm(home, { recursive: true }));

/** A comic of two chapters in a folder, with pictures that no other book has. */
async function drawComic(title: string): Promise<string> {
  const folder = join(home, title);
  const base = randomInt(1e6);
  const files: [string, string | Buffer][] = [
    ['book.yaml', `title: { en-us: ${title}, fr-fr: ${title} en français }\nkind: comic\n`],
    ['Thumbs.db', 'nothing'],
  ];
  for (const [at, path] of ['en/1/1.jpg', 'en/1/2.jpg', 'en/2/1.jpg', 'fr/1/1.jpg', 'fr/1/2.jpg'].entries()) {
    // The size makes the bytes this book's own.
    files.push([path, await drawScene({ width: 300 + (base % 97), height: 400 + at, seed: base + at })]);
  }
  for (const [path, content] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

test.describe('a lost line', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('a folder that is chosen again after a reload goes on where its sending ended', async ({ page }) => {
    const title = `Resumed ${randomInt(1e9)}`;
    const folder = await drawComic(title);
    await writeFile(join(folder, 'large.bin'), Buffer.alloc(9_000_000, title));
    await enterAs(page, owner);
    const asked: string[] = [];
    let isCut = false;
    await page.route('**/api/v1/studio/uploads**', (route) => {
      const method = route.request().method();
      if (!isCut) asked.push(method);
      // The large file has its address, and nothing of it arrives; of the others three do.
      isCut ||= method === 'PATCH' || asked.filter((each) => each === 'POST').length > 4;
      return isCut ? route.abort('internetdisconnected') : route.continue();
    });
    await page.goto('/studio/imports/new');
    await page.locator('[data-folder]').setInputFiles(folder);
    await expect(page.getByText('Connection lost')).toBeVisible();
    const madeBefore = asked.filter((method) => method === 'POST').length;
    await page.unrouteAll();
    asked.length = 0;
    page.on('request', (request) => {
      if (/\/studio\/uploads/.test(request.url())) asked.push(request.method());
    });
    await page.reload();
    await page.locator('[data-folder]').setInputFiles(folder);
    await expect(page.getByText('Upload complete')).toBeVisible({ timeout: 60_000 });
    const count = (method: string) => asked.filter((each) => each === method).length;
    // Seven files of which none is sent again that had arrived.
    expect(count('POST')).toBeLessThanOrEqual(7 - Math.min(3, madeBefore - 1));
    expect(count('HEAD')).toBeGreaterThanOrEqual(Math.min(3, madeBefore - 1));
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('heading', { name: 'Files', exact: true }).click({ timeout: 60_000 });
    await expect(page.getByRole('row', { name: new RegExp(`${title}/en/1/2\\.jpg`) })).toContainText('Page 2', {
      timeout: 60_000,
    });
  });
});

for (const { name, width, height } of [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
]) {
  inLong(`a folder is brought in, changed by hand, committed as drafts and undone, on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const title = `Brought ${randomInt(1e9)}`;
    const folder = await drawComic(title);
    await enterAs(page, owner);
    await page.goto('/studio/imports/new');
    await page.locator('[data-folder]').setInputFiles(folder);
    await expect(page.getByText('1 system file skipped').first()).toBeAttached();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Upload complete')).toBeVisible();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('heading', { name: 'Files', exact: true }).click({ timeout: 60_000 });
    const row = page.getByRole('row', { name: new RegExp(`${title}/en/1/2\\.jpg`) });
    await expect(row).toContainText('Page 2');
    await row.getByRole('button', { name: 'Skip' }).click();
    await expect(row.getByRole('button', { name: 'Include' })).toBeVisible({ timeout: 30_000 });
    await expectNoFaultInLightAndDark(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible({ timeout: 60_000 });
    const { result } = await page.request
      .get(`/api/v1/comics/book/search?q=${encodeURIComponent(title)}&language=en-us`)
      .then(async (answer) => (await answer.json()).data);
    expect(JSON.stringify(result ?? [])).not.toContain(title);
    await page.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('2 chapters move to trash');
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone').first()).toBeVisible({ timeout: 30_000 });
  });
}
