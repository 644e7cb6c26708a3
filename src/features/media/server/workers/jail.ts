import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type Behind, behindReaders } from '../../../../server/process/behind-readers.ts';
import { packageRoot } from '../../../../server/process/package-root.ts';
import { programArguments } from '../../../../server/process/program-path.ts';

/** The kinds of barrier between a converter and the rest of the machine (docs/decisions/0011). */
export const jailKinds = ['namespaces', 'bubblewrap', 'own uid only', 'none'] as const;
export type JailKind = (typeof jailKinds)[number];

/** Whether it allows no network, only a read-only file system, and no view of our files. */
export function isFull(kind: JailKind): boolean {
  return kind === 'namespaces' || kind === 'bubblewrap';
}

/** A converter's own folder: its files, and the place where its file system is built. */
export type Scratch = { folder: string; files: string };

export type JailOptions = {
  kind: JailKind;
  /** The paths that no converter may see, even if they are below paths that a converter needs. */
  hidden: readonly string[];
};

/**
 * User ids that nobody has, one for each converter. Linux distributions and systemd assign none of them, so no account,
 * file or other program has them. They are below 65,536, because a container may have no others.
 */
const firstUid = 60_600;
const lastUid = 61_099;
const inside = '/scratch';

function drawUid(): number {
  const taken = new Set(
    existsSync('/etc/passwd')
      ? readFileSync('/etc/passwd', 'utf8')
          .split('\n')
          .map((line) => Number(line.split(':')[2]))
      : [],
  );
  const free = Array.from({ length: lastUid - firstUid + 1 }, (_, i) => firstUid + i).filter((uid) => !taken.has(uid));
  return free[Math.floor(Math.random() * free.length)] ?? firstUid;
}

/** Makes the converter's place below a new folder of ours; `uid` is its owner, null for our own user. */
export function prepareScratch(folder: string, uid: number | null): Scratch {
  const files = join(folder, 'files');
  mkdirSync(files, { mode: 0o700 });
  mkdirSync(join(folder, 'root'));
  if (uid !== null) chownSync(files, uid, uid);
  return { folder, files };
}

/** The user id of a converter in that jail; null: our own. */
export function uidIn(kind: JailKind): number | null {
  return kind === 'namespaces' || kind === 'own uid only' ? drawUid() : null;
}

/** Starts a converter in a jail, in its scratch; without our environment, so that it cannot read any secret. */
export function startConverter(
  options: JailOptions,
  given: {
    script: string;
    scratch: Scratch | null;
    uid: number | null;
    stderr: 'ignore' | 'pipe';
    behind: Behind;
  },
): ChildProcess {
  const { script, scratch, uid, stderr, behind } = given;
  const node = [process.execPath, ...programArguments(script), '--max-old-space-size=512', '--expose-gc', script];
  const tmp = scratch === null ? null : isFull(options.kind) ? inside : '.';
  // Pictures can wait, but must not starve: a session that weighs less does nothing on a busy machine.
  const [command = '', ...args] = behindReaders(
    scratch === null ? node : commandLine(options, { node, scratch, uid }),
    behind,
  );
  return spawn(command, args, {
    env: environmentOf(tmp),
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
    serialization: 'json',
    // In a session of its own: it has no terminal, and a priority that counts beside other sessions.
    detached: process.platform !== 'win32',
    // It enters its folder while it still has the rights to find it.
    ...(scratch !== null && !isFull(options.kind) ? { cwd: scratch.files } : {}),
    ...(scratch !== null && uid !== null && !isFull(options.kind) ? { uid, gid: uid } : {}),
  });
}

