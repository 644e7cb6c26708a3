import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { deployedRuntime } from '../../tools/deployed.ts';
import type { Day, Size } from './day.ts';
import type { Shot } from './generator.ts';
import { bytesOfValues } from './heap-values.ts';
import { percent, percentile, timeUntil } from './load.ts';
import { fire, isGood, measureCapacity, pin, untilPicturesAreMade, withoutCore } from './press.ts';
import { addReaders } from './readers.ts';
import { openSite, type Site } from './site.ts';
import { mean, type Point, type Slope, slopeOf } from './slope.ts';

/** Six minutes, or the fifteen that the target names; between two parts the process rests, and is measured. */
const parts = { short: 6, usual: 12, long: 30 };
const partMs = { short: 5_000, usual: 30_000, long: 30_000 };
/** Before the first part: caches are full then, and the code that answers is compiled for good. */
const warmUpMs = { short: 5_000, usual: 120_000, long: 720_000 };
/** A warm-up asks more than the day does: it gets further in its time, and nothing is refused yet. */
const warmUpShare = 0.75;
/** Until the process has seen that its callers hung up. */
const hangUpMs = 1_000;
/** Parts that count for nothing: the measuring itself has its first times, and caches turn over between two of them. */
const trialParts = 2;
/** After the parts some more, each with a snapshot of the heap: to take one leaves the process larger. The first is a trial. */
const snapshotParts = { short: 4, usual: 6, long: 13 };
const mostConnections = 200;
/** A connection to the database that nobody uses stays open for 30 s. */
const unusedForMs = 40_000;
const settlesWithinMs = 90_000;
const measuredWithinMs = 20_000;
const hourMs = 3_600_000;
const megabyte = 1_000_000;
/** In less time the interval is wider than the target. */
const tellsSlope = (size: Size) => size === 'long';

/**
 * Loaded before the server's code: tells what is in use once nothing is left to collect, and how long the process takes to
 * sum up some bytes. That tells how quick the machine is; a loop of our own would tell how it was compiled. Where one is asked
 * for, it takes a snapshot of the heap too.
 */
const probe = `
import { createHash } from 'node:crypto';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const block = Buffer.alloc(1024 * 1024);
function count() {
  const began = performance.now();
  const sum = createHash('sha256');
  for (let i = 0; i < 128; i += 1) sum.update(block);
  sum.digest();
  return performance.now() - began;
}
process.on('SIGUSR2', () => {
  for (let turn = 0; turn < 3; turn += 1) collect();
  const file = process.env.MEMORY_FILE;
  const memory = process.memoryUsage();
  if (existsSync(file + '.snapshot')) writeHeapSnapshot(file + '.snapshot');
  writeFileSync(file + '.part', JSON.stringify({ ...memory, countedMs: count() }));
  renameSync(file + '.part', file);
});
`;

interface Memory {
  at: number;
  used: number;
  resident: number;
  countedMs: number;
}

