import type { ReactNode } from 'react';
import styles from './FieldGroup.module.css';

/** Fields that belong together, in a frame with their name. */
export function FieldGroup({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      {children}
    </fieldset>
  );
}