function environmentOf(tmp: string | null): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: the few variables that a child needs, so that it does not get the rest
  const { PATH, TMPDIR, SystemRoot } = process.env;
  const env = { PATH, TMPDIR: tmp ?? TMPDIR, SystemRoot, UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' };
  // Few arenas, because otherwise glibc keeps hundreds of megabytes of freed pixels.
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

type Given = { node: string[]; scratch: Scratch; uid: number | null };

function commandLine(options: JailOptions, { node, scratch, uid }: Given): string[] {
  const parts = partsFor(options.hidden);
  switch (options.kind) {
    case 'namespaces':
      return [
        ...['unshare', '--mount', '--propagation', 'private', '--net', '--pid', '--ipc', '--uts', '--fork'],
        ...['--kill-child=SIGKILL', '--', '/bin/sh', '-euc', enterRoot, 'sh'],
        ...[join(scratch.folder, 'root'), scratch.files, String(uid)],
        ...parts.flatMap(({ what, path, to = '' }) => [what, path, to]),
        ...['--', ...node],
      ];
    case 'bubblewrap':
      return [
        ...['bwrap', '--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'],
        ...['--unshare-cgroup-try', '--uid', String(drawUid()), '--gid', String(firstUid), '--cap-drop', 'ALL'],
        ...['--die-with-parent', '--as-pid-1', '--dev-bind', '/dev/null', '/dev/null'],
        ...parts.flatMap(asBubblewrap),
        ...['--bind', scratch.files, inside, '--remount-ro', '/', '--chdir', inside, '--', ...node],
      ];
    case 'own uid only':
    case 'none':
      return node;
  }
}

/** A part of the file system that a converter sees. */
type Part = { what: 'show' | 'link' | 'hide'; path: string; to?: string };

function asBubblewrap({ what, path, to = '' }: Part): string[] {
  if (what === 'link') return ['--symlink', to, path];
  if (what === 'show') return ['--ro-bind', path, path];
  return lstatSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}

const systemParts = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'];
const loaderParts = ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives'];

/** The parts that a converter sees: programs and libraries, ours among them, and no /proc, /etc, home or data. */
function partsFor(hidden: readonly string[]): Part[] {
  const parts: Part[] = [];
  const isThere = (path: string) => parts.some(({ what, path: other }) => what === 'show' && isBelow(path, other));
  for (const path of [
    ...systemParts,
    ...loaderParts,
    realpathSync(process.execPath),
    process.execPath,
    ...programParts(),
  ]) {
    if (!existsSync(path) || isThere(path)) continue;
    if (!lstatSync(path).isSymbolicLink()) {
      parts.push({ what: 'show', path });
      continue;
    }
    const target = realpathSync(path);
    if (!isThere(target)) parts.push({ what: 'show', path: target });
    parts.push({ what: 'link', path, to: readlinkSync(path) });
  }
  const toHide = hidden.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return [...parts, ...toHide.filter(isThere).map((path) => ({ what: 'hide' as const, path }))];
}

/** Not the whole folder of the program: `.env` and the data may be in it. */
function programParts(): string[] {
  const own = ['dist', 'src', 'package.json', 'tsconfig.json', 'tsconfig.base.json'].map((name) =>
    join(packageRoot, name),
  );
  const modules: string[] = [];
  for (let folder = packageRoot; ; folder = dirname(folder)) {
    modules.push(join(folder, 'node_modules'));
    if (dirname(folder) === folder) return [...own, ...modules];
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || !(way.startsWith('..') || way === resolve(path));
}

/**
 * Root runs this script in namespaces of its own: it builds a file system, enters it, and changes to an unprivileged
 * user. All its mounts end with the last process inside. A change of user cancels the wish to end with the parent, so
 * the script sets it again; the parent is the process that gets signals.
 */
const enterRoot = `
root=$1 files=$2 uid=$3; shift 3
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev none "$root"
while [ "$1" != -- ]; do
  at="$root$2"
  case $1 in
    show)
      if [ -d "$2" ]; then mkdir -p "$at"; else mkdir -p "\${at%/*}"; : > "$at"; fi
      mount --bind "$2" "$at"
      mount -o remount,bind,ro,nosuid,nodev "$at" ;;
    link) mkdir -p "\${at%/*}"; ln -s "$3" "$at" ;;
    hide)
      if [ -d "$2" ]; then mount -t tmpfs -o ro,size=4k none "$at"; else mount --bind /dev/null "$at"; fi ;;
  esac
  shift 3
done
shift
mkdir "$root/dev" "$root${inside}"
: > "$root/dev/null"
mount --bind /dev/null "$root/dev/null"
mount --bind "$files" "$root${inside}"
mount -o remount,bind,nosuid,nodev,noexec "$root${inside}"
mount -o remount,ro "$root"
cd "$root"
exec chroot . setpriv --pdeathsig=KILL --reuid="$uid" --regid="$uid" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
  /bin/sh -c 'cd ${inside} && exec "$@"' sh "$@"
`;
