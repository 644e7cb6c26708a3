import { defaultLanguage } from '../../../shared/languages.ts';
import { type ApiClient, ApiError } from '../../../web/api-client.ts';
import { currentUser } from '../../../web/session.ts';
import type { Progress, ProgressAnswer, ProgressBody } from '../contract.ts';
import { mostItems } from '../limits.ts';
import { fetchChapterNumber } from './elsewhere.ts';
import { withAnswer, withSent, withTold } from './exchange.ts';
import type { KeptPlace } from './kept-places.ts';
import { createMarksAccount, hasMarksToTell } from './marks-sync.ts';
import { subscribeToMyMarks } from './own-marks.ts';
import { readMine, subscribeToMine, writeMine } from './own-places.ts';
import { isToBeTold, isUndecided, type Told } from './receive.ts';

/** Reading notes its place every few seconds: what comes within this time goes together. */
const gatherMs = 5000;
const askAgainMs = 60_000;
/** Who comes back to the window may have read elsewhere; it is often left and come back to within a moment. */
const returnMs = 3000;
const retryMs = 30_000;

/**
 * Keeps this browser's places and marks and the account's the same: told at once what the account does not know (at login all
 * that the visitor read), asked when the reader comes back to the tab, and before it is told anything after a while.
 * What cannot be sent now is sent later, since it stays marked. Ends with the function that comes back.
 */
export function startSync(api: ApiClient, userUuid: string): () => void {
  const isHere = () => currentUser()?.uuid === userUuid;
  const accounts = [createAccount(api, isHere), createMarksAccount(api, isHere)];
  let askedAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isEnded = false;

  function sendIn(ms: number): void {
    if (timer !== undefined || isEnded) return;
    timer = setTimeout(() => void sync(), ms);
  }

  async function sync(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (isBusy || isEnded || !navigator.onLine) return;
    isBusy = true;
    try {
      if (isOlderThan(askAgainMs)) await ask();
      for (const account of accounts) await account.tell();
    } catch (error) {
      retry(error);
    } finally {
      isBusy = false;
    }
    if (hasNews()) sendIn(gatherMs);
  }

  async function ask(): Promise<void> {
    for (const account of accounts) await account.ask();
    askedAt = Date.now();
  }

  const isOlderThan = (ms: number) => Date.now() - askedAt >= ms;

  /** A fault of the moment passes; who is no longer let in, or asks for what is not understood, waits for a new page. */
  function retry(error: unknown): void {
    if (!(error instanceof ApiError)) throw error;
    const isPassing = error.status === 0 || error.status === 429 || error.status >= 500;
    if (isPassing) sendIn((error.retryAfterSeconds ?? 0) * 1000 + retryMs);
    else isEnded = true;
  }

  function look(): void {
    if (document.visibilityState === 'hidden') tellNow();
    else askAnew();
  }

  function askAnew(): void {
    askedAt = 0;
    void sync();
  }

  const comeBack = () => isOlderThan(returnMs) && askAnew();

  /** The page may never come back: what is sent outlives it, and what does not arrive stays marked. */
  function tellNow(): void {
    if (isEnded || !hasNews()) return;
    for (const account of accounts) account.tell().catch(() => {});
  }

  // After a while somebody else may have told the account something: nobody waits to hear of it.
  const hear = () => hasNews() && sendIn(isOlderThan(askAgainMs) ? 0 : gatherMs);
  const ends = [subscribeToMine(hear), subscribeToMyMarks(hear)];
  // An open chapter notes its place as these events go down to the document: here, on their way up, it is known.
  document.addEventListener('visibilitychange', look);
  addEventListener('pagehide', tellNow);
  addEventListener('focus', comeBack);
  addEventListener('online', askAnew);
  void sync();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    for (const end of ends) end();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('pagehide', tellNow);
    removeEventListener('focus', comeBack);
    removeEventListener('online', askAnew);
  };
}

const hasNews = () => Object.values(readMine()).some(isNews) || hasMarksToTell();

const isNews = (place: KeptPlace) => Boolean(place.removed || isToBeTold(place));

/** The account's side, for as long as it is this user who reads here: nothing of one reader's gets into another's. */
function createAccount(api: ApiClient, isHere: () => boolean) {
  /** Takes in what the account knows. What it no longer has, the reader has taken out on another device. */
  async function ask(): Promise<void> {
    if (!isHere()) return;
    const { result } = await api.get<ProgressAnswer>('/user/progress');
    const told = await lookUp(result);
    if (isHere()) writeMine(withTold(readMine(), told));
  }

  async function tell(): Promise<void> {
    if (!isHere()) return;
    const news = Object.entries(readMine()).filter(([, place]) => isNews(place));
    for (const [bookUuid, place] of news) if (place.removed) await forget(bookUuid);
    const unsent = news.flatMap(([, place]) => (place.removed ? [] : [place.progress]));
    for (let from = 0; from < unsent.length; from += mostItems) await send(unsent.slice(from, from + mostItems));
  }

  async function forget(bookUuid: string): Promise<void> {
    await api.send('DELETE', `/user/progress/${bookUuid}`);
    const { [bookUuid]: gone, ...others } = readMine();
    // Read again, or taken back, while the call was out.
    if (isHere() && gone?.removed) writeMine(others);
  }

  async function send(items: Progress[]): Promise<void> {
    writeMine(withSent(readMine(), items));
    const { result } = await api.send<ProgressAnswer>('POST', '/user/progress', { items } satisfies ProgressBody);
    const told = await lookUp(result);
    if (isHere()) writeMine(withAnswer(readMine(), { sent: items, told }));
  }

  /** With the chapters' numbers where they decide something: where two devices are in different chapters. */
  async function lookUp(result: readonly Progress[]): Promise<Told[]> {
    const mine = readMine();
    const told: Told[] = [];
    for (const progress of result) {
      const own = mine[progress.book_uuid];
      const { chapter_uuid: chapterUuid } = progress;
      const isAsked = own !== undefined && isUndecided(own, progress);
      const asked = { api, language: defaultLanguage, chapterUuid };
      told.push({ progress, chapterNumber: isAsked ? await fetchChapterNumber(asked) : null });
    }
    return told;
  }

  return { ask, tell };
}
