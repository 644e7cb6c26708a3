import type { ReactNode } from 'react';
import styles from './AccountRow.module.css';

/** A thing of the account in a card of the profile: what it is, how it stands, and what can be done with it. */
export function AccountRow({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        <div className={styles.text}>{text}</div>
      </div>
      {children}
    </div>
  );
}
