import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, in its order: begun last, it would be waited for while all else is done. */
const slow = [
  'src/features/payments/server/histories.test.ts',
  'src/server/embedded-postgres.test.ts',
  'src/app/cli/two-places.test.ts',
  'src/features/accounts/server/attempts.test.ts',
];

/** Begins with the slow test files; vitest itself goes by size where it has not measured before. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = slow.findIndex((path) => moduleId.replaceAll('\\', '/').endsWith(path));
      return found < 0 ? slow.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
