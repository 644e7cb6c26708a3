import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { languageTags } from '../src/shared/languages.ts';
import { expect, isLong } from './fixtures.ts';
import { stillness } from './reader-material.ts';

/** The rules about colours; for all others a page is the same in light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * One language of either direction: the others differ only in words (tools/messages.test.ts finds missing ones).
 * The two lists, which most readers see, are checked in every language.
 */
export const languagesOfEitherDirection = ['en-us', 'ar-sa'] as const;

/** Fails on the faults that axe finds in the page as it is: in its colours alone, or in everything else. */
export async function expectNoFault(page: Page, { of }: { of?: 'colours' | 'all but colours' } = {}): Promise<void> {
  await stillness(page);
  const isThere = await page.evaluate(() => 'axe' in window);
  // A page that is checked again has the script already.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    // No frame is of another site, so axe needs no page of its own to join the answers of several frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (of === 'colours') axe.withRules(colourRules);
  if (of === 'all but colours') axe.disableRules(colourRules);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** Checks the page in the dark and, in the long form, in the light before; the page stays dark. */
export async function expectNoFaultInLightAndDark(page: Page): Promise<void> {
  const language = await page.evaluate(() => document.documentElement.lang);
  if (!languagesOfEitherDirection.some((each) => language === languageTags[each])) {
    return expectNoFault(page, { of: 'all but colours' });
  }
  if (isLong) {
    await page.emulateMedia({ colorScheme: 'light' });
    await expectNoFault(page, { of: 'colours' });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFault(page);
}
