import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { OperatorError } from '../../src/app/operator-error.ts';

const price = z.number().nonnegative();
const source = z.string();
/** Prices of a gigabyte, the first tier first; the last one has no end. */
const tiers = z.array(z.strictObject({ gb: z.number().positive().nullable(), each_gb: price })).min(1);
const machine = z.strictObject({
  name: z.string(),
  source,
  cores: z.int().positive(),
  network_gbit: z.number().positive(),
  month: price,
});
const prices = z.strictObject({
  date: z.iso.date(),
  currency: z.string(),
  remark: z.string(),
  /** One that may do alone for few readers. */
  small: machine.optional(),
  machine,
  database: machine,
  disk: z.strictObject({ source, gb_month: price }),
  object_storage: z.strictObject({ source, gb_month: price, million_reads: price }),
  egress: z.strictObject({ source, tiers }),
  cdn: z.strictObject({ source, million_requests: price, tiers }),
});

export type Prices = z.infer<typeof prices>;
export type Tiers = z.infer<typeof tiers>;

/** Reads a file of prices, in the form of bench/prices.json; throws `OperatorError` naming what is wrong. */
export function readPrices(file: string): Prices {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file} with prices.`);
  const read = prices.safeParse(parse(readFileSync(file, 'utf8')));
  if (read.success) return read.data;
  throw new OperatorError(`${file} has no prices in the form of bench/prices.json:\n${z.prettifyError(read.error)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The price of so many gigabytes in a month. */
export function priceOf(gb: number, tiersOf: Tiers): number {
  let left = gb;
  let sum = 0;
  for (const tier of tiersOf) {
    const taken = Math.min(left, tier.gb ?? left);
    sum += taken * tier.each_gb;
    left -= taken;
  }
  return sum;
}
