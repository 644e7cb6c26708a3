import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { programPath } from '../../../../server/process/program-path.ts';
import { inLong, isLong } from '../../../../server/testing/depth.ts';
import { folderForTests } from '../../../../server/testing/folder.ts';
import { drawPicture } from '../../testing/pictures.ts';
import { makeZip } from '../../testing/zip.ts';
import { stagingFolder } from '../store/files.ts';
import type { ConvertResult } from '../wire/jobs-wire.ts';
import { findJail, findWeakness, NoJailError } from './find-jail.ts';
import { isFull, type JailKind, startConverter } from './jail.ts';
import { createWorkerPool, type WorkerPool } from './worker-pool.ts';

const home = folderForTests();
chmodSync(home, 0o711); // as a data folder is; a folder without any access would itself confine a converter
const staging = stagingFolder(home);
const prying = fileURLToPath(new URL('../../testing/prying-worker.mjs', import.meta.url));
const converting = programPath(import.meta.url, { source: './worker.ts', built: 'media-worker.js' });
const secret = join(home, 'secrets');
const foreign = join(home, 'foreign.txt');
mkdirSync(secret, { mode: 0o700 });
writeFileSync(join(secret, 'jwt'), 'the secret', { mode: 0o600 });
writeFileSync(foreign, 'not yours', { mode: 0o600 });

const kinds: readonly JailKind[] = ['namespaces', 'bubblewrap', 'own uid only'];
const hidden = [secret, home];
/** The reasons why this machine has no such jail; null where it has the jail. */
const reasons = new Map<JailKind, string | null>();
for (const kind of kinds) reasons.set(kind, await findWeakness({ kind, hidden }, { staging, script: converting }));
const best = kinds.find((kind) => reasons.get(kind) === null);

let pool: WorkerPool | null = null;
let listener: Server;
beforeAll(async () => {
  listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await pool?.close();
  pool = null;
  vi.unstubAllEnvs();
});
afterAll(() => {
  listener.close();
});

/** A pool in that jail, and no other. */
function open(kind: JailKind, workerPath: string): WorkerPool {
  const find = async () => ({ kind, hidden, reasons: [] });
  pool = createWorkerPool({ size: 1, workerPath, jail: { settings: { mode: 'auto', hidden }, staging, find } });
  return pool;
}

async function convert(workers: WorkerPool, source: string): Promise<{ outDir: string; result: ConvertResult }> {
  const outDir = mkdtempSync(join(home, 'out-'));
  const job = { task: 'convert', source, outDir, kinds: ['page'], avif: false, keepOriginal: true } as const;
  const outcome = await workers.run({ ...job, kinds: [...job.kinds] });
  if (outcome.state !== 'done') throw new Error(outcome.cause);
  return { outDir, result: outcome.result };
}

type Attempt = ['read' | 'write' | 'signal' | 'environment' | 'uid' | 'loopback', unknown];

async function tryIn(kind: JailKind, tries: Attempt[]): Promise<Record<string, string>> {
  const source = join(home, 'orders.json');
  writeFileSync(source, JSON.stringify({ tries }));
  const { result } = await convert(open(kind, prying), source);
  const said: { what: string; got?: string; failed?: string }[] = JSON.parse(result.note ?? '');
  return Object.fromEntries(said.map(({ what, got, failed }) => [what, got ?? `failed: ${failed}`]));
}

