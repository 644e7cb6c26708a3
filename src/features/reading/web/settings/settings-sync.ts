import { type ApiClient, ApiError } from '../../../../web/api-client.ts';
import { currentUser, keep, readKept } from '../../../../web/session.ts';
import type { ReaderSettingsAnswer, ReaderSettingsBody } from '../../contract.ts';
import { readSettings, subscribeToSettings } from './settings.ts';
import { type Held, heldBy, type TimedSetting, untold, withTold } from './shared-settings.ts';
import { readSharing } from './sharing.ts';

/** Who draws a slider tells where it came to rest. */
const gatherMs = 1500;
/** Who comes back to the tab after this may have chosen otherwise on another device. */
const askAgainMs = 5000;
const retryMs = 30_000;
/** The account takes no more with one call (contract.ts). */
const atOnce = 50;
const path = '/user/reader_settings';

/**
 * Keeps this browser's settings and the account's the same: of each setting the later choice holds. Nothing goes out
 * or comes in while they are to stay on this device. What cannot be told now is told later, since it keeps its time.
 * Ends with the function that comes back.
 */
export function startSettingsSync(api: ApiClient, userUuid: string): () => void {
  /** What the account holds, as it was last told; null before, and once nobody follows it. */
  let told: readonly TimedSetting[] | null = null;
  let askedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isEnded = false;

  /** Null: another reads here now, or these settings are this device's alone. */
  function held(): Held | null {
    if (isEnded || currentUser()?.uuid !== userUuid) return null;
    const mine = heldBy(userUuid, { settings: readSettings(), sharing: readSharing() });
    return mine.sharing.isOnlyHere ? null : mine;
  }

  const news = (): TimedSetting[] => {
    const mine = held();
    return mine && told ? untold(mine, told) : [];
  };

  function syncIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void sync(), ms);
  }

  async function sync(): Promise<void> {
    clearTimeout(timer);
    if (held() === null) told = null;
    else if (!isBusy && navigator.onLine) await exchange();
  }

  async function exchange(): Promise<void> {
    isBusy = true;
    try {
      if (told === null || isOld()) await ask();
      await tell();
      // Chosen while the calls were out.
      if (news().length > 0) syncIn(gatherMs);
    } catch (error) {
      retry(error);
    } finally {
      isBusy = false;
    }
  }

  const isOld = () => Date.now() - askedAt >= askAgainMs;

  async function ask(): Promise<void> {
    take(await api.get<ReaderSettingsAnswer>(path));
    askedAt = Date.now();
  }

  async function tell(): Promise<void> {
    // The others follow: what is told now is no news any more.
    const body = { items: news().slice(0, atOnce) } as ReaderSettingsBody; // each value is one of its table's
    if (body.items.length > 0) take(await api.send<ReaderSettingsAnswer>('PUT', path, body));
  }

  function take({ result }: ReaderSettingsAnswer): void {
    const mine = held();
    if (!mine) return;
    told = result as TimedSetting[]; // what the contract says of them
    const { settings, sharing } = withTold(mine, told);
    const after = { ...settings, sharing };
    if (JSON.stringify(after) !== JSON.stringify(readKept('READER_SETTINGS'))) keep('READER_SETTINGS', after);
  }

  /** A fault of the moment passes; who is no longer let in, or asks for what is not understood, waits for a new page. */
  function retry(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const isPassing = error.status === 0 || error.status === 429 || error.status >= 500;
    if (isPassing) syncIn((error.retryAfterSeconds ?? 0) * 1000 + retryMs);
    else end();
  }

  /** The tab in sight speaks for all. */
  function hear(): void {
    if (document.visibilityState === 'hidden') return;
    if (held() === null) told = null;
    else if (told === null || news().length > 0) syncIn(gatherMs);
  }

  function look(): void {
    // The page may never come back: what is sent outlives it.
    if (document.visibilityState === 'hidden') tell().catch(() => {});
    else if (isOld()) void sync();
  }

  function end(): void {
    isEnded = true;
    clearTimeout(timer);
    endListening();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', sync);
  }

  const endListening = subscribeToSettings(hear);
  document.addEventListener('visibilitychange', look);
  addEventListener('online', sync);
  void sync();
  return end;
}
