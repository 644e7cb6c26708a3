import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { findLocked } from './reader-material.ts';

let owner: Reader;
test.beforeAll(async ({ request }) => {
  owner = await registerReader(request);
  await operate('user', 'role', owner.username, 'owner');
});

inLong(
  'members of another site are checked, then brought in, and a link lets one choose a password',
  async ({ page, browser }) => {
    const name = `Moved${randomInt(1e9)}`;
    await enterAs(page, owner);
    await page.goto('/studio/settings/members');
    const text = `external_id,username,expires_at\nm-${name},${name},2031-01-31\nc-${name},,2031-01-31\nx-${name},${name},`;
    await page.getByRole('textbox', { name: 'Members (CSV)' }).fill(text);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByRole('heading', { name: 'Preview of the import' })).toBeVisible();
    await expect(page.getByText('has no end: give expires_at or days')).toBeVisible();
    await expectNoFaultInLightAndDark(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = await readFile(await (await saved).path(), 'utf8');
    await expect(page.getByRole('heading', { name: 'Imported' })).toBeVisible();
    const link = /http\S+?\/reset-password\/[\w-]+/.exec(file)?.[0] ?? '';
    expect(file).toMatch(/,coupon,[^,]+,,(\w{4}-){3}\w{4},/);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(new URL(link).pathname);
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(/password/i);
    await stranger.context().close();
  },
);

test.describe('a list with a wrong line', () => {
  test.use({ expectedErrors: [/400/] });

  inLong(
    'old addresses are listed in the studio, a wrong line is named, and a right list leads readers on',
    async ({ page, request }) => {
      await enterAs(page, owner);
      await page.goto('/studio/settings/redirects');
      const old = `/old-${randomInt(1e9)}`;
      const list = page.getByRole('textbox', { name: 'List', exact: true });
      await list.fill(`${old}/* /contact-us\n/a https://elsewhere.example/`);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Nothing was saved: 1 line needs a change.')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'Line 2:' })).toContainText(
        'isn’t among those allowed',
      );
      await expectNoFaultInLightAndDark(page);
      const [chapter = ''] = (await findLocked(request)).chapters;
      const [, chapterId] = /([^/]+)\/[^/]+$/.exec(chapter) ?? [];
      await list.fill(`${old}/the-riddle/chapter-1 chapter:${chapterId}\n${old}/* /contact-us`);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('2 redirects are live.')).toBeVisible();
      await page.goto(`${old}/the-riddle/chapter-1/`);
      await expect(page).toHaveURL(new RegExp(`${chapter}$`));
      await page.goto(`${old}/2020/post/`);
      await expect(page).toHaveURL(/\/contact-us$/);
    },
  );
});