export const soak: Day = {
  name: 'soak',
  what: 'For a long time half as many questions come as a process can answer.',
  async play({ folder, size }) {
    const site = await openSite(folder, { RATE_LIMIT_SCALE: '100000' });
    const [shim, memoryFile] = [join(folder, 'probe.mjs'), join(folder, 'memory.json')];
    writeFileSync(shim, probe);
    try {
      await site.run(['seed']);
      const { NODE_OPTIONS: deployed } = deployedRuntime();
      await site.start({ NODE_OPTIONS: `${deployed} --import=${pathToFileURL(shim)}`, MEMORY_FILE: memoryFile });
      const isPinned = pin(site.pid, '0');
      const readers = await addReaders(site);
      await untilPicturesAreMade(site, size);
      const capacity = await measureCapacity(site, readers, size);
      const ask = (forMs: number, { share = 0.5, isEven = false } = {}) =>
        fire(site, readers, { perSecond: Math.max(1, Math.round(capacity * share)), forMs, mostConnections, isEven });
      // The code of what is seldom asked for is compiled for good later than all other code.
      await ask(warmUpMs[size] / 2, { share: warmUpShare, isEven: true });
      await ask(warmUpMs[size] / 2, { share: warmUpShare });
      await pause(unusedForMs);
      const filesBefore = countFiles(site);
      for (let part = 0; part < trialParts; part += 1) {
        await ask(partMs[size]);
        await pause(hangUpMs);
        await measureMemory(site, memoryFile);
      }
      const memory: Memory[] = [];
      const asked: Shot[][] = [];
      let [due, latestMs] = [0, 0];
      for (let part = 0; part < parts[size]; part += 1) {
        const fired = await ask(partMs[size]);
        due += fired.due;
        latestMs = Math.max(latestMs, fired.latestMs);
        asked.push(fired.shots);
        await pause(hangUpMs);
        memory.push(await measureMemory(site, memoryFile));
      }
      await timeUntil(async () => countFiles(site) === filesBefore, settlesWithinMs, 500);
      const filesMore = countFiles(site) - filesBefore;
      const third = Math.floor(parts[size] / 3);
      const [first, last] = [p99(asked.slice(0, third)), p99(asked.slice(-third))];
      const used = slopeOf(memory.map(({ at, used: y }) => ({ x: at / hourMs, y: y / megabyte })));
      const snapshots: Point[] = [];
      for (let part = 0; part < snapshotParts[size]; part += 1) {
        await ask(partMs[size]);
        await pause(hangUpMs);
        snapshots.push({ x: performance.now() / hourMs, y: (await measureValues(site, memoryFile)) / megabyte });
      }
      const values = snapshots.slice(1);
      const resident = slopeOf(memory.map(({ at, resident: y }) => ({ x: at / hourMs, y: y / megabyte })));
      const counted = memory.map(({ countedMs }) => countedMs);
      const machine = changePercent(mean(counted.slice(0, third)), mean(counted.slice(-third)));
      const absent = [
        ...(isPinned ? [] : [withoutCore]),
        ...(tellsSlope(size) ? [] : ['the limit of 2 MB an hour, which so few minutes cannot tell (--long does)']),
      ];
      return {
        figures: {
          capacity_per_s: capacity,
          minutes: Math.round((parts[size] * partMs[size]) / 6_000) / 10,
          due,
          asked: asked.flat().length,
          asked_late_ms: latestMs,
          good_percent: percent(asked.flat(), isGood),
          memory_mb: Math.round((memory.at(-1)?.used ?? 0) / megabyte),
          ...figuresOf('memory', used),
          values_mb: Math.round(values.at(-1)?.y ?? 0),
          ...figuresOf('values', slopeOf(values)),
          resident_mb: Math.round((memory.at(-1)?.resident ?? 0) / megabyte),
          ...figuresOf('resident', resident),
          files: filesBefore,
          files_more: filesMore,
          first_p99_ms: first,
          last_p99_ms: last,
          p99_change_percent: changePercent(first, last),
          machine_change_percent: machine,
        },
        targets: {
          ...(tellsSlope(size) && { memory_mb_per_hour: { most: 2 } }),
          // V8 compiles less and less, but never nothing: what could grow without an end are values.
          values_least_mb_per_hour: { most: 0 },
          values_most_mb_per_hour: { least: 0 },
          resident_least_mb_per_hour: { most: 0 },
          resident_most_mb_per_hour: { least: 0 },
          files_more: { least: 0, most: 0 },
          p99_change_percent: { least: -5, most: 5 },
        },
        ...(absent.length > 0 && { skipped: absent.join('; ') }),
      };
    } finally {
      await site.close();
    }
  },
};

function countFiles(site: Site): number {
  return readdirSync(`/proc/${site.pid}/fd`).length;
}

/** The memory that the process holds once nothing is left to collect. */
async function measureMemory(site: Site, file: string): Promise<Memory> {
  rmSync(file, { force: true });
  const at = performance.now();
  process.kill(site.pid, 'SIGUSR2');
  await timeUntil(async () => existsSync(file), measuredWithinMs);
  const told: NodeJS.MemoryUsage & { countedMs: number } = JSON.parse(readFileSync(file, 'utf8'));
  const { rss, heapUsed, external, countedMs } = told;
  return { at, used: heapUsed + external, resident: rss, countedMs };
}

/** The part of that memory which the program's values take: the rest is code that V8 has compiled. */
async function measureValues(site: Site, file: string): Promise<number> {
  const snapshot = `${file}.snapshot`;
  writeFileSync(snapshot, '');
  await measureMemory(site, file);
  return bytesOfValues(JSON.parse(readFileSync(snapshot, 'utf8')));
}

function changePercent(before: number, after: number): number {
  return Math.round(1000 * (after / before - 1)) / 10;
}

function p99(asked: readonly Shot[][]): number {
  return Math.round(100 * percentile(asked.flat(), 99)) / 100;
}

/** A slope with the ends of its interval of 95 %, in megabytes an hour. */
function figuresOf(name: string, { slope, least, most }: Slope): Record<string, number> {
  const rounded = (value: number) => Math.round(100 * value) / 100;
  return {
    [`${name}_mb_per_hour`]: rounded(slope),
    [`${name}_least_mb_per_hour`]: rounded(least),
    [`${name}_most_mb_per_hour`]: rounded(most),
  };
}
