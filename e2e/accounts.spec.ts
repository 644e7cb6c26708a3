import type { Page } from '@playwright/test';
import { paths } from '../src/shared/paths.ts';
import { expectNoFaultInLightAndDark, languagesOfEitherDirection } from './accessibility.ts';
import { searchBooks } from './catalog-material.ts';
import { expect, inLong, test, testIf } from './fixtures.ts';
import { endMembership, enterAs, logIn, newName, registerMember, registerReader } from './member-material.ts';
import { operate } from './operator.ts';
import { alive, holdCodeUntil } from './reader-material.ts';
import { wordsIn } from './words.ts';

const words = wordsIn('en-us');

const password = 'a.Password!';

/** The main part of a page, without its header: both have a login. */
const main = (page: Page) => page.getByRole('main');
const alert = (page: Page) => main(page).getByRole('alert');
const field = (page: Page, name: string) => main(page).getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

async function open(page: Page, address: string) {
  await page.goto(address);
  await alive(page);
}

async function fillLogin(page: Page, given: { username: string; password: string }, said = words) {
  await field(page, said.accounts.username).fill(given.username);
  await page.getByLabel(said.accounts.password, { exact: true }).fill(given.password);
  await press(page, said.app.login);
}

async function fillRegistration(
  page: Page,
  given: { username: string; password: string; confirmation?: string; inviteCode?: string },
  said = words,
) {
  await field(page, said.accounts.username).fill(given.username);
  await page.getByLabel(said.accounts.password, { exact: true }).fill(given.password);
  await page.getByLabel(said.accounts.confirmPassword, { exact: true }).fill(given.confirmation ?? given.password);
  if (given.inviteCode !== undefined) await field(page, said.accounts.inviteCode).fill(given.inviteCode);
  await press(page, said.accounts.register);
}

const kept = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

for (const language of ['en-us', 'ar-sa'] as const) {
  const said = wordsIn(language);

  inLong(`a new reader registers, logs in, and uses all of the profile, in ${language}`, async ({ page, request }) => {
    const username = newName();
    await open(page, `/register?lang=${language}`);
    await fillRegistration(page, { username, password }, said);
    await expect(page).toHaveURL(new RegExp(`/login\\?lang=${language}$`));
    await expect(main(page).getByRole('status')).toContainText(username);
    await expect(field(page, said.accounts.username)).toHaveValue(username);
    expect(await kept(page)).toContain('VISITOR_ID');

    await fillLogin(page, { username, password }, said);
    await expect(page).toHaveURL(new RegExp(`/\\?lang=${language}$`));
    await alive(page);
    expect(await kept(page)).toEqual(expect.arrayContaining(['USERNAME', 'USER_UUID', 'X-API-TOKEN']));
    expect(await kept(page)).not.toContain('VISITOR_ID');

    await page.getByRole('banner').getByRole('link', { name: username }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
    await expect(page.getByText(said.membership.none)).toBeVisible();

    await press(page, said.accounts.showToken);
    const dialog = page.getByRole('dialog');
    const token = await page.evaluate(() => localStorage.getItem('X-API-TOKEN'));
    await expect(dialog.getByRole('textbox')).toHaveValue(token ?? '');
    await expect(dialog.getByRole('textbox')).not.toBeEditable();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: said.accounts.showToken })).toBeFocused();

    const elsewhere = await logIn(request, { username, password });
    await page.reload();
    await alive(page);
    const sessions = page.getByRole('list', { name: said.accounts.sessions }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText(said.accounts.thisSession);

    await press(page, said.accounts.changePassword);
    await dialog.getByLabel(said.accounts.newPassword, { exact: true }).fill('another-Password');
    await dialog.getByLabel(said.accounts.confirmNewPassword, { exact: true }).fill('another-Password');
    await dialog.getByRole('button', { name: said.accounts.updatePassword }).click();
    await expect(dialog.getByRole('status')).toHaveText(said.accounts.passwordChanged);
    await expect(dialog).toBeHidden();
    await expect(sessions).toHaveCount(1);
    const headers = { Authorization: `Token ${elsewhere.token}` };
    expect((await request.get('/api/v1/user/sessions', { headers })).status()).toBe(401);

    await press(page, said.accounts.logOut);
    await expect(page).toHaveURL(new RegExp(`/\\?lang=${language}$`));
    await alive(page);
    await expect(page.getByRole('banner').getByRole('link', { name: said.app.login })).toBeVisible();
    expect(await kept(page)).not.toContain('X-API-TOKEN');
    await open(page, `/login?lang=${language}`);
    await fillLogin(page, { username, password: 'another-Password' }, said);
    await expect(page.getByRole('banner').getByRole('link', { name: username })).toBeVisible();
  });
}

