import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { fromBufferPromise } from 'yauzl';
import { drawScene } from '../src/features/media/testing/pictures.ts';
import { startReceiver } from '../src/server/testing/receiver.ts';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerMember, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { alive } from './reader-material.ts';
import { wordsIn } from './words.ts';

const { tokens, accounts } = wordsIn('en-us');

test('a member makes a key for an app, which reads with it until it is ended', async ({ page, request }) => {
  const member = await registerMember(request);
  await enterAs(page, member);
  await page.goto('/profile');
  await alive(page);
  const list = page.getByRole('list', { name: tokens.title });
  await page.getByRole('button', { name: tokens.make }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(tokens.name).fill('My tablet');
  await dialog.getByLabel(accounts.currentPassword, { exact: true }).fill(member.password);
  await dialog.getByRole('button', { name: tokens.make }).click();
  await expect(dialog.getByRole('img', { name: tokens.qrCode })).toBeVisible();
  const shown = (label: string) => dialog.getByLabel(label).inputValue();
  const address = new URL(await shown(tokens.address));
  expect(address.pathname).toBe('/opds/v1.2/mine');
  const [name, key] = [await shown(tokens.userName), await shown(tokens.asPassword)];
  await expectNoFaultInLightAndDark(page);
  await dialog.getByRole('tab', { name: tokens.apps.komga }).click();
  expect(new URL(await shown(tokens.address)).pathname).toBe('/komga');
  await dialog.getByRole('button', { name: tokens.done }).click();

  const authorization = `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`;
  const read = async (path: string) => (await request.get(path, { headers: { authorization } })).status();
  const paths = [address.pathname, '/komga/api/v1/series'];
  expect(await Promise.all(paths.map(read))).toEqual([200, 200]);
  const row = list.getByRole('listitem').filter({ hasText: 'My tablet' });
  await row.getByRole('button', { name: tokens.end }).click();
  await expect(row).toHaveCount(0);
  expect(await Promise.all(paths.map(read))).toEqual([401, 401]);
});

async function registerOwner(request: Parameters<typeof registerReader>[0]): Promise<Reader> {
  const owner = await registerReader(request);
  await operate('user', 'role', owner.username, 'owner');
  return owner;
}

inLong('an owner connects a program, tests the way to it, and renews its secret', async ({ page, request }) => {
  const receiver = await startReceiver(204);
  await enterAs(page, await registerOwner(request));
  await page.goto('/studio/connections');
  const { host } = new URL(receiver.origin);
  const connection = page.getByRole('main').getByRole('listitem').filter({ hasText: host });
  const button = (named: string) => connection.getByRole('button', { name: `${named}: ${host}`, exact: true });
  const dialog = page.getByRole('dialog');
  const secret = async () => {
    const told = dialog.getByRole('textbox', { name: 'Secret' });
    await expect(told).toHaveValue(/^whsec_/);
    const value = await told.inputValue();
    await expectNoFaultInLightAndDark(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    return value;
  };
  await page.getByRole('button', { name: 'Add connection' }).click();
  await dialog.getByLabel('Address').fill(`${receiver.origin}/told`);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const first = await secret();
  await button('Send a test').click();
  await expect(connection.getByRole('row', { name: /Test/ })).toContainText('Delivered', { timeout: 20_000 });
  const verify = (secret: string) => {
    // What other journeys make may be told beside it.
    const message = receiver.take('/told').find(({ body }) => JSON.parse(body.toString()).type === 'connection.test');
    const headers = message?.headers as Record<string, string>; // none of the signature's comes twice
    expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({ type: 'connection.test' });
  };
  verify(first);
  await expectNoFaultInLightAndDark(page);
  await button('New secret').click();
  await dialog.getByRole('button', { name: 'New secret' }).click();
  const second = await secret();
  expect(second).not.toBe(first);
  await button('Send a test').click();
  await expect(connection.getByRole('row', { name: /Test/ })).toHaveCount(2);
  await expect(connection.getByRole('row', { name: /Test/ }).first()).toContainText('Delivered', { timeout: 20_000 });
  verify(second);
  await button('Delete').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(connection).toHaveCount(0);
  await receiver.stop();
});

/** A comic of two chapters, on the site and in this folder, of which everybody may take files along. */
async function importComic(home: string): Promise<{ id: string; title: string }> {
  const title = `Taken out ${randomInt(1e9)}`;
  const folder = join(home, 'given');
  for (const path of ['1/a.jpg', '1/b.jpg', '2/a.jpg']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), await drawScene({ width: 300, height: 400, seed: randomInt(1e6) }));
  }
  await writeFile(join(folder, 'book.yaml'), `title: ${title}\ndownloads: everyone\n`);
  const { books } = JSON.parse(await operate('import', folder, '--json'));
  return { id: books[0].book_uuid, title };
}

