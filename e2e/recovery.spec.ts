import { readFile } from 'node:fs/promises';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';
import { alive } from './reader-material.ts';
import { wordsIn } from './words.ts';

const { accounts, app } = wordsIn('en-us');

inLong('a lost password is regained by a code that was saved', async ({ page, request }) => {
  const reader = await registerReader(request);
  await enterAs(page, reader);
  await page.goto('/profile?lang=en-us');
  await alive(page);
  await page.getByRole('button', { name: accounts.recoveryMakeFirst }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(accounts.currentPassword, { exact: true }).fill(reader.password);
  await dialog.getByRole('button', { name: accounts.recoveryMakeFirst }).click();
  await expect(dialog.getByText(accounts.recoveryWarning)).toBeVisible();
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: accounts.saveFile }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(file) ?? [];
  await dialog.getByRole('button', { name: accounts.codesKept }).click();
  await expect(page.getByText('Recovery codes: 10 left')).toBeVisible();
  await page.getByRole('button', { name: accounts.logOut }).click();
  await expect(page).not.toHaveURL(/profile/);
  await alive(page);

  await page.getByRole('banner').getByRole('link', { name: app.login }).click();
  await page.getByRole('link', { name: accounts.forgotPassword }).click();
  await expect(page.getByRole('heading', { name: accounts.recoverTitle })).toBeVisible();
  await page.getByLabel(accounts.username, { exact: true }).fill(reader.username);
  await page.getByLabel(accounts.recoveryCode, { exact: true }).fill(code.toLowerCase());
  const chosen = page.getByLabel(accounts.newPassword, { exact: true });
  await chosen.fill('password1');
  await expect(page.getByRole('status').filter({ hasText: accounts.weak })).toBeVisible();
  await chosen.fill('three odd Pelicans');
  await expect(page.getByRole('status').filter({ hasText: accounts.strong })).toBeVisible();
  await page.getByLabel(accounts.confirmNewPassword, { exact: true }).fill('three odd Pelicans');
  await expectNoFaultInLightAndDark(page);
  await page.getByRole('button', { name: accounts.updatePassword }).click();
  await expect(page.getByText('Recovery codes: 9 left')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: app.login }).click();
  await page.getByLabel(accounts.username, { exact: true }).fill(reader.username);
  await page.getByLabel(accounts.password, { exact: true }).fill('three odd Pelicans');
  await page.getByRole('main').getByRole('button', { name: app.login, exact: true }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: reader.username })).toBeVisible();
});
