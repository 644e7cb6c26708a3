import type { GrownSites } from './lib/grown.ts';

/** One measurement: ours beside a reference, in one run. */
export interface Row {
  name: string;
  /** The measured thing and its reference, for the table. */
  what: string;
  against: string;
  unit: string;
  /** True: measured only on request, on a grown site. */
  isAtSize?: true;
  /** `ratio…`: ours / reference; `ours…`: ours itself. It must reach the target (`…AtLeast`), or not exceed it (`…AtMost`). */
  target: { kind: 'ratioAtLeast' | 'ratioAtMost' | 'oursAtLeast' | 'oursAtMost'; value: number };
  run(context: BenchContext): Promise<Outcome>;
}

export interface Measured {
  ours: number;
  /** Null where ours is compared with the target only. */
  reference: number | null;
  /** The median of the ratios of neighbouring rounds, where rounds were interleaved; else ours / reference. */
  ratio?: number;
  /** Further figures, printed below the table. */
  note?: string;
}

export type Outcome = Measured | { skipped: string };

export interface BenchContext {
  /** The sample library, or null where it is absent. */
  samples: string | null;
  /** A temporary folder, removed at the end of the run. */
  scratch: string;
  /** For the rows on grown sites; null where these were not requested. */
  grown: GrownSites | null;
  log(line: string): void;
}

export interface Result {
  name: string;
  ours: number | null;
  reference: number | null;
  unit: string;
  ratio: number | null;
  target: number;
  pass: boolean | null;
  note: string;
}

export function judge(row: Row, outcome: Outcome): Result {
  const base = { name: row.name, unit: row.unit, target: row.target.value };
  if ('skipped' in outcome) {
    return { ...base, ours: null, reference: null, ratio: null, pass: null, note: `skipped: ${outcome.skipped}` };
  }
  const { ours, reference } = outcome;
  const ratio = outcome.ratio ?? (reference ? ours / reference : null);
  const { kind, value } = row.target;
  const judged = kind.startsWith('ours') ? ours : ratio;
  const pass = judged !== null && (kind.endsWith('AtLeast') ? judged >= value : judged <= value);
  return { ...base, ours, reference, ratio, pass, note: outcome.note ?? '' };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Runs both alternately, A B A B …, and returns both medians and the median of the pairs' ratios. */
export async function interleave(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ ours: number; reference: number; ratio: number }> {
  const a: number[] = [];
  const b: number[] = [];
  for (let round = 0; round < rounds; round++) {
    a.push(await ours());
    b.push(await reference());
  }
  const ratios = a.map((value, i) => value / (b[i] ?? Number.NaN));
  return { ours: median(a), reference: median(b), ratio: median(ratios) };
}
