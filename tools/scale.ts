// `npm run -s scale -- [--prices FILE] [--json]`: works out the machines, bytes and cost of a site of three sizes, and writes
// them into docs. It ends 1 and writes nothing where a figure is missing or the simulation is not to be trusted.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFigures } from '../bench/figures.ts';
import { describeFailure } from '../src/app/operator-error.ts';
import { packageRoot } from '../src/server/package-root.ts';
import { readAsked, work } from './scale/command.ts';
import { pageOf } from './scale/page.ts';
import { assumptions } from './scale/plan.ts';
import { readPrices } from './scale/prices.ts';

const page = join(packageRoot, 'docs', 'scale.md');

try {
  const asked = readAsked(process.argv.slice(2));
  const worked = work({
    figures: readFigures(join(packageRoot, 'bench', 'figures.json')),
    prices: readPrices(asked.prices ?? join(packageRoot, 'bench', 'prices.json')),
  });
  writeFileSync(page, pageOf(worked));
  const { plans, compared, fromTheory, prices } = worked;
  if (asked.isJson)
    console.log(JSON.stringify({ plans, compared, from_theory: fromTheory, assumptions, prices }, null, 2));
  else
    for (const { readers, cdn, web_machines, database_machines, cost, gives_way_first } of plans)
      console.log(
        `${readers} readers a month ${cdn ? 'with' : 'without'} a CDN: ${web_machines} web and ${database_machines} database machines, ` +
          `${Math.round(cost.total)} ${prices.currency} a month; first gives way: ${gives_way_first}`,
      );
} catch (error) {
  console.error(describeFailure(error));
  process.exitCode = 1;
}
