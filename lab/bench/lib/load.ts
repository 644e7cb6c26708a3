import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The server's core; the other core is for the generator, the database and this process. */
export const serverCore = '0';
export const otherCore = '1';
const everyCore = `0-${cpus().length - 1}`;

export function has(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The reason why a load test cannot run here, or null. */
export function missingForLoad(...more: string[]): string | null {
  const missing = ['wrk', 'taskset', ...more].filter((program) => !has(program));
  return missing.length === 0 ? null : `needs ${missing.join(' and ')} (Debian: apt-get install ${missing.join(' ')})`;
}

/** Requests per second that `url` answers to 32 connections without pauses, from the generator's core or another one. */
export async function requestsPerSecond(
  url: string,
  given: { seconds?: number; headers?: Record<string, string>; script?: string; core?: number } = {},
): Promise<number> {
  const { seconds = 4, headers = {}, script, core = otherCore } = given;
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  if (script) flags.push('-s', script);
  const { stdout } = await run('taskset', ['-c', String(core), 'wrk', '-t1', '-c32', `-d${seconds}s`, ...flags, url]);
  const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1];
  if (failed) throw new Error(`${failed} answers of ${url} were errors`);
  const figure = /Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1];
  if (!figure) throw new Error(`wrk printed no figure for ${url}:\n${stdout}`);
  return Number(figure);
}

/** The p99 in ms at about 300 requests a second: 30 connections that pause 100 ms after each answer. */
export async function p99OfPacedRequests(
  url: string,
  { seconds, headers = {} }: { seconds: number; headers?: Record<string, string> },
): Promise<number> {
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const paced = ['-t1', '-c30', `-d${seconds}s`, '--latency', '-s', 'lab/bench/lib/paced.lua', ...flags, url];
  const { stdout } = await run('taskset', ['-c', otherCore, ...asAnotherMachine(), 'wrk', ...paced]);
  return p99In(stdout, url);
}

/** The p99 in ms of readers who ask for these paths while `work` runs, about 300 requests a second. */
export async function p99OfReaders(
  url: string,
  paths: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const endless = ['-t1', '-c30', '-d1h', '--latency', '-s', 'lab/bench/lib/readers.lua', url, '--', ...paths];
  const generator = ['-c', otherCore, ...asAnotherMachine(), 'wrk', ...endless];
  const child = spawn('taskset', generator, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  try {
    await work();
  } finally {
    // wrk then prints its figures, as at its own end.
    child.kill('SIGINT');
    await ended;
  }
  return p99In(printed, url);
}

/** Readers' own machines do not wait for a core of the site's: where the system lets us, their generator goes first. */
function asAnotherMachine(): string[] {
  const first = ['chrt', '--fifo', '10'];
  try {
    execFileSync('chrt', [...first.slice(1), 'true'], { stdio: 'ignore' });
    return first;
  } catch {
    return [];
  }
}

function p99In(printed: string, url: string): number {
  if (/Non-2xx/.test(printed)) throw new Error(`Answers of ${url} were errors:\n${printed}`);
  const [, figure, unit] = /99%\s+([\d.]+)(us|ms|s)\b/.exec(printed) ?? [];
  if (!figure) throw new Error(`wrk printed no p99 for ${url}:\n${printed}`);
  return Number(figure) * (unit === 's' ? 1000 : unit === 'ms' ? 1 : 0.001);
}

/** A command that may use all cores, although this process may not. */
export function onEveryCore(command: string[]): string[] {
  return has('taskset') ? ['taskset', '-c', everyCore, ...command] : command;
}

/** Leaves the server's core to the server: from now on this process and its children run on the other core. */
export function stayOffTheServersCore(): void {
  moveTo(otherCore);
}

/** Lets the processes that `start` starts use all cores, although this process may not. */
export async function startedOnEveryCore<T>(start: () => Promise<T>): Promise<T> {
  moveTo(everyCore);
  try {
    return await start();
  } finally {
    stayOffTheServersCore();
  }
}

function moveTo(cores: string): void {
  if (!has('taskset') || cpus().length < 2) return;
  // It fails where a thread of ours ends meanwhile.
  const isMoved = Array.from({ length: 10 }).some(
    () => spawnSync('taskset', ['-a', '-cp', cores, String(process.pid)], { stdio: 'ignore' }).status === 0,
  );
  if (!isMoved) throw new Error(`The benchmarks could not move to the cores ${cores}`);
}
