import { readFileSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './error-code.ts';

export const BEAT_MS = 500;
/** A process that cannot be asked counts as dead when its heartbeat has stood still for so long. */
export const STILL_HERE_MS = 2_000;
/** For another machine: it may be paused for longer, and a shared disk may be late. */
export const STILL_ELSEWHERE_MS = 20_000;
const LOOK_MS = 100;

export type Heartbeat = {
  /** After it resolves, nothing is written any more. */
  stop(): Promise<void>;
};

/** Writes the file every half second, as a sign of life for processes that share only the folder with us. */
export function startHeartbeat(path: string): Heartbeat {
  let beats = 0;
  let writing: Promise<void> | null = null;
  const beat = () => {
    beats += 1;
    // A beat that the disk refuses is missing, which is the right sign.
    writing ??= writeBeat(path, `${process.pid} ${beats}`)
      .catch(() => {})
      .finally(() => {
        writing = null;
      });
  };
  const timer = setInterval(beat, BEAT_MS).unref();
  beat();
  return {
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}

/** Overwrites in place, which works on a full disk, and closes the file, so that a shared disk shows it at once. */
async function writeBeat(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+').catch(async () => {
    await rm(path, { force: true }); // it may belong to another user of the same folder
    return await open(path, 'w', 0o600);
  });
  try {
    const now = new Date();
    await file.utimes(now, now);
    await file.write(text.padEnd(31).concat('\n'), 0);
  } finally {
    await file.close();
  }
}

/** The part of the file that a beat changes; null when there is no file. */
function readBeat(path: string): string | null {
  try {
    return `${statSync(path, { bigint: true }).mtimeNs} ${readFileSync(path, 'latin1')}`;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * True once the file has not changed for `forMs`; false as soon as that is no longer possible before `until` (of
 * `performance.now()`).
 */
export async function standsStill(path: string, given: { forMs: number; until: number }): Promise<boolean> {
  let last = readBeat(path);
  let since = performance.now();
  for (;;) {
    await sleep(LOOK_MS);
    const now = performance.now();
    const beat = readBeat(path);
    if (beat !== last) since = now;
    last = beat;
    if (now - since >= given.forMs) return true;
    if (since + given.forMs > given.until) return false;
  }
}
