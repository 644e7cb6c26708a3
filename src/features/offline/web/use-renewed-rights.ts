import { useEffect } from 'react';
import { useApi } from '../../../web/api.tsx';
import { currentUser } from '../../../web/session.ts';
import { everyone, type KeptChapter } from '../rules.ts';
import { writeRecord } from './kept-chapters.ts';
import { reload } from './kept-store.ts';

/** Asks the server, while there is a connection, for a new end of the membership since a chapter was kept. */
export function useRenewedRights(kept: readonly KeptChapter[] | null): void {
  const api = useApi();
  const hasRestricted = kept?.some(({ owner }) => owner !== everyone) ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit, not for each change that it makes
  useEffect(() => {
    if (!hasRestricted || !navigator.onLine) return;
    const user = currentUser()?.uuid;
    const renew = async () => {
      const { result } = await api.get('/user/book/membership');
      const expiresAt = result?.expire_at ?? new Date(0).toISOString();
      const outdated = (kept ?? []).filter((chapter) => chapter.owner === user && chapter.expiresAt !== expiresAt);
      await Promise.all(outdated.map((chapter) => writeRecord({ ...chapter, expiresAt })));
      if (outdated.length > 0) await reload();
    };
    renew().catch(() => {}); // the known end still counts
  }, [api, hasRestricted]);
}
