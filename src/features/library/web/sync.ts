import type { ApiClient } from '../../../web/api-client.ts';
import { type Exchanged, type ExchangePage, startExchange } from '../../../web/exchange.ts';
import { exchangeMarks } from './marks/marks-account.ts';
import { type Memory, memory as ownMemory, told } from './memory.ts';
import { exchangePlaces } from './places/places-account.ts';
import { setBooks as ownSetBooks, type SetBooks } from './set-books.ts';
import { exchangeSetBooks } from './set-books-account.ts';

/** Reading notes its place every few seconds. */
const gatherMs = 5000;
const askAgainMs = 60_000;

interface Sync {
  /** Whether the account's user still reads here: one reader's data must not reach another's account. */
  isHere: () => boolean;
  memory?: Memory;
  setBooks?: SetBooks;
  page?: ExchangePage;
}

/**
 * Syncs a browser's places and marks with the account; at login all that the visitor read, or put on a shelf, is sent. An item that cannot
 * be sent stays marked as unsent. The returned function ends it.
 */
export function startSync(
  api: ApiClient,
  { isHere, memory = ownMemory, setBooks = ownSetBooks, page = globalThis }: Sync,
): () => void {
  const { places, marks } = memory;
  const things = [
    exchangePlaces(api, { places, isHere }),
    exchangeMarks(api, { marks, isHere }),
    exchangeSetBooks(api, { setBooks, isHere }),
  ];
  return startExchange(things.map(counted), { gatherMs, askAgainMs, page });

  /** Counts what the account has heard, once it has heard all: who asks earlier would miss the rest. */
  function counted(thing: Exchanged): Exchanged {
    return {
      ...thing,
      async tell() {
        const hadNews = thing.hasNews();
        await thing.tell();
        if (hadNews && !things.some((each) => each.hasNews())) told.set(told.get() + 1);
      },
    };
  }
}
