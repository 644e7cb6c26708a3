import type { ReactNode } from 'react';
import { CheckIcon } from './field-icons.tsx';
import styles from './Success.module.css';

/** Good news, in the place of the form that brought it. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles.success}>
      <CheckIcon />
      <p>{children}</p>
    </div>
  );
}
