import { createPart, usePart } from '../../../../web/part.ts';
import { useIsBrowser } from '../../../../web/use-is-browser.ts';
import { useRemembers } from '../use-remembers.ts';
import styles from './ContinueReading.module.css';

const rowPart = createPart(() => import('./ContinueRow.tsx').then((module) => module.ContinueRow));

/**
 * The books that the reader is in the middle of; absent where there are none. The server renders its room for
 * everybody, and the early script says whether it shows, so that nothing moves when the places are known.
 */
export function ContinueReading() {
  const isBrowser = useIsBrowser();
  const remembers = useRemembers();
  const { Component: ContinueRow, hasFailed } = usePart(rowPart, { isWanted: isBrowser && remembers });
  if (isBrowser && (!remembers || hasFailed)) return null;
  return isBrowser && ContinueRow ? <ContinueRow /> : <div className={styles.room} />;
}