describe.each(kinds)('a converter in the jail "%s"', (kind) => {
  const reason = reasons.get(kind) ?? null;
  const itRuns = it.skipIf(reason !== null || (!isLong && kind !== best));
  // To start a real converter takes a while; each run does it in the best jail of the machine.
  const itConverts = it.skipIf(reason !== null || (!isLong && kind !== best));
  it.skipIf(reason === null)(`is not available on this machine (${reason})`, () => {
    expect(reason).not.toBe('');
  });

  itRuns('reaches no secret, no process and not our environment', async () => {
    vi.stubEnv('JWT_SECRET', 'in the environment');
    const said = await tryIn(kind, [
      ['read', join(secret, 'jwt')],
      ['write', foreign],
      ['signal', process.pid],
      ['environment', null],
      ['uid', null],
    ]);
    expect(said).toMatchObject({
      read: expect.stringMatching(/^failed: E/),
      write: expect.stringMatching(/^failed: E/),
      signal: expect.stringMatching(/^failed: E(SRCH|PERM)$/),
    });
    expect(said.environment).not.toContain('JWT');
    expect(said.uid).toMatch(/^6(0[6-9]|10)\d\d$/);
    expect(await readFile(foreign, 'utf8')).toBe('not yours');
  });

  it.skipIf(reason !== null || !isFull(kind))('reaches no network and no file that others may read', async () => {
    const { port } = listener.address() as AddressInfo; // it listens on a port
    const said = await tryIn(kind, [
      ['loopback', port],
      ['read', '/etc/passwd'],
      ['write', '/usr/taken'],
    ]);
    expect(said).toMatchObject({
      loopback: expect.stringMatching(/^failed: E/),
      read: 'failed: ENOENT',
      write: 'failed: EROFS',
    });
  });

  itRuns('cannot pass a file of ours off as a picture', async () => {
    const source = join(home, 'orders.json');
    writeFileSync(source, JSON.stringify({ tries: [], link: join(secret, 'jwt') }));
    await expect(convert(open(kind, prying), source)).rejects.toThrow('the converter made no plain file');
  });

  itConverts('converts and unpacks what is given, and leaves nothing behind', async () => {
    const bytes = await drawPicture({ width: 500, height: 700 });
    const source = join(home, 'page.jpg');
    writeFileSync(source, bytes, { mode: 0o600 });
    const workers = open(kind, converting);
    const { outDir, result } = await convert(workers, source);
    expect(result.pictures).toMatchObject([{ kind: 'page', width: 500, folder: join(outDir, 'page-0') }]);
    const [variant] = result.pictures[0]?.variants ?? [];
    const made = statSync(join(outDir, 'page-0', variant?.name ?? ''));
    expect(made).toMatchObject({ size: variant?.bytes, uid: process.getuid?.() });
    expect(await readFile(join(outDir, 'original'))).toEqual(bytes);

    const archive = join(home, 'book.cbz');
    writeFileSync(archive, makeZip([{ name: '001.jpg', data: bytes }]), { mode: 0o600 });
    const unpacked = await workers.run({ task: 'extract', archive, outDir: mkdtempSync(join(home, 'out-')) });
    const [entry] = unpacked.state === 'done' ? unpacked.result.entries : [];
    expect(entry).toMatchObject({ name: '001.jpg', sha256: result.sourceHash });
    expect(await readFile(entry?.file ?? '')).toEqual(bytes);

    const gone = join(home, 'gone.jpg');
    await expect(convert(workers, gone)).rejects.toThrow('cannot be read (ENOENT)');
    await workers.close();
    expect(readdirSync(staging, { recursive: true })).toEqual([]);
  });
});

/** Converters with this test's script, anywhere in the tree of processes. */
function runningConverters(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(`${process.execPath}\0`) && runs(pid, prying);
    } catch {
      return false; // it has ended
    }
  });
}

function runs(pid: string, script: string): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script);
}

describe.each(kinds.filter(isFull))('a converter in the jail "%s" that is stopped', (kind) => {
  it.skipIf(reasons.get(kind) !== null)('leaves no process behind', async () => {
    const source = join(home, 'orders.json');
    writeFileSync(source, JSON.stringify({ tries: [] }));
    const workers = open(kind, prying);
    await convert(workers, source);
    expect(runningConverters()).not.toEqual([]);
    await workers.close();
    await vi.waitFor(() => expect(runningConverters()).toEqual([]));
  });
});

describe('the choice of a jail', () => {
  const best = kinds.find((kind) => reasons.get(kind) === null);

  it.skipIf(best === undefined)('takes the best jail that this machine has', async () => {
    const found = await findJail({ settings: { mode: 'auto', hidden }, staging, script: converting });
    expect(found.kind).toBe(best);
  });

  it('takes none where it is off', async () => {
    expect(await findJail({ settings: { mode: 'off', hidden }, staging, script: converting })).toMatchObject({
      kind: 'none',
    });
  });

  inLong('is refused where a full jail is required and not available', async () => {
    vi.stubEnv('PATH', randomBytes(4).toString('hex')); // the machine then has neither unshare nor bwrap
    const finding = findJail({ settings: { mode: 'require', hidden }, staging, script: converting });
    await expect(finding).rejects.toThrow(NoJailError);
  });
});

// Elsewhere a process has one priority.
function hasAutogroups(): boolean {
  const setting = '/proc/sys/kernel/sched_autogroup_enabled';
  return existsSync(setting) && readFileSync(setting, 'utf8').trim() === '1';
}

it.runIf(process.platform === 'linux')('lets every thread of a converter wait for readers', async () => {
  const given = {
    script: converting,
    scratch: null,
    uid: null,
    stderr: 'ignore',
    behind: { sessionNice: 10 },
  } as const;
  const child = startConverter({ kind: 'none', hidden: [] }, given);
  try {
    const threads = () => readdirSync(`/proc/${child.pid}/task`).map(Number);
    await vi.waitFor(() => expect(threads().length).toBeGreaterThan(4), 10_000); // Node.js has made its own
    for (const thread of threads()) expect(getPriority(thread)).toBe(constants.priority.PRIORITY_LOW);
    // Beside the database, which has sessions of its own, only the session's own priority counts.
    if (hasAutogroups()) {
      expect(readFileSync(`/proc/${child.pid}/autogroup`, 'utf8')).toMatch(/ nice 10$/m);
      expect(readFileSync('/proc/self/autogroup', 'utf8')).not.toMatch(/ nice 10$/m);
    }
  } finally {
    child.kill('SIGKILL');
  }
});
