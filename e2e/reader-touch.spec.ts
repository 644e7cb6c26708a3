import type { Page } from '@playwright/test';
import { expect, inLong, test } from './fixtures.ts';
import { findStrip } from './reader-material.ts';
import { open, phone, strip, takeTime, top, widthOf } from './reader-steps.ts';

interface Step {
  at: [x: number, y: number];
  /** How long the finger stays there. */
  ms?: number;
}

/** One finger along some places, as the browser itself would report it. */
async function finger(page: Page, steps: readonly Step[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [index, { at, ms = 0 }] of steps.entries()) {
    const touchPoints = [{ x: at[0], y: at[1] }];
    await session.send('Input.dispatchTouchEvent', { type: index === 0 ? 'touchStart' : 'touchMove', touchPoints });
    // The reader counts the time that a finger stays.
    if (ms > 0) await takeTime(page, ms);
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Fingers at places, each event at its own moment on the gesture's clock: how long the machine takes changes nothing.
 * The time between two events passes here, as a hand takes its time.
 */
async function gesture(page: Page, steps: readonly (TouchMoment | 'paint')[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const from = Date.now() / 1000;
  let sent: Promise<unknown>[] = [];
  for (const step of steps) {
    if (step !== 'paint') {
      const { type, at = [], ms } = step;
      const touchPoints = at.map(([x, y], id) => ({ x, y, id }));
      sent.push(session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: from + ms / 1000 }));
      continue;
    }
    await Promise.all(sent);
    sent = [];
    // A hand takes its time there.
    await takeTime(page, 50);
  }
  await Promise.all(sent);
  await session.detach();
}

interface TouchMoment {
  type: 'touchStart' | 'touchMove' | 'touchEnd';
  at?: readonly [x: number, y: number][];
  ms: number;
}

/** Two taps as close as a hand makes them. */
function doubleTap(page: Page, point: [number, number]): Promise<void> {
  const moments = [0, 40, 120, 160] as const;
  return gesture(
    page,
    moments.map((ms, step) => (step % 2 === 0 ? { type: 'touchStart', at: [point], ms } : { type: 'touchEnd', ms })),
  );
}

/** Two taps, the second of which stays and is drawn down or up. */
function drawnTap(page: Page, [x, y]: [number, number], way: number): Promise<void> {
  const moves = [0.25, 0.5, 0.75, 1].map(
    (share, step): TouchMoment => ({ type: 'touchMove', at: [[x, y + way * share]], ms: 180 + step * 30 }),
  );
  return gesture(page, [
    { type: 'touchStart', at: [[x, y]], ms: 0 },
    { type: 'touchEnd', ms: 50 },
    'paint',
    { type: 'touchStart', at: [[x, y]], ms: 150 },
    ...moves,
    'paint',
    { type: 'touchEnd', ms: 400 },
  ]);
}

/** Two fingers drawn apart around a point, until they are so many times as far from one another. */
function pinch(page: Page, [x, y]: [number, number], factor: number): Promise<void> {
  const apart = (way: number): [number, number][] => [
    [x, y - way],
    [x, y + way],
  ];
  const moves = Array.from(
    { length: 10 },
    (_, step): TouchMoment => ({
      type: 'touchMove',
      at: apart(60 * (1 + ((factor - 1) * (step + 1)) / 10)),
      ms: 30 + step * 20,
    }),
  );
  return gesture(page, [
    { type: 'touchStart', at: apart(60), ms: 0 },
    ...moves,
    'paint',
    { type: 'touchEnd', ms: 300 },
  ]);
}

test.describe('by touch', () => {
  test.use(phone);

  test('two quick taps enlarge where they fall, a finger moves what is enlarged, and no swipe leads away', async ({
    page,
    request,
  }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.evaluate(() => scrollTo(0, 900));
    const pointOf = ([x, y]: [number, number]) =>
      strip(page).evaluate(
        (element, at) => {
          const box = element.getBoundingClientRect();
          return [(at[0] - box.left) / box.width, ((at[1] - box.top) / box.height) * 100].map(
            (share) => Math.round(share * 50) / 50,
          );
        },
        [x, y] as const,
      );
    const before = await pointOf([100, 300]);
    await doubleTap(page, [100, 300]);
    await expect.poll(() => widthOf(page)).toBe(780);
    await expect.poll(() => pointOf([100, 300])).toEqual(before);
    const left = () => strip(page).evaluate((element) => Math.round(element.getBoundingClientRect().left));
    const from = await left();
    await finger(page, [{ at: [250, 400] }, { at: [200, 402] }, { at: [150, 404] }]);
    await expect.poll(left).toBeLessThan(from);
    await finger(page, [{ at: [350, 400] }, { at: [200, 402] }, { at: [30, 404] }]);
    await expect.poll(left).toBe(-390);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    await doubleTap(page, [200, 300]);
    await expect.poll(() => widthOf(page)).toBe(390);

    // The second of two taps, drawn down, chooses the size by its way around where it began; so do the next ones.
    let at = await pointOf([100, 300]);
    await expect(async () => {
      const was = at;
      // An element that stands still does so for a time.
      await takeTime(page, 100);
      at = await pointOf([100, 300]);
      expect(at).toEqual(was);
    }).toPass();
    const stood = await top(page);
    await drawnTap(page, [100, 300], 80);
    await expect.poll(() => widthOf(page)).toBe(Math.round(390 * Math.SQRT2));
    await expect.poll(() => pointOf([100, 300])).toEqual(at);
    expect(await top(page)).toBeGreaterThan(stood);
    await drawnTap(page, [100, 300], 80);
    await expect.poll(() => widthOf(page)).toBe(780);
    await drawnTap(page, [100, 400], -300);
    await expect.poll(() => widthOf(page)).toBe(390);
    await doubleTap(page, [100, 300]);
    await expect.poll(() => widthOf(page)).toBe(780);
  });

  inLong('two fingers enlarge; then no swipe leads away, and no tap scrolls', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await page.addInitScript(() => {
      localStorage.setItem('READER_SETTINGS', JSON.stringify({ comic: { tapZones: 'sides' } }));
    });
    await open(page, chapters[0] ?? '');
    const scale = () => page.evaluate(() => visualViewport?.scale ?? 1);
    await page.touchscreen.tap(370, 500);
    await expect.poll(() => top(page)).toBeGreaterThan(600);
    await pinch(page, [195, 400], 2.5);
    await expect.poll(scale).toBeGreaterThan(1.5);
    await expect(page.locator('[data-zoomed]')).toBeAttached();
    const stood = await top(page);
    await page.touchscreen.tap(370, 500);
    await finger(page, [{ at: [330, 400] }, { at: [200, 402] }, { at: [60, 404] }]);
    // No chapter is turned to, and only time can show that.
    await takeTime(page, 300);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
    expect(await top(page)).toBeLessThan(stood + 300);
  });

  inLong('zones that were chosen scroll by a step, and are shown once', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('combobox', { name: 'Tapping the page' }).selectOption('Left and right');
    await sheet.getByRole('button', { name: 'Close' }).tap();
    const overlay = page.getByText('Bars', { exact: true }).first();
    await expect(overlay).toBeVisible();
    await page.touchscreen.tap(370, 500);
    await expect.poll(() => top(page)).toBeGreaterThan(600);
    await page.touchscreen.tap(20, 500);
    await expect.poll(() => top(page)).toBe(0);
    await expect(overlay).toHaveCount(0);
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    await sheet.getByRole('combobox', { name: 'Mirror the tap areas' }).selectOption('Left and right swapped');
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await expect(overlay).toBeVisible();
    await page.touchscreen.tap(20, 500);
    await expect.poll(() => top(page)).toBeGreaterThan(600);
  });

  inLong(
    'a pull at the very end, held, opens the next chapter; a fling to the end does not',
    async ({ page, request }) => {
      const { chapters } = await findStrip(request);
      await open(page, chapters[0] ?? '');
      const meter = page.locator('[data-pull]');
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await finger(page, [{ at: [195, 600] }, { at: [195, 450] }, { at: [195, 430], ms: 500 }]);
      await expect(meter).toHaveAttribute('data-pull', '0');
      await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
      // The page must stand at its end for a time before a finger counts (settleMs).
      await takeTime(page, 400);
      await finger(page, [{ at: [195, 600] }, { at: [195, 540], ms: 400 }]);
      await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
      // Enlarged, a finger moves the page about, at its end too.
      await page.evaluate(() => scrollTo(0, 900));
      await doubleTap(page, [195, 300]);
      await expect.poll(() => widthOf(page)).toBe(780);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      // As above: the time before a finger counts.
      await takeTime(page, 400);
      await finger(page, [{ at: [195, 600] }, { at: [195, 500] }, { at: [195, 450], ms: 600 }]);
      await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
      await page.evaluate(() => scrollTo(0, 900));
      await doubleTap(page, [195, 300]);
      await expect.poll(() => widthOf(page)).toBe(390);
      await expect(async () => {
        // Content that comes late below the chapter moves its end.
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        // As above: the time before a finger counts.
        await takeTime(page, 400);
        await finger(page, [{ at: [195, 600] }, { at: [195, 500] }, { at: [195, 450], ms: 600 }]);
        await expect(page).toHaveURL(new RegExp(chapters[1] ?? ''), { timeout: 2000 });
      }).toPass();
    },
  );

  inLong('a swipe does nothing when it is switched off', async ({ page, request }) => {
    const { chapters } = await findStrip(request);
    await open(page, chapters[0] ?? '');
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    await page.getByRole('switch', { name: 'Swiping changes the chapter' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await finger(page, [{ at: [250, 500] }, { at: [150, 505] }, { at: [60, 508] }]);
    // No chapter is turned to, and only time can show that.
    await takeTime(page, 300);
    await expect(page).toHaveURL(new RegExp(chapters[0] ?? ''));
  });
});