test.describe('the login', () => {
  test.use({ expectedErrors: [/401|409|422|429|502|ERR_FAILED/] });

  inLong('wants both fields, and begins at the one that is empty', async ({ page }) => {
    await open(page, '/login?lang=en-us');
    await press(page, 'Log in');
    await expect(alert(page)).toHaveText('Please fill in all fields');
    await expect(field(page, 'Username')).toBeFocused();
    await expect(field(page, 'Username')).toHaveAttribute('aria-invalid', 'true');
    await field(page, 'Username').fill('somebody');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please fill in all fields');
  });

  test('says what is wrong where it greeted, moves nothing, and keeps what was typed', async ({ page, request }) => {
    const { username } = await registerReader(request);
    await open(page, '/login?lang=en-us');
    const before = await page.getByLabel('Password', { exact: true }).boundingBox();
    await fillLogin(page, { username, password: 'not this one' });
    await expect(alert(page)).toHaveText('Invalid username or password');
    await expect(alert(page)).toBeFocused();
    expect(await page.getByLabel('Password', { exact: true }).boundingBox()).toEqual(before);
    await expect(field(page, 'Username')).toHaveValue(username);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not this one');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('banner').getByRole('link', { name: username })).toBeVisible();
  });

  inLong('shows the password to whoever wants to see it', async ({ page }) => {
    await open(page, '/login?lang=en-us');
    const typed = page.getByLabel('Password', { exact: true });
    await expect(typed).toHaveAttribute('type', 'password');
    await press(page, 'Show password');
    await expect(typed).toHaveAttribute('type', 'text');
    await press(page, 'Hide password');
    await expect(typed).toHaveAttribute('type', 'password');
  });

  for (const { name, answer, said } of [
    {
      name: 'how long to wait',
      answer: { status: 429, headers: { 'Retry-After': '840' }, json: { error: 'Too many', code: 'rate_limited' } },
      said: 'Too many attempts. Please try again in 14 minutes.',
    },
    {
      name: 'the words of a server that knows more than the page',
      answer: { status: 409, json: { error: 'The moon is full', code: 'moon_full' } },
      said: 'The moon is full',
    },
    { name: 'that it failed where no words came', answer: { status: 502, body: '<html>' }, said: 'Login failed' },
    { name: 'that it failed where no answer came', answer: null, said: 'Login failed' },
  ]) {
    inLong(`says ${name}`, async ({ page }) => {
      await page.route('**/api/v1/user/login', (route) => (answer ? route.fulfill(answer) : route.abort()));
      await open(page, '/login?lang=en-us');
      await fillLogin(page, { username: 'somebody', password });
      await expect(alert(page)).toHaveText(said);
    });
  }

  inLong('is sent once, however often it is pressed, and says nothing of who asks', async ({ page, request }) => {
    const { username } = await registerReader(request);
    const sent: Record<string, string>[] = [];
    let letGo = () => {};
    const isFree = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/api/v1/user/login', async (route) => {
      sent.push(route.request().headers());
      await isFree;
      await route.fallback();
    });
    await open(page, '/login?lang=en-us');
    await fillLogin(page, { username, password });
    const button = main(page).getByRole('button', { name: 'Log in', exact: true });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    letGo();
    await expect(page.getByRole('banner').getByRole('link', { name: username })).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.authorization).toBeUndefined();
    expect(sent[0]?.['x-visitor-id']).toBeUndefined();
  });

  inLong('leads on to where it was asked for, by way of the registration too', async ({ page }) => {
    const username = newName();
    await open(page, '/books?order_by=popularity');
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await main(page).getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/\/register\?next=/);
    await fillRegistration(page, { username, password });
    await expect(page).toHaveURL(/\/login\?next=/);
    await fillLogin(page, { username, password });
    await expect(page).toHaveURL(/\/books/);
    await expect(page.getByRole('banner').getByRole('link', { name: username })).toBeVisible();
  });

  for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example', '/.//evil.example', '/login']) {
    inLong(`leads home instead of to ${next}`, async ({ page, request }) => {
      const reader = await registerReader(request);
      await open(page, `/login?${new URLSearchParams({ next })}`);
      await fillLogin(page, reader);
      await expect(page.getByRole('banner').getByRole('link', { name: reader.username })).toBeVisible();
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
      await page.goto(`/register?${new URLSearchParams({ next })}`);
      await expect(page).toHaveURL(/:\d+\/$/);
    });
  }

  inLong('is no place for a user, nor is the registration', async ({ page, request }) => {
    await enterAs(page, await registerReader(request));
    for (const path of ['/login', '/register?invite_code=ABCDEFGH']) {
      await page.goto(path);
      await expect(page).toHaveURL(/:\d+\/$/);
    }
    await page.goto('/login?next=%2Fcontact-us&lang=fr-fr');
    await expect(page).toHaveURL(/\/contact-us\?lang=fr-fr$/);
  });
});

