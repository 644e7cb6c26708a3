import { afterAll, beforeAll } from 'vitest';

/** What all tests of a file share: made before the first of them, a copy that has no properties until then. */
export function forAllTests<Made extends object>(
  make: () => Promise<Made>,
  end?: (made: Made) => Promise<void> | void,
): Readonly<Made> {
  const shared = {} as Made; // nobody reads it before the tests
  beforeAll(async () => {
    Object.defineProperties(shared, Object.getOwnPropertyDescriptors(await make()));
  });
  if (end) afterAll(() => end(shared));
  return shared;
}
