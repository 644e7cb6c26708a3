import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountRetentions } from '../../src/features/accounts/server/retention-queries.ts';
import { debutRetention } from '../../src/features/catalog/server/dates/debut-queries.ts';
import { hookRetentions } from '../../src/features/hooks/server/queries.ts';
import { trialRetention } from '../../src/features/membership/server/trial-queries.ts';
import { noticeRetention } from '../../src/features/notices/server/retention-queries.ts';
import { numbersRetentions } from '../../src/features/numbers/server/retention.ts';
import { openidRetentions } from '../../src/features/payments/server/openid-queries.ts';
import { readingRetentions } from '../../src/features/reading/server/retention.ts';
import { toldEntryRetention } from '../../src/features/releases/server/queries.ts';
import { studioRetentions } from '../../src/features/studio/server/retention.ts';
import { packageRoot } from '../../src/server/process/package-root.ts';
import { inLong } from '../../src/server/testing/depth.ts';
import { days, names, play, readAsked, say, writePage } from './command.ts';
import { judge, missed, type Played, type Target } from './day.ts';
import { filledTables } from './retention-queries.ts';

const { checkBuild }: { checkBuild(root: string): string } = await import(join(packageRoot, 'tools/build-stamp.mjs'));
const canPlay = checkBuild(packageRoot) === 'fresh' && process.platform === 'linux';

/** Other tests keep the cores busy: times may be so many times longer than on a machine of its own. */
const patience = 8;
/** The long form plays these, and a file of tests of its own `two-places`. The command alone plays all others. */
const playedHere = ['kill', 'connections', 'notify', 'clock', 'store', 'rolling'];

function patiently(targets: Record<string, Target>): Record<string, Target> {
  return Object.fromEntries(
    Object.entries(targets).map(([name, target]) => [
      name,
      name.endsWith('_ms') && target.most !== undefined ? { most: patience * target.most } : target,
    ]),
  );
}

describe.skipIf(!canPlay)('a bad day', () => {
  for (const day of days.filter(({ name }) => playedHere.includes(name)))
    inLong(
      `${day.name}: ${day.what}`,
      async () => {
        const { figures, targets } = await play(day, 'short');
        expect(missed({ figures, targets: patiently(targets) }), JSON.stringify(figures)).toEqual([]);
      },
      240_000,
    );
});

const played: Played = { figures: { lost: 1, good: 99.5 }, targets: { lost: { most: 0 }, good: { least: 99 } } };

describe('the verdict of a day', () => {
  it('names the figures that miss their targets, and those that were not measured', () => {
    expect(missed(played)).toEqual(['lost']);
    expect(missed({ ...played, figures: { lost: 0 } })).toEqual(['good']);
    expect(judge('kill', played)).toMatchObject({ name: 'kill', pass: false });
    expect(judge('kill', { ...played, figures: { lost: 0, good: 99 } }).pass).toBe(true);
    expect(say(judge('kill', played))).toMatch(/^kill: missed \(lost\)\n {2}lost +1 {2}\(at most 0\)$/m);
  });
});

describe('the arguments', () => {
  it('name days, of which none is known by another name', () => {
    expect(readAsked([])).toMatchObject({ days: [], size: 'usual', isJson: false });
    expect(readAsked(['freeze', 'kill', '--long', '--json'])).toMatchObject({ size: 'long', isJson: true });
    expect(readAsked(['freeze', 'kill']).days.map(({ name }) => name)).toEqual(['kill', 'freeze']);
    expect(() => readAsked(['kill', 'monday'])).toThrow(/No day is called monday/);
    expect(() => readAsked(['--short'])).toThrow(/Usage/);
    expect(names()).toEqual([...new Set(names())]);
    expect(names()).toEqual(expect.arrayContaining(['kill', 'overload', 'retention', 'soak', 'wal-drill']));
  });
});

describe('the backlog of the day of retention', () => {
  it('has rows of every table that forgets', () => {
    const forgetting = [
      ...[...accountRetentions, ...readingRetentions, ...numbersRetentions, ...studioRetentions],
      ...[noticeRetention, debutRetention, toldEntryRetention, trialRetention],
      ...[...hookRetentions, ...openidRetentions],
    ];
    expect(filledTables.toSorted()).toEqual(forgetting.map(({ table }) => table).toSorted());
  });
});

describe('the page', () => {
  it('has a section for each day that was played, and keeps those of the others', () => {
    const folder = mkdtempSync(join(tmpdir(), 'longstrip-bad-day-page-'));
    try {
      const file = join(folder, 'page.md');
      const [first, second] = [judge('freeze', played), judge('kill', { figures: { lost: 0 }, targets: {} })];
      writePage(file, { verdicts: [first], size: 'usual' });
      const page = writePage(file, { verdicts: [second], size: 'long' });
      expect(page.match(/^## .*$/gm)).toEqual(['## kill', '## freeze']);
      expect(page).toContain('| `lost` | 1 | at most 0 |');
      expect(page).toContain('missed a target');
      expect(writePage(file, { verdicts: [second], size: 'long' })).toBe(page);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