test.describe('the registration', () => {
  test.use({ expectedErrors: [/409|422|ERR_FAILED/] });

  inLong('says the first rule that is broken, at its field, and sends nothing', async ({ page }) => {
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/user/register')) sent += 1;
    });
    await open(page, '/register?lang=en-us');
    const steps = [
      [{ username: '', password: '', confirmation: 'x' }, 'Please fill in all fields', 'Username'],
      [{ username: 'abc', password: 'abcd', confirmation: '' }, 'Please fill in all fields', 'Confirm password'],
      [{ username: 'abc', password: 'abcd', confirmation: 'abce' }, 'Passwords do not match', 'Confirm password'],
      [{ username: 'abc', password: 'abcd' }, 'Username must be between 5 and 16 characters', 'Username'],
      [{ username: 'a'.repeat(17), password: 'abcd' }, 'Username must be between 5 and 16 characters', 'Username'],
      [{ username: 'a b c d', password: 'abcd' }, 'Username may only contain letters and digits', 'Username'],
      [{ username: '𠮷𠮷𠮷𠮷', password: '😀😀😀😀' }, 'Password must be between 5 and 25 characters', 'Password'],
      [{ username: 'abcd', password: 'a'.repeat(26) }, 'Password must be between 5 and 25 characters', 'Password'],
    ] as const;
    for (const [given, said, at] of steps) {
      await fillRegistration(page, given);
      await expect(alert(page)).toHaveText(said);
      await expect(page.getByLabel(at, { exact: true })).toBeFocused();
      await expect(page.getByLabel(at, { exact: true })).toHaveAccessibleDescription(said);
    }
    expect(sent).toBe(0);
  });

  inLong('says that a name is taken, and forgets it when it is left', async ({ page, request }) => {
    const { username } = await registerReader(request);
    await open(page, '/register?lang=en-us');
    await fillRegistration(page, { username: username.toUpperCase(), password });
    await expect(alert(page)).toHaveText(words.errors.username_taken);
    await expect(field(page, 'Username')).toBeFocused();
    await main(page).getByRole('link', { name: 'Log in' }).click();
    await main(page).getByRole('link', { name: 'Create an account' }).click();
    await expect(alert(page)).toHaveCount(0);
  });

  inLong('takes the invitation from its address, and says which field holds a wrong one', async ({ page }) => {
    await open(page, '/register?lang=en-us&invite_code=WRONG-ONE');
    await expect(field(page, 'Invitation code (optional)')).toHaveValue('WRONG-ONE');
    await fillRegistration(page, { username: newName(), password });
    await expect(alert(page)).toHaveText(words.errors.invite_code_invalid);
    await expect(field(page, 'Invitation code (optional)')).toBeFocused();
    await fillRegistration(page, { username: newName(), password, inviteCode: '' });
    await expect(page).toHaveURL(/\/login/);
  });

  inLong('says that it failed where no answer came', async ({ page }) => {
    await page.route('**/api/v1/user/register', (route) => route.abort());
    await open(page, '/register?lang=en-us');
    await fillRegistration(page, { username: newName(), password });
    await expect(alert(page)).toHaveText('Registration failed');
  });
});

inLong('a login that was pressed before its code had come is done when it has', async ({ page, request }) => {
  const { username } = await registerReader(request);
  await holdCodeUntil(page, fillLogin(page, { username, password }));
  await page.goto('/login?next=/profile&lang=en-us');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(username);
});

