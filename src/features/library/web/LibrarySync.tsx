import { useEffect } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useReader } from './use-reader.ts';

/** Keeps a user's places and the account's the same while a page is open. A visitor's browser never loads the code. */
export function LibrarySync() {
  const api = useApi();
  const userUuid = useReader()?.uuid;
  useEffect(() => {
    if (userUuid === undefined) return;
    let end: (() => void) | undefined;
    let isOver = false;
    import('./sync.ts').then(
      ({ startSync }) => {
        if (!isOver) end = startSync(api, userUuid);
      },
      // Without a connection the code does not come; the places stay marked, and the next page tries again.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [api, userUuid]);
  return null;
}
