import { readFileSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export const BEAT_MS = 500;
/** How long the beat of one who cannot be asked has to stand still before it counts as dead. */
export const STILL_HERE_MS = 2_000;
/** Another machine may be paused for longer, and a shared disk be late. */
export const STILL_ELSEWHERE_MS = 20_000;
const LOOK_MS = 100;

export type Heartbeat = {
  /** Nothing is written any more once this has come to its end. */
  stop(): Promise<void>;
};

/** Writes that file every half second: a sign of life for those who share the folder and nothing else with us. */
export function startHeartbeat(path: string): Heartbeat {
  let beats = 0;
  let writing: Promise<void> | null = null;
  const beat = () => {
    beats += 1;
    // A beat that the disk does not take is missing, and says so.
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

/** In place, then closed: a full disk takes it as well, and a shared one shows it to others at once. */
async function writeBeat(path: string, text: string): Promise<void> {
  const file = await open(path, 'r+').catch(async () => {
    await rm(path, { force: true }); // another user's of the same folder
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

/** What a beat changes; null when there is none. */
function readBeat(path: string): string | null {
  try {
    return `${statSync(path, { bigint: true }).mtimeNs} ${readFileSync(path, 'latin1')}`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * True once that file has not changed for so long without a break; false as soon as that can no longer come to be
 * before `until` (of `performance.now()`).
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
