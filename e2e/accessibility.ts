import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { stillness } from './reader-material.ts';

/** The rules that look at colours; for all others a page is the same in light and dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Colours are no language's: these two, one of either direction, show them all. */
const languagesOfColours = ['en', 'ar'];

/** Fails on whatever axe finds fault with as the page stands, with its colours alone, or with all but those. */
export async function expectNoFault(page: Page, { of }: { of?: 'colours' | 'all but colours' } = {}): Promise<void> {
  await stillness(page);
  const axe = new AxeBuilder({ page })
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
  if (!languagesOfColours.some((each) => language.startsWith(each))) {
    return expectNoFault(page, { of: 'all but colours' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFault(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFault(page, { of: 'colours' });
}
