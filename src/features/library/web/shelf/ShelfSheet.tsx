import { useState } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { ApiError } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import type { ShelfState } from '../../shelf.ts';
import { setBooks } from '../set-books.ts';
import { useReader } from '../use-reader.ts';
import { useKeptState } from './kept-shelf.ts';
import styles from './ShelfSheet.module.css';
import { stateQuery } from './user-shelf.ts';

interface ShelfSheetProps {
  bookUuid: string;
  title: string;
  isOpen: boolean;
  onClose: () => void;
}

const states = ['reading', 'to_read', 'finished'] as const;

/** The shelves to put a book on, and the way off them. */
export function ShelfSheet({ bookUuid, title, isOpen, onClose }: ShelfSheetProps) {
  const { t } = useText();
  const { state, isBusy, put } = useOwnState({ bookUuid, title }, onClose);
  return (
    <Dialog open={isOpen} title={t('library.shelfMenu')} closeLabel={t('app.close')} placement="side" onClose={onClose}>
      <div className={styles.choices} aria-busy={isBusy}>
        {states.map((each) => (
          <Button
            key={each}
            variant="quiet"
            className={styles.choice}
            aria-pressed={state === each}
            disabled={isBusy}
            onClick={() => put(each)}
          >
            <span className={styles.dot} aria-hidden="true" />
            {t(`library.shelf.${each}`)}
          </Button>
        ))}
        {state !== null && state !== undefined && (
          <Button variant="quiet" className={styles.off} disabled={isBusy} onClick={() => put(null)}>
            {t('library.takeOff')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The shelf that a reader has a book on: the account's, or the browser's of a visitor. */
function useOwnState({ bookUuid, title }: { bookUuid: string; title: string }, onDone: () => void) {
  const { t, language } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const reader = useReader();
  const asked = stateQuery({ api, userUuid: reader?.uuid ?? '', bookUuid });
  const known = useQuery({ ...asked, enabled: Boolean(reader) });
  const keptState = useKeptState(bookUuid, { isVisitor: reader === null });
  const [isBusy, setBusy] = useState(false);

  async function tell(state: ShelfState | null): Promise<void> {
    if (!reader) return setBooks.set(bookUuid, { state, title: { text: title, language } });
    const params = { book_uuid: bookUuid };
    if (state === null) await api.send('DELETE', '/user/shelf/:book_uuid', { params });
    else await api.send('PUT', '/user/shelf/:book_uuid', { params, body: { state } });
    queryClient.setQueryData(asked.queryKey, { state });
    queryClient.outdate(([name, , third]) => name === 'shelf' && third !== 'of');
  }

  async function put(state: ShelfState | null): Promise<void> {
    setBusy(true);
    try {
      await tell(state);
      showToast({ text: state === null ? t('library.takenOff') : t(`library.put.${state}`) });
      onDone();
    } catch (error) {
      // The client has already said that the session ended, and offers the login.
      if (error instanceof ApiError && error.status === 401) return;
      const isFull = error instanceof ApiError && error.code === 'limit_reached';
      showToast({ text: t(isFull ? 'errors.limit_reached' : 'library.shelfFailed') });
    } finally {
      setBusy(false);
    }
  }

  return { state: reader ? known.data?.state : keptState, isBusy, put: (state: ShelfState | null) => void put(state) };
}
