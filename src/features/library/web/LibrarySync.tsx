import { useEffect } from 'react';
import { useApi } from '../../../web/api.tsx';
import { currentUser } from '../../../web/session.ts';
import { startLate } from '../../../web/start-late.ts';
import { useReader } from './use-reader.ts';

/** Syncs a user's places and marks with the account while a page is open. A visitor's browser never loads this code. */
export function LibrarySync() {
  const api = useApi();
  const userUuid = useReader()?.uuid;
  useEffect(() => {
    if (userUuid === undefined) return;
    // If the code does not load, places stay marked as unsent, and the next page tries again.
    return startLate(async () => {
      const { startSync } = await import('./sync.ts');
      return () => startSync(api, { isHere: () => currentUser()?.uuid === userUuid });
    });
  }, [api, userUuid]);
  return null;
}
