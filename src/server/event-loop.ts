import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
const sliceMs = 5_000;
/** With the slice that runs: never less than the last minute. */
const slices = 12;

/**
 * The longest that the event loop was held in the last minute, in seconds. A sliding minute and not a reset at each
 * scrape: whoever looks beside the monitoring takes nothing away from it.
 */
export function watchEventLoop(): { heldSecondsMax(): number; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const past: number[] = [];
  // What it tells is the time between two looks, which are `resolutionMs` apart when nothing holds them up.
  const now = () => (delays.count === 0 ? 0 : Math.max(0, delays.max / 1e9 - resolutionMs / 1e3));
  const timer = setInterval(() => {
    past.push(now());
    if (past.length > slices) past.shift();
    delays.reset();
  }, sliceMs);
  timer.unref();
  return {
    heldSecondsMax: () => Math.max(now(), ...past),
    stop() {
      clearInterval(timer);
      delays.disable();
    },
  };
}
