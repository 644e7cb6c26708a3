import { pause } from '../../../server/process/pause.ts';

export type Stop = {
  /** Fires at the first signal, or by `abort`. */
  signal: AbortSignal;
  abort(): void;
  /** Waits so long before the stop goes on; another signal ends the wait. */
  waitOut(ms: number): Promise<void>;
  forget(): void;
};

/** One Ctrl+C may arrive twice: from the terminal, and from npm. */
const SAME_SIGNAL_WITHIN_MS = 250;

/** Turns SIGTERM and SIGINT into a stop; `again` is called at a later signal that ends no wait. */
export function listenForSignals(again: () => void): Stop {
  const stopping = new AbortController();
  const hurrying = new AbortController();
  let isWaiting = false;
  let lastAt = 0;
  const onSignal = () => {
    const isSame = stopping.signal.aborted && performance.now() - lastAt < SAME_SIGNAL_WITHIN_MS;
    if (isSame) return;
    lastAt = performance.now();
    if (!stopping.signal.aborted) stopping.abort();
    else if (isWaiting) hurrying.abort();
    else again();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  return {
    signal: stopping.signal,
    abort: () => stopping.abort(),
    async waitOut(ms) {
      isWaiting = true;
      await pause(ms, hurrying.signal);
      isWaiting = false;
    },
    forget: () => void process.off('SIGTERM', onSignal).off('SIGINT', onSignal),
  };
}

/** For `listenForSignals`: a second signal ends the process. */
export function quitAtOnce(print: (line: string) => void): () => void {
  return () => {
    print('Stopped at once.');
    process.exit(1);
  };
}

export function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
