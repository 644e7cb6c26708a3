/** A screen that is kept awake, as browsers give it. */
interface Lock {
  release(): Promise<void>;
}

/** What of the browser it takes; the lock is missing in some. */
export interface WakeLockBrowser {
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  wakeLock: { request(type: 'screen'): Promise<Lock> } | undefined;
}

/**
 * Keeps the screen awake until the function that it gives is called. The browser itself lets go of a page that is out of
 * sight: it is asked again when its reader comes back. A refusal, as on a low battery, leaves all as it was.
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
    held?.release().catch(() => undefined); // it is gone already
  };
}
