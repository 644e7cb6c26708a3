/** Waits so long, or until `signal` fires; the wait alone keeps no process alive. `onWake` takes a way to end it. */
export function pause(ms: number, signal: AbortSignal, onWake?: (wake: () => void) => void): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    signal.addEventListener('abort', end);
    onWake?.(end);
  });
}
