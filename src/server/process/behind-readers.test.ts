import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { inLong } from '../testing/depth.ts';
import { behindReaders } from './behind-readers.ts';

interface Told {
  priority: number;
  cores: number;
  input: string;
}

const tell = `
  let input = '';
  process.stdin.on('data', (bytes) => { input += bytes; }).on('end', () => {
    const os = require('node:os');
    console.log(JSON.stringify({ priority: os.getPriority(), cores: os.availableParallelism(), input }));
  });`;

function start(options: Parameters<typeof behindReaders>[1]): ChildProcess {
  const [shell = '', ...args] = behindReaders([process.execPath, '-e', tell], options);
  return spawn(shell, args, { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
}

async function end(child: ChildProcess): Promise<Told> {
  let printed = '';
  child.stdout?.on('data', (bytes: Buffer) => {
    printed += bytes;
  });
  child.stdin?.end('its input');
  await once(child, 'close');
  return JSON.parse(printed) as Told;
}

const grouping = '/proc/sys/kernel/sched_autogroup_enabled';
/** Where the kernel shares the processor between sessions; elsewhere it does between threads. */
const groupsSessions = existsSync(grouping) && readFileSync(grouping, 'utf8').trim() === '1';
const hasChrt = spawnSync('chrt', ['--version']).status === 0;

/** The number of the class by which Linux schedules a process: the 41st field of its line, behind a name in brackets. */
function schedulingClassOf(pid: number | undefined): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[38]);
}
const idle = 5;

describe.runIf(process.platform === 'linux')('a command behind readers', () => {
  inLong('has the lowest priority, every core and its input', async () => {
    const told = await end(start({ sessionNice: 10 }));
    expect(told).toEqual({ priority: 19, cores: availableParallelism(), input: 'its input' });
  });

  it('keeps its priority where it is told to weigh as much as others', async () => {
    expect(await end(start({ sessionNice: 0 }))).toMatchObject({ priority: getPriority() });
  });

  it('leaves a core to readers where it is told to and there are several', async () => {
    const { cores } = await end(start({ sessionNice: 10, leavesCore: true }));
    expect(cores).toBe(Math.max(1, availableParallelism() - 1));
  });

  it.skipIf(!groupsSessions)('weighs less than other sessions, where the kernel groups by them', async () => {
    const child = start({ sessionNice: 10 });
    await expect
      .poll(() => readFileSync(`/proc/${child.pid}/autogroup`, 'utf8'), { timeout: 10_000 })
      .toMatch(/ nice 10$/m);
    await end(child);
  });

  it.skipIf(groupsSessions || !hasChrt)('is idle beside readers, where the kernel groups by nothing', async () => {
    const child = start({ sessionNice: 10 });
    await expect.poll(() => schedulingClassOf(child.pid), { timeout: 10_000 }).toBe(idle);
    await end(child);
  });
});
