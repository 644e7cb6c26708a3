import { defaultLanguage } from '../../../../shared/languages.ts';
import type { ApiClient } from '../../../../web/api-client.ts';
import type { Exchanged } from '../../../../web/exchange.ts';
import { getAll } from '../../../../web/get-all.ts';
import type { Progress } from '../../contract.ts';
import { mostItems } from '../../limits.ts';
import { movedFurthest } from '../../numbering.ts';
import { fetchNumbered } from './chapter-number.ts';
import type { Places } from './places.ts';
import { type AccountPlace, isToBeSent, isUndecided, withAnswer, withReceived, withSent } from './receiving.ts';
import type { StoredPlace } from './stored-places.ts';

/** Named by its serial: the account may know of other numbers by now. */
const bySerial = ({ numbering: from, furthest, ...progress }: Progress) => ({
  ...progress,
  furthest: movedFurthest(furthest, { from, to: undefined }),
  numbers: 'serial' as const,
});

const isNews = (place: StoredPlace) => Boolean(place.removed || isToBeSent(place));

/**
 * Syncs a browser's places with the account. `isHere` says whether the account's user still reads here: one reader's
 * places must not reach another's account.
 */
export function exchangePlaces(
  api: ApiClient,
  { places, isHere }: { places: Places; isHere: () => boolean },
): Exchanged {
  const news = () => Object.entries(places.read()).filter(([, place]) => isNews(place));

  async function forget(bookUuid: string): Promise<void> {
    await api.send('DELETE', '/user/progress/:book_uuid', { params: { book_uuid: bookUuid } });
    const { [bookUuid]: gone, ...others } = places.read();
    // The book may have been read again, or put back, during the call.
    if (isHere() && gone?.removed) places.write(others);
  }

  async function send(items: Progress[]): Promise<void> {
    places.write(withSent(places.read(), items));
    const { result } = await api.send('POST', '/user/progress', { body: { items: items.map(bySerial) } });
    const received = await lookUp(result);
    if (isHere()) places.write(withAnswer(places.read(), { sent: items, received }));
  }

  /** Adds the chapters' numbers where needed: the account's place is in another chapter than this browser's. */
  async function lookUp(result: readonly Progress[]): Promise<AccountPlace[]> {
    const mine = places.read();
    const received: AccountPlace[] = [];
    for (const progress of result) {
      const own = mine[progress.book_uuid];
      const { chapter_uuid: chapterUuid } = progress;
      const isAsked = own !== undefined && isUndecided(own, progress);
      const asked = { api, language: defaultLanguage, chapterUuid };
      const found = isAsked ? await fetchNumbered(asked) : null;
      received.push({ progress, chapterNumber: found?.number ?? null });
    }
    return received;
  }

  return {
    hasNews: () => news().length > 0,
    subscribe: places.subscribe,
    async ask() {
      if (!isHere()) return;
      const received = await lookUp(await getAll(api, '/user/progress'));
      if (isHere()) places.write(withReceived(places.read(), received));
    },
    async tell() {
      if (!isHere()) return;
      const changed = news();
      for (const [bookUuid, place] of changed) if (place.removed) await forget(bookUuid);
      const unsent = changed.flatMap(([, place]) => (place.removed ? [] : [place.progress]));
      for (let from = 0; from < unsent.length; from += mostItems) await send(unsent.slice(from, from + mostItems));
    },
  };
}
