import { randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectNoFaultInLightAndDark } from './accessibility.ts';
import { expect, inLong, test } from './fixtures.ts';
import { enterAs, type Reader, registerReader } from './member-material.ts';
import { operate } from './operator.ts';

let owner: Reader;
let book: { id: string; title: string };

test.beforeAll(async ({ request }) => {
  owner = await registerReader(request);
  await operate('user', 'role', owner.username, 'owner');
  book = await importDrafts();
  // Another worker may have written it already.
  await request.post('/api/v1/studio/site/pages', {
    headers: { Authorization: `Token ${owner.token}` },
    data: { page: 'about', titles: { 'en-us': 'About us' }, bodies: { 'en-us': '## Who\n\n- **We** draw.' } },
  });
});

/** A novel of four chapters that no reader sees. */
async function importDrafts(): Promise<{ id: string; title: string }> {
  const title = `Studio ${randomInt(1e9)}`;
  const home = await mkdtemp(join(tmpdir(), 'longstrip-studio-'));
  const files = { 'book.yaml': `id: ${title}\ntitle: { en-us: ${title} }\n` };
  const chapters = [1, 2, 3, 4].map((number) => [
    `${number} - Part ${number}.txt`,
    `Rain fell ${number}.\n`.repeat(40),
  ]);
  for (const [path, text] of [...Object.entries(files), ...chapters]) {
    const file = join(home, 'book', path ?? '');
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text ?? '');
  }
  const { books } = JSON.parse(await operate('import', join(home, 'book'), '--draft', '--json'));
  await rm(home, { recursive: true });
  return { id: books[0].id ?? books[0].book_uuid, title };
}

const sizes = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desktop', width: 1440, height: 900 },
];
const languages = ['en-us', 'ar-sa'] as const;

/** The pages that need no more than the site's own data. */
const pages = (id: string) => [
  '',
  '/books',
  `/books/${id}`,
  `/books/${id}?tab=facts`,
  `/books/${id}?tab=chapters`,
  '/publishing',
  '/publishing?view=list&state=draft',
  '/publishing?view=windows',
  '/imports',
  '/imports/new',
  '/recommended',
  '/trash',
  '/prices',
  '/settings',
  '/settings/site',
  '/settings/seller',
  '/settings/pages',
  '/settings/pages/about',
  '/settings/trial',
  '/settings/rows',
  '/settings/announcements',
  '/settings/proofs',
  '/settings/redirects',
  '/connections',
  '/settings/members',
  '/settings/receipts',
  '/settings/withdrawals',
  '/settings/fapiao',
  '/numbers',
  `/numbers/books/${id}`,
  '/numbers/funnel',
  '/numbers/revenue',
  '/numbers/members',
  '/numbers/attribution',
  '/numbers/cohorts',
  '/people',
  `/people/${owner.uuid}`,
  '/orders',
  '/payments',
  '/coupons',
  '/health',
  '/audit',
  '/staff',
];

async function choose(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem('LANGUAGE', chosen), language);
  await page.context().addCookies([{ name: 'language', value: language, url: page.url() }]);
}

/** The names of fields that reach beyond the frame around them. */
function fieldsOutsideTheirFrames(page: Page): Promise<string[]> {
  return page.locator('fieldset :is(input, textarea, select)').evaluateAll((fields) =>
    fields.flatMap((field) => {
      const [inner, outer] = [field, field.closest('fieldset')].map((each) => each?.getBoundingClientRect());
      const isInside = inner && outer && inner.left >= outer.left && inner.right <= outer.right;
      return isInside ? [] : [field.id];
    }),
  );
}

