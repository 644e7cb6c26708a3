import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { languageTags } from '../src/shared/languages.ts';
import { expect } from './fixtures.ts';
import { stillness } from './reader-material.ts';

/** The rules that look at colours; for all others a page is the same in light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * One of either direction: in the others a page has other words (tools/messages.test.ts sees that none is missing), and
 * nothing else that axe could find. The two lists, which most readers see, are looked at in every language.
 */
export const languagesOfEitherDirection = ['en-us', 'ar-sa'] as const;

/** Fails on whatever axe finds fault with as the page stands, with its colours alone, or with all but those. */
export async function expectNoFault(page: Page, { of }: { of?: 'colours' | 'all but colours' } = {}): Promise<void> {
  await stillness(page);
  const isThere = await page.evaluate(() => 'axe' in window);
  // Read once by a page that is looked at again.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    // No frame is of another site: axe can answer where it looks, and needs no page of its own to put answers together.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (of === 'colours') axe.withRules(colourRules);
  if (of === 'all but colours') axe.disableRules(colourRules);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** The same in both colour schemes; the page stays dark. */
export async function expectNoFaultInLightAndDark(page: Page): Promise<void> {
  const language = await page.evaluate(() => document.documentElement.lang);
  if (!languagesOfEitherDirection.some((each) => language === languageTags[each])) {
    return expectNoFault(page, { of: 'all but colours' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFault(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFault(page, { of: 'colours' });
}
