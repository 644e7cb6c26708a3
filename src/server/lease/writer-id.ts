import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { findProcessStart } from '../embedded/process-lock.ts';

/** How often a writer touches its draft while it has nothing to write. */
export const TOUCH_EVERY_MS = 30_000;
/** A writer on another machine cannot be looked up: it counts as dead when its draft has not changed for so long. */
const SILENT_MS = 10 * 60_000;

/** Process numbers are valid only within one machine or container. */
const SURROUNDINGS = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 8);

/**
 * Identifies the process that writes a draft: its number, its start time, and the machine or container of the number.
 */
export const WRITER_ID = `${process.pid}-${findProcessStart(process.pid) ?? ''}-${SURROUNDINGS}`;

/**
 * Null: the mark is not ours. A mark of an older version is the number alone. A writer elsewhere is alive until it has been
 * silent for so long.
 */
export function isWriterAlive(
  mark: string,
  { lastWroteAt, now, silentMs = SILENT_MS }: { lastWroteAt: Date; now: Date; silentMs?: number },
): boolean | null {
  const [, pid = '', startedAt, surroundings] = /^(\d+)(?:-(.*)-([0-9a-f]{8}))?$/.exec(mark) ?? [];
  if (pid === '') return null;
  if (surroundings === SURROUNDINGS) {
    const found = findProcessStart(Number(pid));
    return found === startedAt || found === ''; // a process of another user that we may not look at
  }
  return now.getTime() - lastWroteAt.getTime() < silentMs;
}

/** A name for a draft of this process; no other draft has it. */
export function nameOfDraft(): string {
  return `${WRITER_ID}.${randomBytes(8).toString('hex')}`;
}

/** The mark of the writer in the name of a draft, an older version's too; null: the name is not ours. */
export function writerOfDraft(name: string): string | null {
  const [, mark, number] = /^(?:(.+)\.|(\d+)-)[0-9a-f]{16}$/.exec(name) ?? [];
  return mark ?? number ?? null;
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return ''; // only Linux has this file
  }
}
