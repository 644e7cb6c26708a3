import type { ReactNode } from 'react';
import { CheckIcon } from './field-icons.tsx';
import styles from './Success.module.css';

/** A message of success that replaces its form. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.success}>
      <CheckIcon />
      <p>{children}</p>
    </div>
  );
}