test.describe('the profile', () => {
  test('leads a visitor to the login before any code runs, and back after it', async ({ page, request }) => {
    const reader = await registerReader(request);
    await page.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
    await page.goto('/profile?lang=ar-sa');
    await expect(page).toHaveURL(/\/login\?next=%2Fprofile&lang=ar-sa$/);
    await page.unroute('**/assets/*.js');
    await open(page, '/contact-us');
    await page.evaluate(() => {
      const link = document.createElement('a');
      link.href = '/profile';
      document.body.append(link);
      link.click();
    });
    await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/);
    await fillLogin(page, reader);
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(reader.username);
  });

  test('holds nothing of anybody in what the server sends', async ({ request }) => {
    const reader = await registerReader(request);
    const headers = { Authorization: `Token ${reader.token}` };
    // Another minute may begin between the two, which the document tells.
    await expect(async () => {
      const [asUser, asVisitor] = await Promise.all([
        request.get('/profile?lang=en-us', { headers }),
        request.get('/profile?lang=en-us'),
      ]);
      expect(await asUser.text()).toBe(await asVisitor.text());
      expect(await asUser.text()).not.toContain(reader.username);
    }).toPass();
  });

  inLong('is at most 1024 pixels wide', async ({ page, request }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await enterAs(page, await registerReader(request));
    await open(page, '/profile');
    const box = await main(page).locator('> div').boundingBox();
    expect(box?.width).toBe(1024);
  });

  inLong('tells how the membership stands: never had, running, expired', async ({ page, request }) => {
    const reader = await registerReader(request);
    await enterAs(page, reader);
    const card = main(page).getByRole('region', { name: 'Membership' });
    await open(page, '/profile?lang=en-us');
    await expect(card).toContainText('No membership yet');
    await expect(card).toContainText('--');
    await operate('user', 'grant', reader.username, '--until', '2099-03-04T12:00:00Z');
    await page.reload();
    await expect(card).toContainText('Active');
    await expect(card.getByRole('time')).toContainText('March 4, 2099');
    await page.goto('/profile?lang=zh-cn');
    await expect(main(page).getByRole('time')).toContainText('2099年3月4日');
    await endMembership(reader);
    await open(page, '/profile?lang=en-us');
    await expect(card).toContainText('Expired');
    await expect(card.getByRole('time')).toHaveAttribute('datetime', /^2026-01-01T00:00:00/);
  });

  inLong('turns a coupon into membership, once', async ({ page, request }) => {
    const [coupon] = JSON.parse(await operate('coupon', 'create', '--months', '1', '--json'));
    await enterAs(page, await registerReader(request));
    await open(page, '/profile?lang=en-us');
    await press(page, 'Use a coupon');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await dialog.getByRole('button', { name: 'Redeem' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Please enter the code');
    await dialog.getByRole('textbox').fill(String(coupon.code).toLowerCase());
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('status')).toContainText('Your membership now runs until');
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(main(page).getByRole('region', { name: 'Membership' })).toContainText('Active');
  });

  inLong('gives an invite link that a friend can register by', async ({ page, request, browser }) => {
    await enterAs(page, await registerReader(request));
    await open(page, '/profile?lang=en-us');
    const link = await field(page, 'Your invite link').inputValue();
    expect(link).toMatch(/^http:\/\/localhost:\d+\/register\?invite_code=[0-9A-HJKMNP-TV-Z]{8}$/);
    const friend = await (await browser.newContext()).newPage();
    await open(friend, `${link}&lang=en-us`);
    await fillRegistration(friend, { username: newName(), password });
    await expect(friend).toHaveURL(/\/login/);
    await friend.context().close();
  });

  inLong('copies, and says so for a moment', async ({ page, request, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const reader = await registerReader(request);
    await enterAs(page, reader);
    await open(page, '/profile?lang=en-us');
    await press(page, 'Show the token');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await expect(dialog.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reader.token);
    await expect(dialog.getByText('Copied')).toBeHidden();
  });

  inLong('selects the text where the clipboard is closed', async ({ page, request }) => {
    const reader = await registerReader(request);
    await enterAs(page, reader);
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('closed'));
    });
    await open(page, '/profile?lang=en-us');
    await press(page, 'Show the token');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Selected, ready to copy')).toBeVisible();
    const selected = await page.evaluate(() => {
      const text = document.activeElement;
      return text instanceof HTMLTextAreaElement ? text.value.slice(text.selectionStart, text.selectionEnd) : '';
    });
    expect(selected).toBe(reader.token);
  });

  inLong(
    'changes the password by two equal entries of eight or more, and forgets what was cancelled',
    async ({ page, request }) => {
      await enterAs(page, await registerReader(request));
      await open(page, '/profile?lang=en-us');
      await press(page, 'Change password');
      const dialog = page.getByRole('dialog');
      const [first, second] = [
        dialog.getByLabel('New password', { exact: true }),
        dialog.getByLabel('Confirm new password', { exact: true }),
      ];
      const send = dialog.getByRole('button', { name: 'Update password' });
      await expect(send).toBeDisabled();
      await first.fill('seven-7');
      await expect(send).toBeDisabled();
      await second.fill('seven-8');
      await send.click();
      await expect(dialog.getByRole('alert')).toHaveText('The two entries of the new password do not match');
      await second.fill('seven-7');
      await send.click();
      await expect(dialog.getByRole('alert')).toHaveText('Password must be at least 8 characters long');
      await dialog.getByRole('button', { name: 'Show password' }).first().click();
      await expect(first).toHaveAttribute('type', 'text');
      await expect(second).toHaveAttribute('type', 'password');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await press(page, 'Change password');
      await expect(first).toHaveValue('');
      await expect(first).toHaveAttribute('type', 'password');
      await expect(dialog.getByRole('alert')).toHaveCount(0);
    },
  );

  test('forgets everything at logout, and says so to the server', async ({ page, request, context }) => {
    const reader = await registerReader(request);
    await enterAs(page, reader);
    await open(page, '/profile?lang=fr-fr');
    await page.getByRole('combobox').selectOption('es-es');
    await alive(page);
    expect((await context.cookies()).map(({ name }) => name)).toContain('language');
    await press(page, wordsIn('es-es').accounts.logOut);
    await expect(page).toHaveURL(/:\d+\/$/);
    await alive(page);
    expect(await kept(page)).toEqual(expect.arrayContaining(['VISITOR_ID']));
    expect(await kept(page)).not.toEqual(expect.arrayContaining(['LANGUAGE']));
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('language');
    const headers = { Authorization: `Token ${reader.token}` };
    expect((await request.get('/api/v1/user/sessions', { headers })).status()).toBe(401);
  });

  inLong('is left in every tab at once', async ({ page, request, context }) => {
    await enterAs(page, await registerReader(request));
    await open(page, '/profile?lang=en-us');
    const other = await context.newPage();
    await open(other, '/contact-us?lang=en-us');
    await press(page, 'Log out');
    await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await open(other, '/login?next=%2Fprofile&lang=en-us');
    const reader = await registerReader(request);
    await open(page, '/login?lang=en-us');
    await fillLogin(page, reader);
    await expect(other).toHaveURL(/\/profile\?lang=en-us$/);
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(reader.username);
  });

  test.describe('when calls fail', () => {
    test.use({ expectedErrors: [/40[134]|500|ERR_FAILED/] });

    inLong('ends a session at once, and brings it back with a word where that failed', async ({ page, request }) => {
      const reader = await registerReader(request);
      await logIn(request, reader);
      await logIn(request, reader);
      await enterAs(page, reader);
      await open(page, '/profile?lang=en-us');
      const sessions = page.getByRole('list', { name: words.accounts.sessions }).getByRole('listitem');
      await expect(sessions).toHaveCount(3);
      await page.route('**/api/v1/user/sessions/*', (route) => route.abort());
      await sessions.last().getByRole('button').click();
      await expect(alert(page)).toHaveText(words.accounts.endFailed);
      await expect(sessions).toHaveCount(3);
      await page.unroute('**/api/v1/user/sessions/*');
      await sessions.last().getByRole('button').click();
      await expect(sessions).toHaveCount(2);
      await expect(alert(page)).toHaveCount(0);
      await page.reload();
      await expect(sessions).toHaveCount(2);
    });

    inLong('says which part did not come, and keeps the rest', async ({ page, request }) => {
      await enterAs(page, await registerMember(request));
      await page.route('**/api/v1/user/book/membership', (route) =>
        route.fulfill({ status: 403, json: { error: 'No', code: 'no' } }),
      );
      await open(page, '/profile?lang=en-us');
      const card = main(page).getByRole('region', { name: 'Membership' });
      await expect(card.getByRole('alert')).toContainText('Your membership could not be loaded.');
      await expect(card).toContainText('--');
      await expect(field(page, 'Your invite link')).toBeVisible();
      await page.unroute('**/api/v1/user/book/membership');
      await card.getByRole('button', { name: 'Try again' }).click();
      await expect(card).toContainText('Active');
    });

    inLong('leads to the login at once where the session has ended', async ({ page, request }) => {
      const reader = await registerReader(request);
      await enterAs(page, reader);
      const headers = { Authorization: `Token ${reader.token}` };
      await request.post('/api/v1/user/logout', { headers });
      await page.goto('/profile?lang=en-us');
      await expect(page).toHaveURL(/\/login\?next=%2Fprofile&lang=en-us$/);
      await expect(page.getByText(words.app.sessionEnded)).toBeVisible();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
      expect(await kept(page)).not.toContain('X-API-TOKEN');
    });

    inLong(
      'says that the session has ended on the next page too, where the one that heard it is being left',
      async ({ page, request }) => {
        const reader = await registerReader(request);
        await enterAs(page, reader);
        const { result } = await searchBooks(request, 'language=en-us');
        await open(page, `${paths.book(result?.[0]?.book_uuid ?? '')}?lang=en-us`);
        const headers = { Authorization: `Token ${reader.token}` };
        await request.post('/api/v1/user/logout', { headers });
        const refused = page.waitForResponse((response) => response.status() === 401);
        await press(page, 'Follow');
        await refused;
        await page.reload();
        await expect(page.getByText(words.app.sessionEnded)).toBeVisible();
      },
    );

    inLong('says that the password was not changed', async ({ page, request }) => {
      await enterAs(page, await registerReader(request));
      await page.route('**/api/v1/user/update_password', (route) => route.abort());
      await open(page, '/profile?lang=en-us');
      await press(page, 'Change password');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('New password', { exact: true }).fill('long enough');
      await dialog.getByLabel('Confirm new password', { exact: true }).fill('long enough');
      await dialog.getByRole('button', { name: 'Update password' }).click();
      await expect(dialog.getByRole('alert')).toHaveText('Password update failed');
    });
  });
});

