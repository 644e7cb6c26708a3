import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../src/server/testing/loopback.ts';
import { expect, inLong, test } from './fixtures.ts';
import { openOwnSite } from './own-site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

// src/app/age.test.ts keeps what the server shows in every run; this one starts a site of its own.
inLong('A book for adults asks on a phone, once, and then it reads', async ({ page }) => {
  const site = await openOwnSite(await findFreePort(), {});
  const home = await mkdtemp(join(tmpdir(), 'longstrip-age-'));
  try {
    await mkdir(join(home, 'night'));
    await writeFile(join(home, 'night', 'book.yaml'), 'title: Night\nkind: novel\nrating: adult\n');
    await writeFile(join(home, 'night', '1 - Dusk.txt'), 'The lamps went out.');
    await site.operate('import', join(home, 'night'));

    await page.goto(site.url);
    await expect(page.getByText('Night')).toHaveCount(0);
    const { data } = await (await page.request.get(`${site.url}/api/v1/comics/book/search?adult=true`)).json();
    await page.goto(`${site.url}/book/chapters/${data.result[0].book_uuid}`);
    await expect(page.getByRole('heading', { name: 'Night' })).toBeVisible();
    await expect(page.getByText('Dusk')).toHaveCount(0);
    await page.getByRole('button', { name: 'I am 18 or older' }).tap();
    await expect(page.getByRole('heading', { name: 'Night' })).toBeFocused();
    await page.getByRole('link', { name: /Dusk/ }).first().tap();
    await expect(page.getByText('The lamps went out.')).toBeVisible();

    await page.reload();
    await expect(page.getByText('The lamps went out.')).toBeVisible();
    await page.goto(site.url);
    await expect(page.getByRole('list', { name: 'Books' }).getByText('Night')).toBeVisible();
  } finally {
    // The site has no reader left when it stops.
    await page.goto('about:blank');
    await site.close();
    await rm(home, { recursive: true });
  }
});
