import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { makeStagingFolder } from '../store/files.ts';
import type { FromWorker, Looked } from '../wire/jobs-wire.ts';
import { isFull, type JailKind, type JailOptions, jailKinds, prepareScratch, startConverter, uidIn } from './jail.ts';

export type { JailKind } from './jail.ts';

/** `auto`: the best jail that this machine has. `require`: only a full jail. */
type JailMode = 'auto' | 'require' | 'off';

export type JailSettings = {
  mode: JailMode;
  /** The paths that no converter may see: the data, settings and keys. */
  hidden: readonly string[];
};

/** `reasons`: why a better jail is not available. */
export type FoundJail = JailOptions & { reasons: string[] };

export class NoJailError extends Error {}

const answerWithinMs = 30_000;

/** The converters' jail on this machine: the best one in which a test converter proves to be confined. */
export async function findJail(given: { settings: JailSettings; staging: string; script: string }): Promise<FoundJail> {
  const { settings, staging, script } = given;
  const reasons: string[] = [];
  for (const kind of candidates(settings.mode)) {
    const reason = await findWeakness({ kind, hidden: settings.hidden }, { staging, script });
    if (reason === null) return { kind, hidden: settings.hidden, reasons };
    reasons.push(`${kind}: ${reason}`);
  }
  if (settings.mode === 'require') throw new NoJailError(reasons.join('; ') || 'this system has no jails that we know');
  return { kind: 'none', hidden: settings.hidden, reasons };
}

function candidates(mode: JailMode): JailKind[] {
  if (mode === 'off') return [];
  const isRoot = process.getuid?.() === 0;
  return jailKinds.filter((kind) => {
    if (kind === 'none') return false;
    if (isFull(kind)) return process.platform === 'linux' && (isRoot || kind === 'bubblewrap');
    return isRoot && mode !== 'require';
  });
}

/** Starts a converter in the jail to look for paths and the network; null where it sees only what it should. */
export async function findWeakness(
  jail: JailOptions,
  { staging, script }: { staging: string; script: string },
): Promise<string | null> {
  const folder = await makeStagingFolder(staging);
  let child = null as ChildProcess | null; // the compiler does not follow that a callback sets it
  try {
    const uid = uidIn(jail.kind);
    const scratch = prepareScratch(folder, uid);
    const looked = await withListener((port) => {
      child = startConverter(jail, { script, scratch, uid, stderr: 'pipe', behind: { sessionNice: 0 } });
      return lookAround(child, { paths: [...jail.hidden, folder], port });
    });
    if (typeof looked === 'string') return looked;
    if (uid !== null && looked.uid !== uid) return `it ran as user ${looked.uid}`;
    if (!isFull(jail.kind)) return null;
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
