import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { enterAs, registerReader } from './member-material.ts';
import { alive } from './reader-material.ts';
import { wordsIn } from './words.ts';

const { app, passkeys, accounts } = wordsIn('en-us');

test('a reader makes a passkey, logs in with it, names it and deletes it', async ({ page, request }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const reader = await registerReader(request);
  await enterAs(page, reader);
  await page.goto('/profile');
  await alive(page);

  const card = page.getByRole('region', { name: passkeys.title });
  await card.getByRole('button', { name: passkeys.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(accounts.currentPassword, { exact: true }).fill(reader.password);
  await dialog.getByRole('button', { name: passkeys.go }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByRole('listitem')).toContainText(['Passkey']);
  await expect(card.getByRole('listitem')).toContainText(passkeys.neverUsed);
  await expectNoFaultInLightAndDark(page);

  await page.getByRole('main').getByRole('button', { name: accounts.logOut }).click();
  await page.waitForURL('/');
  await page.goto('/login?next=/profile');
  await alive(page);
  await page.getByRole('button', { name: passkeys.logIn }).click();
  await page.waitForURL('/profile');
  await expect(page.getByRole('heading', { name: reader.username })).toBeVisible();
  await expect(card.getByRole('listitem')).not.toContainText(passkeys.neverUsed);

  await card.getByRole('button', { name: passkeys.renameOne.replace('{name}', 'Passkey') }).click();
  await dialog.getByRole('textbox', { name: passkeys.name }).fill('My phone');
  await dialog.getByRole('button', { name: passkeys.save }).click();
  await expect(card.getByRole('listitem')).toContainText('My phone');
  await card.getByRole('button', { name: passkeys.deleteOne.replace('{name}', 'My phone') }).click();
  await dialog.getByRole('button', { name: passkeys.delete }).click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
  await expect(page.locator(':focus'), 'what had the focus is gone').toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('link', { name: app.login })).toBeHidden();
});