inLong('the header names the user before any code runs', async ({ page, request }) => {
  const reader = await registerReader(request);
  await enterAs(page, reader);
  await page.route('**/assets/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
  await page.goto('/contact-us?lang=en-us');
  const link = page.getByRole('banner').locator('a[href^="/profile"]');
  await expect(link).toBeVisible();
  await expect(page.getByRole('banner').locator('a[href^="/login"]')).toBeHidden();
  const early = await link.boundingBox();
  const shown = await link.locator('bdi').evaluate((name) => getComputedStyle(name, '::before').content);
  expect(shown).toBe(`"${reader.username}"`);
  await page.unroute('**/assets/*.js');
  await open(page, '/contact-us?lang=en-us');
  await expect(link).toHaveText(reader.username);
  expect(await link.boundingBox()).toEqual(early);
});

for (const language of languagesOfEitherDirection) {
  const said = wordsIn(language);

  testIf(language === 'ar-sa')(
    `axe finds no fault with login, registration and profile, in ${language}`,
    async ({ page, request }) => {
      await open(page, `/login?lang=${language}`);
      await press(page, said.app.login);
      await expect(alert(page)).toBeVisible();
      await expectNoFaultInLightAndDark(page);
      await open(page, `/register?lang=${language}`);
      await fillRegistration(page, { username: 'abc', password: 'abcde' }, said);
      await expect(alert(page)).toBeVisible();
      await expectNoFaultInLightAndDark(page);

      const reader = await registerMember(request);
      await logIn(request, reader);
      await enterAs(page, reader);
      await open(page, `/profile?lang=${language}`);
      await expect(page.getByRole('list', { name: said.accounts.sessions }).getByRole('listitem')).toHaveCount(2);
      await expectNoFaultInLightAndDark(page);
      for (const name of [said.membership.useCoupon, said.accounts.showToken, said.accounts.changePassword]) {
        await press(page, name);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoFaultInLightAndDark(page);
        await page.keyboard.press('Escape');
      }
    },
  );
}
