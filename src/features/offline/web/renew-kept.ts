import { currentUser } from '../../../web/session.ts';
import { isDueToCheck } from '../rules.ts';
import { faultOf } from './keep-fault.ts';
import { listKept, sweepKept } from './kept-chapters.ts';
import { announceKept } from './kept-store.ts';

/** How many chapters one page checks in the background. */
const mostAtOnce = 10;

/** Removes kept chapters of other readers, and updates those of this one. */
export async function sweepAndRenew(): Promise<void> {
  await sweepKept({ viewer: currentUser()?.uuid ?? null, now: Date.now() });
  if (navigator.onLine) await renewAllKept();
}

/**
 * Updates the kept chapters that have changed on the site, one after another, while there is a connection.
 */
async function renewAllKept(): Promise<void> {
  const kept = await listKept(currentUser()?.uuid ?? null);
  const due = kept.filter((chapter) => isDueToCheck(chapter, Date.now())).slice(0, mostAtOnce);
  if (due.length === 0 || savesData()) return;
  const { renewKept } = await import('./keep-chapter.ts');
  const { signal } = new AbortController();
  for (const chapter of due) {
    try {
      if (await renewKept(chapter, signal)) await announceKept();
    } catch (error) {
      // The chapter stays as it was kept; without a connection or space the others do, too.
      if (faultOf(error) === 'network' || faultOf(error) === 'full') return;
    }
  }
}

function savesData(): boolean {
  // Not in every browser, nor in TypeScript's library.
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