async function expectWhole(page: Page, path: string): Promise<void> {
  await page.goto(`/studio${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect([path, over]).toEqual([path, 0]);
  expect([path, await fieldsOutsideTheirFrames(page)]).toEqual([path, []]);
  await expectNoFaultInLightAndDark(page);
}

for (const { name, width, height } of sizes) {
  for (const language of languages) {
    inLong(`every page of the studio is whole on ${name} in ${language}`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height });
      await enterAs(page, owner);
      await choose(page, language);
      for (const path of pages(book.id)) await expectWhole(page, path);
    });
  }
}

for (const { name, width, height } of sizes) {
  inLong(`chosen chapters, their series and the book that they may move to are whole on ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await enterAs(page, owner);
    await page.goto(`/studio/books/${book.id}?tab=chapters`);
    await page.getByRole('checkbox', { name: 'Select Part 1' }).check();
    await page.getByRole('checkbox', { name: 'Select Part 3' }).click({ modifiers: ['Shift'] });
    await expect(page.getByText('3 selected')).toBeVisible();
    await expectNoFaultInLightAndDark(page);
    const act = async (label: string) => {
      const actions = page.getByRole('button', { name: 'Actions', expanded: false });
      if (await actions.isVisible()) await actions.click();
      await page.getByRole('button', { name: label }).click();
    };
    await act('Schedule series…');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Schedule 3 chapters' })).toBeVisible();
    await expectNoFaultInLightAndDark(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await act('Move to another book…');
    await dialog.getByRole('combobox', { name: 'Book' }).fill(book.title);
    await expect(dialog.getByText('No results')).toBeVisible();
    await expectNoFaultInLightAndDark(page);
  });
}

test.describe('a book that is not there', () => {
  test.use({ expectedErrors: [/404/] });

  test('has a page that is whole', async ({ page }) => {
    await enterAs(page, owner);
    await expectWhole(page, '/books/00000000-0000-4000-8000-000000000000');
  });
});

/** The row has come to rest, and the keys that follow a first one are listened to. */
function settled(page: Page): Promise<void> {
  return page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    await new Promise((resolve) => setTimeout(resolve));
  });
}

inLong(
  'whoever runs the site finds the studio in the header, and the way back and out in the studio',
  async ({ page, request }) => {
    // Other journeys go on in the session of the owner, which a log out would end.
    const leaving = await registerReader(request);
    await operate('user', 'role', leaving.username, 'editor');
    await page.setViewportSize({ width: 390, height: 844 });
    await enterAs(page, leaving);
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Studio' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'View site' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Studio' })).toBeVisible();
    await page.goto('/studio');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Studio' })).toBeHidden();
  },
);

inLong('whatever one can name is found from every page', async ({ page }) => {
  await enterAs(page, owner);
  await page.goto('/studio/health');
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  const find = async (text: string, heading: RegExp) => {
    await expect(field).toBeFocused();
    await field.fill(text);
    await expect(field).toHaveAttribute('aria-activedescendant', /./);
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  };
  await find(`${book.title} 2`, /Part 2$/);
  await page.getByRole('button', { name: 'Search everything' }).click();
  await find(owner.username, new RegExp(owner.username));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Search everything' }).click();
  await field.fill(book.title);
  await expect(page.getByRole('option').first()).toContainText(book.title);
  await expectNoFaultInLightAndDark(page);
});