inLong('an owner takes a book out as a file, which brings in the same book', async ({ page, request }) => {
  const home = await mkdtemp(join(tmpdir(), 'longstrip-doors-'));
  const book = await importComic(home);
  await enterAs(page, await registerOwner(request));
  await page.goto(`/studio/books/${book.id}`);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectNoFaultInLightAndDark(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${book.title}.zip`);
  const zip = await fromBufferPromise(await readFile(await file.path()));
  for await (const entry of zip.eachEntry()) {
    const path = join(home, book.title, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    const content = await zip.openReadStreamPromise(entry);
    await writeFile(path, Buffer.concat(await content.toArray()));
  }
  await page.goto('/studio/imports/new');
  await page.locator('[data-folder]').setInputFiles(join(home, book.title));
  await expect(page.getByText('Upload complete')).toBeVisible();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const chapters = page.getByRole('table', { name: `Chapters of ${book.title}` });
  await expect(chapters.getByRole('row', { name: /Unchanged/ })).toHaveCount(2, { timeout: 60_000 });
  await rm(home, { recursive: true });
});

/** Foliate and Readest read books with this code; here it shows a file whole, and tells what of it can be seen. */
const otherReader = `<!doctype html><title>Another reader</title><body>
<script type="importmap">{ "imports": { "construct-style-sheets-polyfill": "data:text/javascript," } }</script>
<script type="module">
  import './view.js';
  window.show = async (address) => {
    const view = document.createElement('foliate-view');
    document.body.replaceChildren(view);
    const answer = await fetch(address);
    await view.open(new File([await answer.blob()], new URL(address).pathname));
    const seen = [];
    for (const index of view.book.sections.keys()) {
      await view.goTo(index);
      for (const { doc } of view.renderer.getContents()) {
        const picture = doc?.querySelector('img');
        await picture?.decode();
        if (doc?.body.innerHTML) seen.push(picture ? picture.naturalWidth : doc.body.textContent);
      }
    }
    return { chapters: view.book.toc.map(({ label }) => label), seen };
  };
</script>`;

inLong('what is taken along opens in another reader', async ({ page, request, baseURL }) => {
  const home = await mkdtemp(join(tmpdir(), 'longstrip-doors-'));
  const comic = await importComic(home);
  const folder = join(home, 'novel');
  await mkdir(folder);
  await writeFile(join(folder, 'book.yaml'), `title: ${comic.title} in words\nkind: novel\ndownloads: everyone\n`);
  for (const name of ['1 - Dawn', '2 - Dusk'])
    await writeFile(join(folder, `${name}.txt`), `The sun of ${name}.\n`.repeat(40));
  const { books } = JSON.parse(await operate('import', folder, '--json'));
  const fileOf = async (id: string) => {
    const feed = await (await request.get(`/opds/v2/books/${id}?language=en-us`)).json();
    const links: { href: string }[] = feed.publications[0].links;
    return links.find(({ href }) => href.includes('/opds/files/'))?.href ?? '';
  };
  const code = dirname(fileURLToPath(import.meta.resolve('foliate-js/view.js')));
  await page.route('**/another-reader/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice('/another-reader/'.length);
    return route.fulfill(name === '' ? { contentType: 'text/html', body: otherReader } : { path: join(code, name) });
  });
  await page.goto('/another-reader/');
  await page.waitForFunction(() => 'show' in window);
  const show = (address: string) =>
    page.evaluate<{ chapters: string[]; seen: (string | number)[] }, string>(
      (given) => (window as unknown as { show(address: string): never }).show(given), // the page above has it
      new URL(new URL(address).pathname, baseURL).href,
    );
  const pages = await show(await fileOf(comic.id));
  expect(pages.seen).toEqual([300, 300]);
  const novel = await show(await fileOf(books[0].book_uuid));
  expect(novel.chapters).toEqual(['Dawn', 'Dusk']);
  expect(novel.seen.join()).toMatch(/Dawn.*Dusk.*Read on/s);
  await rm(home, { recursive: true });
});
