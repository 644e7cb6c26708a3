import type { Page } from '@playwright/test';
import { expect, inLong, test } from './fixtures.ts';
import { findLocked, findStrip } from './reader-material.ts';
import { open } from './reader-steps.ts';

/** A chapter that this browser's visitor has read half of. */
async function leaveHalfWay(
  page: Page,
  { bookUuid, chapterUuid, chapterNumber }: { bookUuid: string; chapterUuid: string; chapterNumber: number },
): Promise<void> {
  const half = { index: 2, fraction: 0.5 };
  const progress = {
    book_uuid: bookUuid,
    chapter_uuid: chapterUuid,
    position: half,
    furthest: { chapter_number: chapterNumber, ...half },
    updated_at: new Date().toISOString(),
  };
  const places = { visitor: { [bookUuid]: { progress, details: { chapterNumber, count: 5 } } } };
  await page.goto('/robots.txt');
  await page.evaluate((kept) => localStorage.setItem('READING_PLACES', kept), JSON.stringify(places));
}

test.describe('the chapter list', () => {
  for (const [language, words] of [
    ['en-us', { list: 'All chapters', field: 'Chapter number', go: 'Go', here: 'You are here', begun: /In progress/ }],
    ['ar-sa', { list: 'كل الفصول', field: 'رقم الفصل', go: 'انتقال', here: 'أنت هنا', begun: /قيد القراءة/ }],
  ] as const) {
    inLong(`names where one is, jumps to a number and opens a chapter in ${language}`, async ({ page, request }) => {
      const { book, chapters, uuids } = await findLocked(request);
      await leaveHalfWay(page, { bookUuid: book.book_uuid, chapterUuid: uuids[1] ?? '', chapterNumber: 2 });
      await open(page, chapters[0] ?? '', language);
      await page.keyboard.press('c');
      const list = page.getByRole('dialog', { name: words.list });
      await expect(list.getByRole('listitem').nth(1).getByRole('link', { name: words.begun })).toBeVisible();
      await expect(list.getByRole('link', { name: words.here })).toHaveAttribute('aria-current', 'page');
      await list.getByLabel(words.field).fill('2');
      await list.getByRole('button', { name: words.go }).click();
      await expect(list.getByRole('listitem').nth(1).getByRole('link')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''));
      await expect(list).toBeHidden();
    });
  }

  inLong('has five thousand chapters at hand, and asks only for those in sight', async ({ page, request }) => {
    const { book, chapters } = await findStrip(request);
    const total = 5000;
    const asked: number[] = [];
    await page.route(/\/api\/v1\/comics\/chapters\/[^/]+\/[^/]+\/asc\/\d+\/50$/, async (route) => {
      const index = Number(/asc\/(\d+)\//.exec(route.request().url())?.[1]);
      asked.push(index);
      const rows = Array.from({ length: 50 }, (_, at) => {
        const number = index * 50 + at + 1;
        const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
        const access = { state: number <= 3 ? 'free' : 'members', free_at: null, until: null, reason: 'rule' };
        return { ...book.chapters[0], chapter_uuid: uuid, chapter_number: number, title: `Part ${number}`, access };
      });
      await route.fulfill({ json: { data: { result: { ...book, total_chapters: total, chapters: rows } } } });
    });
    await open(page, chapters[0] ?? '');
    await page.keyboard.press('c');
    const list = page.getByRole('dialog', { name: 'All chapters' });
    await expect(list.getByRole('link', { name: 'Part 3', exact: false }).first()).toBeVisible();
    await list.getByLabel('Chapter number').fill('4321');
    await list.getByRole('button', { name: 'Go' }).click();
    await expect(list.getByRole('link', { name: /Part 4321 / })).toBeFocused();
    expect(await list.getByRole('link').count()).toBeLessThan(200);
    expect(asked.length).toBeLessThan(8);
    await list.getByLabel('Chapter number').fill('5001');
    await list.getByRole('button', { name: 'Go' }).click();
    await expect(list.getByRole('link', { name: /Part 5000 / })).toBeFocused();
  });
});
