import { parseArgs } from 'node:util';
import type { Figure } from '../../bench/figures.ts';
import { OperatorError } from '../../src/app/operator-error.ts';
import { compare, readMeasured } from './measured.ts';
import type { Worked } from './page.ts';
import { planFor, sizes } from './plan.ts';
import type { Prices } from './prices.ts';
import { farthestFromTheory } from './theory.ts';

export const usage = 'Usage: npm run -s scale -- [--prices FILE] [--json]';

const mostFromTheory = 0.03;
const mostFromMeasured = 0.2;

/** Reads the arguments; throws `OperatorError` for others. */
export function readAsked(args: readonly string[]): { prices: string | null; isJson: boolean } {
  try {
    const options = { prices: { type: 'string' }, json: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: [...args], options, strict: true });
    return { prices: values.prices ?? null, isJson: values.json === true };
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

/** Works everything out; throws `OperatorError` where the simulation is far from theory or from what was measured. */
export function work({ figures, prices }: { figures: readonly Figure[]; prices: Prices }): Worked {
  const measured = readMeasured(figures);
  const compared = compare(measured);
  const far = compared.filter(({ off }) => !(Math.abs(off) <= mostFromMeasured));
  if (far.length > 0) {
    const told = far.map(
      ({ what, measured: seen, simulated }) => `${what} is ${simulated.toFixed(1)}, measured was ${seen.toFixed(1)}`,
    );
    throw new OperatorError(
      `The simulation is over ${percent(mostFromMeasured)} from what was measured: ${told.join('; ')}. ` +
        'Measure again while nothing else runs: npm run -s bench -- visits',
    );
  }
  const fromTheory = farthestFromTheory();
  if (!(fromTheory <= mostFromTheory)) throw new OperatorError(`The simulation is ${percent(fromTheory)} from M/M/c.`);
  const plans = sizes.flatMap((size) => [false, true].map((cdn) => planFor(size, { cdn, measured, prices })));
  return { measured, compared, fromTheory, plans, prices };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
