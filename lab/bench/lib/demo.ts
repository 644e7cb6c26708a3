import { join } from 'node:path';
import type { BenchContext } from '../row.ts';
import { runLongstrip } from './longstrip.ts';

const seeded = new Map<string, Promise<string>>();

/** A data folder with the demo catalogue, made once a run. */
export function seededDemo({ scratch }: BenchContext): Promise<string> {
  const known = seeded.get(scratch) ?? seed(join(scratch, 'demo'));
  seeded.set(scratch, known);
  return known;
}

async function seed(dataDir: string): Promise<string> {
  await runLongstrip(['seed'], { dataDir });
  return dataDir;
}
