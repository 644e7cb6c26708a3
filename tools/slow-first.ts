import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in order: if they began last, the run would have to wait for them at its end. */
const slow = [
  // Each has a worker of its own for so long: at the end of the run the other core would be idle.
  'tools/imports.test.ts',
  'tools/messages.test.ts',
  'tools/house-rules.test.ts',
  'tools/docs.test.ts',
  'src/app/cli/cli.test.ts',
  'src/app/matrix.test.ts',
  'src/app/cli/backup/snapshots.test.ts',
  'src/features/importing/batches/server/imports.test.ts',
  'src/app/cli/serve/workers.test.ts',
  'src/app/cli/backup/restore-refusals.test.ts',
  'src/app/cli/site/command-site.test.ts',
  'src/features/media/commands/media-on-s3.test.ts',
  'src/features/accounts/server/attempts.test.ts',
  'src/features/payments/server/histories.test.ts',
];

/** Starts the slow test files first; without earlier measurements vitest would order files by size. */
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
