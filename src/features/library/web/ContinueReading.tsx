import { lazy, Suspense } from 'react';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import styles from './ContinueReading.module.css';
import { lateOr, Nothing } from './late.ts';
import { useRemembers } from './use-remembers.ts';

const ContinueRow = lazy(() => lateOr(() => import('./ContinueRow.tsx').then((module) => module.ContinueRow), Nothing));

/**
 * What the reader is in the middle of; absent where that is nothing. The server renders its room for everybody, and the
 * bootstrap script says whether it shows, so that nothing moves when the places are known.
 */
export function ContinueReading() {
  const isBrowser = useIsBrowser();
  const remembers = useRemembers();
  const room = <div className={styles.room} />;
  if (!isBrowser) return room;
  if (!remembers) return null;
  return (
    <Suspense fallback={room}>
      <ContinueRow />
    </Suspense>
  );
}
