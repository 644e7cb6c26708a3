import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { findProcessStart } from '../../server/process-lock.ts';

/** How often a writer touches its draft while it has nothing to write. */
export const TOUCH_EVERY_MS = 30_000;
/** A writer that cannot be looked for, on another machine, is dead when its draft stood still for so long. */
const SILENT_MS = 10 * 60_000;

/** Process numbers mean something within one machine, or one container, only. */
const SURROUNDINGS = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8);

/** Which process writes a draft: its number, when it began, and where the number counts. */
export const WRITER_MARK = `${process.pid}-${findProcessStart(process.pid) ?? ''}-${SURROUNDINGS}`;

/** Null: the mark is none of ours. That of an older version was the number alone. */
export function isWriterAlive(mark: string, given: { lastWroteAt: Date; now: Date }): boolean | null {
  const [, pid = '', startedAt, surroundings] = /^(\d+)(?:-(.*)-([0-9a-f]{8}))?$/.exec(mark) ?? [];
  if (pid === '') return null;
  if (surroundings === SURROUNDINGS) return findProcessStart(Number(pid)) === startedAt;
  return given.now.getTime() - given.lastWroteAt.getTime() < SILENT_MS;
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // not on Linux, where a machine has one
  }
}
