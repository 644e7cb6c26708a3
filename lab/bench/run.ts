import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, mergeFigures, readFigures, writeFigures } from './figures.ts';
import { openGrownSites } from './lib/grown.ts';
import { stayOffTheServersCore } from './lib/load.ts';
import { type BenchContext, judge, type Result, type Row } from './row.ts';
import { rows } from './rows.ts';

const page = 'lab/benchmarks.md';
const figuresFile = 'lab/bench/figures.json';
const { positionals: wanted, values: flags } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, grown: { type: 'boolean' } },
});
const unknown = wanted.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  console.error(`No such row: ${unknown.join(', ')}. There are: ${rows.map((row) => row.name).join(', ')}`);
  process.exit(1);
}

stayOffTheServersCore();
const samples = resolve(process.env.LONGSTRIP_SAMPLES ?? '../shared/data');
const scratch = mkdtempSync(join(tmpdir(), 'longstrip-bench-'));
const log = (line: string) => console.error(line);
const kept = process.env.GROWN_SITE ?? null;
const grown = flags.grown ? openGrownSites({ kept, scratch, log }) : null;
const context: BenchContext = { samples: existsSync(samples) ? samples : null, scratch, grown, log };

const results: Result[] = [];
try {
  for (const row of rows) {
    if (wanted.length > 0 ? !wanted.includes(row.name) : row.isAtSize && !grown) continue;
    context.log(`… ${row.name}`);
    const result = await measure(row);
    results.push(result);
    if (!flags.json) console.log(line(row, result));
  }
} finally {
  await grown?.stop();
  rmSync(scratch, { recursive: true, force: true });
}
if (flags.json)
  console.log(
    JSON.stringify(
      results.map(({ note: _note, ...figures }) => figures),
      null,
      2,
    ),
  );
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, ${process.platform}`;
const figures = mergeFigures(readFigures(figuresFile), {
  measured: results,
  names: rows.map((row) => row.name),
  date: new Date().toISOString().slice(0, 10),
  machine,
});
writeFigures(figuresFile, figures);
writeFileSync(page, report(figures));
// A failed row may have left a database or a browser open, which would keep this process alive for ever.
process.exit(results.some((result) => result.pass === false) ? 1 : 0);

async function measure(row: Row): Promise<Result> {
  try {
    return judge(row, await row.run(context));
  } catch (error) {
    const failed = judge(row, { ours: Number.NaN, reference: null });
    return { ...failed, pass: false, note: `failed: ${reasonOf(error)}` };
  }
}

/** Its first line: what follows may be the whole output of a program. */
function reasonOf(error: unknown): string {
  context.log(String(error));
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]?.replace(/:$/, '') ?? '';
}

function figure(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function wish({ target: { kind, value }, unit }: Row): string {
  return `${kind.endsWith('AtLeast') ? '≥' : '≤'} ${value} ${kind.startsWith('ours') ? unit : '×'}`;
}

function verdict(result: Pick<Result, 'pass'>): string {
  return result.pass === null ? 'skipped' : result.pass ? 'yes' : 'NO';
}

function noteOf({ name, note }: Figure): string[] {
  return note ? [`- \`${name}\`: ${note}`] : [];
}

function cellsOf(row: Row, result: Figure): string {
  const cells = [
    `\`${row.name}\`: ${row.what}`,
    row.against,
    `${figure(result.ours)} ${row.unit}`,
    figure(result.reference),
    figure(result.ratio),
    wish(row),
    verdict(result),
    result.date,
  ];
  return `| ${cells.join(' | ')} |`;
}

function line(row: Row, result: Result): string {
  const cells = [
    row.name.padEnd(16),
    `${figure(result.ours)} ${row.unit}`.padEnd(16),
    `against ${figure(result.reference)}`.padEnd(18),
    `ratio ${figure(result.ratio)}`.padEnd(12),
    wish(row).padEnd(14),
    verdict(result),
  ];
  return cells.join('  ') + (result.note ? `\n    ${result.note}` : '');
}

/** The page with the last figures of each row. */
function report(figures: readonly Figure[]): string {
  const table = figures.flatMap((figure) => {
    const row = rows.find(({ name }) => name === figure.name);
    return row ? [cellsOf(row, figure)] : [];
  });
  return [
    '# Benchmarks',
    '',
    'Written by `npm run -s bench`; do not edit. Each row measures ours and a reference in one run, interleaved, with the',
    'server on one core and the generator and the database on the other, log level `warn`, limits off, metrics on.',
    'Trust the ratios, not the absolute figures: they belong to one machine.',
    '',
    'The rows at size stand beside the same site of 10,000 books. `npm run -s bench -- --grown` grows one of a million books',
    'first, 20 million chapters and the rest: up to 45 minutes and 60 GB. To keep it, grow it once and name its folder:',
    '',
    '    DATA_DIR=/tmp/grown npm run -s grow -- --books 1000000',
    '    GROWN_SITE=/tmp/grown npm run -s bench -- --grown search-1m list-1m',
    '',
    'Without `--grown` these rows are left out.',
    '',
    `Machine of the last run: ${machine}.`,
    `\`${figuresFile}\` keeps all figures.`,
    '',
    '| what | against | ours | reference | ratio | target | reached | measured on |',
    '|---|---|---|---|---|---|---|---|',
    ...table,
    '',
    ...figures.flatMap(noteOf),
    '',
  ].join('\n');
}
