/** The browser's lock that keeps the screen awake. */
interface Lock {
  release(): Promise<void>;
}

/** The needed parts of the browser; some browsers have no `wakeLock`. */
export interface WakeLockBrowser {
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  wakeLock: { request(type: 'screen'): Promise<Lock> } | undefined;
}

/**
 * Keeps the screen awake until the returned function is called. The browser releases the lock of a hidden page, so it
 * is requested again when the page becomes visible. A refusal, as on a low battery, is ignored.
 */
export function keepAwake({ document, wakeLock }: WakeLockBrowser): () => void {
  if (!wakeLock) return () => {};
  const lock = wakeLock;
  let isOver = false;
  let held: Lock | null = null;

  const ask = async () => {
    if (document.visibilityState !== 'visible') return;
    const given = await lock.request('screen');
    if (isOver) await given.release();
    else held = given;
  };
  const look = () => void ask().catch(() => undefined);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', look);
    held?.release().catch(() => undefined); // it is released already
  };
}
