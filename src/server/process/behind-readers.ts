import { existsSync, readFileSync } from 'node:fs';

/** How far a command stands back. */
export interface Behind {
  /** The priority of its session beside other sessions, as `nice` counts: at 10 it weighs a tenth of them, at 0 as much. */
  sessionNice: number;
  /** Whether it may use all processors of ours but the first, where there are several. */
  leavesCore?: boolean;
}

/**
 * Runs before the command, because priorities belong to threads: each takes that of the thread which makes it. Where
 * Linux shares the processor between sessions, the priority of the command's own session is what counts beside the
 * database, whose processes have sessions of their own. The kernel refuses it for a moment after another one's.
 * Elsewhere the idle class yields the moment a reader's request wakes the server. A system without one of these programs
 * lets the command compete (docs/decisions/0011).
 */
const script = ({ sessionNice, cores }: { sessionNice: number; cores: string }) => `
${sessionNice > 0 ? 'renice -n 19 -p $$ > /dev/null 2>&1' : ''}
${cores && `taskset -cp ${cores} $$ > /dev/null 2>&1`}
if [ "$(cat /proc/sys/kernel/sched_autogroup_enabled 2> /dev/null)" = 1 ]; then
  for _ in 1 2 3; do
    ( echo ${sessionNice} > /proc/$$/autogroup ) 2> /dev/null && break
    sleep 0.1
  done
elif [ ${sessionNice} -gt 0 ]; then
  chrt --idle --pid 0 $$ > /dev/null 2>&1
fi
exec "$@"`;

/** The command that runs this one behind readers and the database. It must be started in a session of its own. */
export function behindReaders(command: string[], { sessionNice, leavesCore = false }: Behind): string[] {
  if (process.platform === 'win32') return command;
  const cores = leavesCore ? ownCores().slice(1).join(',') : '';
  return ['/bin/sh', '-c', script({ sessionNice, cores }), 'sh', ...command];
}

/** The numbers of the processors that this process may use; none where the system does not tell. */
function ownCores(): number[] {
  const status = '/proc/self/status';
  const list = existsSync(status) ? /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined;
  return (list ?? '').split(',').flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number);
    return range === '' ? [] : Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}
