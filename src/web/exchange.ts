import { ApiError } from './api-client.ts';

/**
 * One kind of thing that both the browser and the user's account keep. Follows and likes are not of this kind: only the
 * account keeps them, and a failed press is undone on the screen. Nor are reading events: they only leave the browser,
 * a visitor's, too, and wait for a connection in the service worker, which outlives the page.
 */
export interface Exchanged {
  /** Asks what the account knows, and takes it in. */
  ask(): Promise<void>;
  /** Tells the account what it does not know; without news there is no call. */
  tell(): Promise<void>;
  hasNews(): boolean;
  /** Calls back when the browser's side changes. */
  subscribe(listener: () => void): () => void;
}

/** The events of a page that an exchange needs; a test makes one for each device. */
export interface ExchangePage {
  document: Pick<Document, 'visibilityState'> & EventTarget;
  navigator: Pick<Navigator, 'onLine'>;
  addEventListener: EventTarget['addEventListener'];
}

interface Pace {
  /** Changes within this time are sent together. */
  gatherMs: number;
  /** Each change starts the time anew, e.g. while a slider is moved: only its last value is sent. */
  waitsForRest?: boolean;
  /** If the account's last answer is older than this, it is asked again before anything is sent. */
  askAgainMs: number;
  page?: ExchangePage;
}

/** A reader often leaves the window and comes back within a moment. */
const returnMs = 3000;
const retryMs = 30_000;

/**
 * Keeps what the browser and the account have the same: asks and tells at once, tells later changes together, asks
 * again when the reader comes back, and tells at once when they leave. A change that cannot be sent now is sent later.
 * The function that comes back ends it. It also ends when the account refuses, as where the session is over: it begins
 * again with the next page.
 */
export function startExchange(things: readonly Exchanged[], pace: Pace): () => void {
  const { gatherMs, waitsForRest = false, askAgainMs, page = globalThis } = pace;
  const ending = new AbortController();
  const { signal } = ending;
  let askedAt = 0;
  /** After a failure nothing is sent before this time, unless the page is left. */
  let quietUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;

  const hasNews = () => things.some((thing) => thing.hasNews());
  const isOlderThan = (ms: number) => Date.now() - askedAt >= ms;

  function syncIn(ms: number): void {
    if (signal.aborted || (timer !== undefined && !waitsForRest)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void sync(), Math.max(ms, quietUntil - Date.now()));
  }

  async function sync(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isBusy || signal.aborted || !page.navigator.onLine) return;
    isBusy = true;
    try {
      if (isOlderThan(askAgainMs)) await ask();
      for (const thing of things) await thing.tell();
    } catch (error) {
      giveWay(error);
    } finally {
      isBusy = false;
    }
    // There may be changes that were made during the calls, or that a failure kept back.
    if (hasNews()) syncIn(gatherMs);
  }

  async function ask(): Promise<void> {
    for (const thing of things) await thing.ask();
    askedAt = Date.now();
  }

  /** A fault of the moment passes, a refusal stays. */
  function giveWay(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const isPassing = error.status === 0 || error.status === 429 || error.status >= 500;
    if (!isPassing) end();
    quietUntil = Date.now() + (error.retryAfterSeconds ?? 0) * 1000 + retryMs;
    clearTimeout(timer);
    timer = undefined;
    syncIn(0);
  }

  function askAnew(): void {
    askedAt = 0;
    void sync();
  }

  /** The page may never come back: what is sent outlives it, and what does not arrive is told later. */
  function tellNow(): void {
    for (const thing of things) thing.tell().catch(() => {});
  }

  /** After a while another device may have told the account something: a reader who reads on is not to wait for it. */
  const onChange = () => hasNews() && syncIn(!waitsForRest && isOlderThan(askAgainMs) ? 0 : gatherMs);
  const ends = things.map((thing) => thing.subscribe(onChange));

  function end(): void {
    ending.abort();
    clearTimeout(timer);
    for (const each of ends) each();
  }

  const look = () => (page.document.visibilityState === 'hidden' ? tellNow() : askAnew());
  // An open chapter notes its place in the capture phase of these events; this listener runs after it.
  page.document.addEventListener('visibilitychange', look, { signal });
  page.addEventListener('pagehide', tellNow, { signal });
  page.addEventListener('focus', () => isOlderThan(returnMs) && askAnew(), { signal });
  page.addEventListener('online', askAnew, { signal });
  void sync();
  return end;
}
