import { monitorEventLoopDelay } from 'node:perf_hooks';

const resolutionMs = 10;
const sliceMs = 5_000;
/** With the current slice, they always cover at least the last minute. */
const slices = 12;

/**
 * Measures the longest time that the event loop was held in the last minute, in seconds. The minute slides instead of
 * being reset at each scrape, so that a second reader takes nothing away from the monitoring.
 */
export function watchEventLoop(): { heldSecondsMax(): number; stop(): void } {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  const past: number[] = [];
  // The histogram has the time between two samples, which is `resolutionMs` when nothing holds the loop.
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
