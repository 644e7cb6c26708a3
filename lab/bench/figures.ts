import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Result } from './row.ts';

const figure = z.number().nullable();
const kept = z.object({
  name: z.string(),
  ours: figure,
  reference: figure,
  unit: z.string(),
  ratio: figure,
  target: z.number(),
  /** Null: skipped. */
  pass: z.boolean().nullable(),
  note: z.string(),
  /** The day of the measurement. */
  date: z.iso.date(),
  /** Null where it was not written down. */
  machine: z.string().nullable(),
});

/** A row's last measurement. */
export type Figure = z.infer<typeof kept>;

/** The last measurements that `file` keeps, in the order of the rows; none where it is absent. */
export function readFigures(file: string): Figure[] {
  return existsSync(file) ? z.array(kept).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

/**
 * The kept figures with these new ones, in the order of `names`, which are all rows that exist. A measurement outlasts a run
 * that skipped its row.
 */
export function mergeFigures(
  before: readonly Figure[],
  {
    measured,
    names,
    date,
    machine,
  }: { measured: readonly Result[]; names: readonly string[]; date: string; machine: string },
): Figure[] {
  return names.flatMap((name) => {
    const result = measured.find((each) => each.name === name);
    const earlier = before.find((each) => each.name === name);
    if (result && (result.pass !== null || !earlier)) return [{ ...result, date, machine }];
    return earlier ? [earlier] : [];
  });
}

export function writeFigures(file: string, figures: readonly Figure[]): void {
  writeFileSync(file, `${JSON.stringify(figures, null, 2)}\n`);
}
