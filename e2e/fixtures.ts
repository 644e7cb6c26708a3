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

/** Set by `npm test -- --long`. */
export const isLong = process.env.LONG === '1';

/** A kind of test whose journeys each run plays where they are usual, and `npm test -- --long` always. */
export function playedIf<Test extends { skip: unknown }>(isUsual: boolean, kind: Test): Test {
  return isUsual || isLong ? kind : (kind.skip as Test);
}

/** Of journeys that differ in one value, each run plays those that are usual. */
export const testIf = (isUsual: boolean) => playedIf(isUsual, test);

/** A journey of a promise that another one keeps in every run. */
export const inLong = testIf(false);