inLong('a chapter is moved by keys, each step is told, and it stays there', async ({ page }) => {
  await enterAs(page, owner);
  await page.goto(`/studio/books/${book.id}?tab=chapters`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Move Part \d$/ }) });
  await expect(rows).toHaveCount(4);
  const told = page.getByRole('status');
  await page.getByRole('button', { name: 'Move Part 3', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(told.filter({ hasText: 'Part 3 picked up from position 3.' })).toBeAttached();
  await settled(page);
  await page.keyboard.press('ArrowUp');
  await expect(told.filter({ hasText: 'Position 2.' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(told.filter({ hasText: 'Part 3 stays where it was.' })).toBeAttached();
  await settled(page);
  await page.keyboard.press('Space');
  await expect(told.filter({ hasText: 'Part 3 picked up from position 3.' })).toBeAttached();
  await settled(page);
  await page.keyboard.press('ArrowUp');
  await expect(told.filter({ hasText: 'Position 2.' })).toBeAttached();
  const saved = page.waitForResponse((response) => response.url().includes('/chapters/move') && response.ok());
  await page.keyboard.press('Space');
  await saved;
  await expect(rows.nth(1)).toContainText('Part 3');
  await page.reload();
  await expect(rows.nth(1)).toContainText('Part 3');
  await page.getByRole('checkbox', { name: 'Select Part 3' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to position…' }).click();
  await page.getByLabel('New position').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(rows.nth(2)).toContainText('Part 3');
});

for (const width of [390, 820, 1440])
  inLong(`the buttons of a form cover no field at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await enterAs(page, owner);
    await page.goto(`/studio/books/${book.id}`);
    const fields = page.locator('main form :is(input, textarea)');
    await fields.first().fill('A title that is not saved');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeInViewport();
    for (let at = 0; at < (await fields.count()); at += 1) {
      await fields.nth(at).focus();
      const covered = await fields.nth(at).evaluate((field) => {
        const { left, bottom, width: wide } = field.getBoundingClientRect();
        return document.elementFromPoint(left + wide / 2, bottom - 4) !== field;
      });
      expect([at, covered]).toEqual([at, false]);
    }
    await page.getByRole('button', { name: 'Discard changes' }).click();
  });

test('a form keeps what was typed through a reload, and says that it is saved', async ({ page }) => {
  await enterAs(page, owner);
  await page.goto(`/studio/books/${book.id}`);
  const introduction = page.getByRole('group', { name: /^English/ }).getByLabel('Description');
  await introduction.fill('A harbour in the rain.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(introduction).toHaveValue('A harbour in the rain.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(introduction).toHaveValue('A harbour in the rain.');
});

inLong('a plot tells its values to the arrow keys, and shows them as a table', async ({ page }) => {
  await enterAs(page, owner);
  // A visit of today, so that there is something to draw.
  const counted = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'));
  await page.goto('/');
  await counted;
  await expect(async () => {
    await page.goto('/studio/numbers');
    await expect(page.getByRole('slider', { name: 'Visits over time' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  const hand = page.getByRole('slider', { name: 'Visits over time' });
  await hand.focus();
  await page.keyboard.press('End');
  await expect(hand).toHaveAttribute('aria-valuetext', /Visits: \d+, Readers: \d+$/);
  const last = await hand.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowLeft');
  await expect(hand).not.toHaveAttribute('aria-valuetext', last ?? '');
  const table = page.getByRole('table', { name: 'Visits over time' });
  await expect(table.getByRole('row')).toHaveCount(29);
  await page.getByRole('button', { name: 'Show as table' }).first().click();
  await table.scrollIntoViewIfNeeded();
  await expect(table).toBeInViewport();
});

inLong(
  'a chapter and a book that are deleted lie in the trash, and nothing on the screen misses them',
  async ({ page }) => {
    const own = await importDrafts();
    await enterAs(page, owner);
    /** An error in the console, such as of a question about what is gone, would fail the journey. */
    const trash = async (path: string) => {
      await page.goto(path);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('moved to trash').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    };
    await page.goto(`/studio/books/${own.id}?tab=chapters`);
    const chapters = page.getByRole('row').getByRole('link');
    await trash((await chapters.first().getAttribute('href')) ?? '');
    await expect(chapters).toHaveCount(3);
    await trash(`/studio/books/${own.id}`);
    await expect(page).toHaveURL(/\/studio\/books$/);
    await page.goto('/studio/trash');
    const row = page.getByRole('row').filter({ hasText: own.title, hasNotText: 'Part 1' });
    await row.getByRole('button', { name: 'Restore' }).click();
    await expect(row).toHaveCount(0);
    await page.goto(`/studio/books/${own.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.title);
  },
);
