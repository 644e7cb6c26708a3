import { type ApiClient, ApiError } from '../../../web/api-client.ts';
import type { Exchanged } from '../../../web/exchange.ts';
import type { SetBook, SetBooks } from './set-books.ts';

/**
 * Tells the account which books a visitor has put on shelves or taken off, as long as `isHere` says that the account's
 * user still reads here. Telling it twice changes nothing: what is newer there stays.
 */
export function exchangeSetBooks(
  api: ApiClient,
  { setBooks, isHere }: { setBooks: SetBooks; isHere: () => boolean },
): Exchanged {
  const news = () => Object.entries(setBooks.read());

  async function tellOf(bookUuid: string, { state, setAt }: SetBook): Promise<void> {
    const params = { book_uuid: bookUuid };
    try {
      if (state === null) await api.send('DELETE', '/user/shelf/:book_uuid', { params, query: { set_at: setAt } });
      else await api.send('PUT', '/user/shelf/:book_uuid', { params, body: { state, set_at: setAt } });
    } catch (error) {
      // A book that is gone, or for which there is no room, is not told of again and again.
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
    }
  }

  return {
    hasNews: () => news().length > 0,
    subscribe: setBooks.subscribe,
    ask: async () => {},
    async tell() {
      for (const [bookUuid, set] of news()) {
        if (!isHere()) return;
        await tellOf(bookUuid, set);
        if (isHere()) setBooks.forget(bookUuid, set);
      }
    },
  };
}
