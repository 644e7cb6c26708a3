import { useEffect } from 'react';
import { useApi } from '../../../web/api.tsx';
import { currentUser } from '../../../web/session.ts';
import { startLate } from '../../../web/start-late.ts';
import { useReader } from './use-reader.ts';

/** Keeps a user's places and the account's the same while a page is open. A visitor's browser never loads the code. */
export function LibrarySync() {
  const api = useApi();
  const userUuid = useReader()?.uuid;
  useEffect(() => {
    if (userUuid === undefined) return;
    // Without it the places stay marked, and the next page tries again.
    return startLate(async () => {
      const { startSync } = await import('./sync.ts');
      return () => startSync(api, { isHere: () => currentUser()?.uuid === userUuid });
    });
  }, [api, userUuid]);
  return null;
}
