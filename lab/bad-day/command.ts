import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '../../src/server/command/operator-error.ts';
import { packageRoot } from '../../src/server/process/package-root.ts';
import { clock } from './clock.ts';
import { connections } from './connections.ts';
import { type Day, judge, missed, type Size, type Target, type Verdict } from './day.ts';
import { diskFull } from './disk-full.ts';
import { freeze } from './freeze.ts';
import { kill } from './kill.ts';
import { notify } from './notify.ts';
import { overload } from './overload.ts';
import { replica } from './replica.ts';
import { restartDatabase } from './restart-db.ts';
import { retention } from './retention.ts';
import { rolling } from './rolling.ts';
import { slow } from './slow-clients.ts';
import { soak } from './soak.ts';
import { store } from './store.ts';
import { twoPlaces } from './two-places.ts';
import { walDrill } from './wal-drill.ts';

export const usage = 'Usage: npm run -s bad-day -- [NAME…] [--long] [--json]';

/** In the order of the page that they are written to. */
export const days: readonly Day[] = [
  kill,
  twoPlaces,
  connections,
  notify,
  clock,
  store,
  rolling,
  freeze,
  restartDatabase,
  diskFull,
  slow,
  overload,
  replica,
  retention,
  soak,
  walDrill,
];

export interface Asked {
  /** None: the names are to be listed. */
  days: readonly Day[];
  size: Size;
  isJson: boolean;
}

/** Reads the arguments; throws `OperatorError` for a name that no day has. */
export function readAsked(args: readonly string[]): Asked {
  const options = { long: { type: 'boolean' }, json: { type: 'boolean' } } as const;
  const { values, positionals } = parse(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  const unknown = positionals.filter((name) => !days.some((day) => day.name === name));
  if (unknown.length > 0)
    throw new OperatorError(`No day is called ${unknown.join(', ')}. There are: ${names().join(', ')}. ${usage}`);
  return {
    days: days.filter(({ name }) => positionals.includes(name)),
    size: values.long ? 'long' : 'usual',
    isJson: values.json === true,
  };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

export function names(): string[] {
  return days.map(({ name }) => name);
}

/** Plays one day on a site of its own, and leaves nothing of it. */
export async function play(day: Day, size: Size): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), `longstrip-${day.name}-`));
  try {
    return judge(day.name, await day.play({ folder, size }));
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

export function say({ name, figures, targets, pass, skipped }: Verdict): string {
  const lines = Object.entries(figures).map(
    ([figure, value]) => `  ${figure.padEnd(24)} ${value}${limits(targets[figure])}`,
  );
  const bad = pass ? '' : ` (${missed({ figures, targets }).join(', ')})`;
  return [
    `${name}: ${pass ? 'passed' : 'missed'}${bad}`,
    ...lines,
    ...(skipped ? [`  not tried: ${skipped}`] : []),
  ].join('\n');
}

function limits(target: Target | undefined): string {
  const said = cell(target);
  return said === '' ? '' : `  (${said})`;
}

function cell(target: Target | undefined): string {
  if (!target) return '';
  const { least, most } = target;
  const ends = [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`];
  return ends.filter(Boolean).join(', ');
}

export const page = join(packageRoot, 'lab', 'bad-days.md');
const opening = `# Bad days

\`npm run -s bad-day -- NAME…\` plays days that go wrong against real processes, and writes what they showed here. The
figures of a day are those of its last run. Times are those of a caller on the same machine, in milliseconds.
`;

/** Writes what the days showed; those that were not played keep what they showed before. Returns the text. */
export function writePage(file: string, { verdicts, size }: { verdicts: readonly Verdict[]; size: Size }): string {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = new Map(before.split(/^(?=## )/m).map((part) => [/^## (.*)/.exec(part)?.[1] ?? '', part.trimEnd()]));
  const sections = days.flatMap((day) => {
    const verdict = verdicts.find(({ name }) => name === day.name);
    const section = verdict ? sectionOf(day, verdict, size) : kept.get(day.name);
    return section === undefined ? [] : [section];
  });
  const text = `${[opening.trimEnd(), ...sections].join('\n\n')}\n`;
  writeFileSync(file, text);
  return text;
}

function sectionOf(day: Day, { figures, targets, pass, skipped }: Verdict, size: Size): string {
  const machine = `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const played = `${new Date().toISOString().slice(0, 10)}, ${machine}${size === 'long' ? ', long' : ''}`;
  const rows = Object.entries(figures).map(
    ([figure, value]) => `| \`${figure}\` | ${value} | ${cell(targets[figure])} |`,
  );
  return [
    `## ${day.name}`,
    '',
    day.what,
    '',
    `The last run (${played}) ${pass ? 'met every target' : 'missed a target'}.`,
    ...(skipped ? ['', `Not tried: ${skipped}.`] : []),
    '',
    '| figure | value | target |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}
