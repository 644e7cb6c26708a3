import { type ReactNode, useId } from 'react';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './Progress.module.css';

/** How far something is: a bar with its name and figures. Without a total it only says that it goes on. */
export function Progress({
  label,
  done,
  total,
  words,
  children,
}: {
  label: string;
  done: number;
  total: number;
  words: readonly string[];
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className={styles.frame} role="status">
      <p className={styles.words}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {words.map((word) => (
          <span key={word}>{word}</span>
        ))}
      </p>
      <div>{children}</div>
      <progress
        className={styles.bar}
        aria-labelledby={id}
        {...(total > 0 ? { max: total, value: Math.min(done, total) } : {})}
      />
    </div>
  );
}

/** The words for the time that is left; null: it is not known. */
export function useTimeLeft(seconds: number | null): string | null {
  const { t } = useStudioText();
  if (seconds === null) return null;
  const time =
    seconds < 90 ? t('imports.seconds', { count: seconds }) : t('imports.minutes', { count: Math.round(seconds / 60) });
  return t('imports.eta', { time });
}
