import { createPart, usePart } from '../../../../web/part.ts';
import { useReader } from '../use-reader.ts';
import styles from './NewForYou.module.css';

const rowPart = createPart(() => import('./NewRow.tsx').then((module) => module.NewRow));

/**
 * What is new in the books that a user follows. The server renders its room for everybody, and the early script says
 * whether it shows, so that nothing moves when the chapters are known.
 */
export function NewForYou() {
  const reader = useReader();
  const { Component: NewRow } = usePart(rowPart, { isWanted: Boolean(reader) });
  if (reader === null) return null;
  return reader && NewRow ? <NewRow userUuid={reader.uuid} /> : <div className={styles.room} />;
}
