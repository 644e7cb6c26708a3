import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { makeStagingFolder } from './files.ts';
import type { FromWorker, Looked } from './jobs-wire.ts';
import { isWhole, prepareScratch, startBehind, uidBehind, type WallKind, type WallOptions, wallKinds } from './wall.ts';

export type { WallKind } from './wall.ts';

/** `auto`: the best wall that this machine has. `require`: only a whole wall. */
type JailMode = 'auto' | 'require' | 'off';

export type Jail = {
  mode: JailMode;
  /** The paths that no converter may see: the data, settings and keys. */
  hidden: readonly string[];
};

/** `reasons`: why a better wall is not available. */
export type FoundWall = WallOptions & { reasons: string[] };

export class NoWallError extends Error {}

const answerWithinMs = 30_000;

/** The converters' wall on this machine: the best one in which a test converter proves to be confined. */
export async function findWall(given: { jail: Jail; staging: string; script: string }): Promise<FoundWall> {
  const { jail, staging, script } = given;
  const reasons: string[] = [];
  for (const kind of candidates(jail.mode)) {
    const reason = await findWeakness({ kind, hidden: jail.hidden }, { staging, script });
    if (reason === null) return { kind, hidden: jail.hidden, reasons };
    reasons.push(`${kind}: ${reason}`);
  }
  if (jail.mode === 'require') throw new NoWallError(reasons.join('; ') || 'this system has no walls that we know');
  return { kind: 'none', hidden: jail.hidden, reasons };
}

function candidates(mode: JailMode): WallKind[] {
  if (mode === 'off') return [];
  const isRoot = process.getuid?.() === 0;
  return wallKinds.filter((kind) => {
    if (kind === 'none') return false;
    if (isWhole(kind)) return process.platform === 'linux' && (isRoot || kind === 'bubblewrap');
    return isRoot && mode !== 'require';
  });
}

/** Starts a converter behind the wall to look for paths and the network; null where it sees only what it should. */
export async function findWeakness(
  wall: WallOptions,
  { staging, script }: { staging: string; script: string },
): Promise<string | null> {
  const folder = await makeStagingFolder(staging);
  let child = null as ChildProcess | null; // the compiler does not follow that a callback sets it
  try {
    const uid = uidBehind(wall.kind);
    const scratch = prepareScratch(folder, uid);
    const looked = await withListener((port) => {
      child = startBehind(wall, { script, scratch, uid, stderr: 'pipe' });
      return lookAround(child, { paths: [...wall.hidden, folder], port });
    });
    if (typeof looked === 'string') return looked;
    if (uid !== null && looked.uid !== uid) return `it ran as user ${looked.uid}`;
    if (!isWhole(wall.kind)) return null;
    if (looked.seen.length > 0) return `it could see ${looked.seen.join(', ')}`;
    return looked.hasReached ? 'it could reach this machine by the network' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    if (child) await ended(child);
    await rm(folder, { recursive: true, force: true });
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Runs `work` while a port on this machine can be reached by the network. */
async function withListener<T>(work: (port: number) => Promise<T>): Promise<T> {
  const listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  try {
    const address = listener.address();
    return await work(address !== null && typeof address === 'object' ? address.port : 0);
  } finally {
    listener.close();
  }
}

/** The paths and the port that a converter reaches, or in one line why it does not answer. */
function lookAround(child: ChildProcess, at: { paths: string[]; port: number }): Promise<Looked | string> {
  return new Promise((resolve) => {
    let said = '';
    const timer = setTimeout(() => resolve('it did not answer'), answerWithinMs);
    const settle = (answer: Looked | string) => {
      clearTimeout(timer);
      resolve(answer);
    };
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000);
    });
    child.on('error', (error) => settle(error.message));
    child.on('close', (code) => settle(said.trim().split('\n')[0] || `it ended (${code})`));
    child.on('message', (message: FromWorker) => {
      // It answers our only question.
      if (message.state === 'done') settle(message.result as Looked);
    });
    child.send({ id: 0, job: { task: 'look', ...at } }, () => undefined);
  });
}
