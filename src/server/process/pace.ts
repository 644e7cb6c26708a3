import { pause } from './pause.ts';

/** Waits until the next piece of work may begin. */
export type Pace = (signal?: AbortSignal) => Promise<void>;

/**
 * Lets so many pieces of work begin a second, evenly. However fast a job is: what it does at once, readers wait for (lab rows
 * notify-beside and hooks-beside).
 */
export function createPace(perSecond: number): Pace {
  let next = 0;
  return async (signal = new AbortController().signal) => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1000 / perSecond;
    if (at > now) await pause(at - now, signal);
  };
}
