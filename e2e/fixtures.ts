import { test as base, expect } from '@playwright/test';

export { expect };

interface Watch {
  /** The faults that a journey makes on purpose, as the browser's console reports them. */
  expectedErrors: RegExp[];
  strayErrors: undefined;
}

/** Every journey fails on an error in the browser's console that it did not expect. */
export const test = base.extend<Watch>({
  expectedErrors: [[], { option: true }],
  strayErrors: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      const stray = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
      // A request that still waits for its handler has no reader any more, so its failure is ignored.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(stray).toEqual([]);
    },
    { auto: true },
  ],
});
