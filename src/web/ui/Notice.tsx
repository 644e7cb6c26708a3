import type { ReactNode, Ref } from 'react';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import { WarningIcon } from './icons.tsx';
import styles from './Notice.module.css';

/** A message about an event, at its place on the page, with actions. */
export function Notice({
  tone = 'problem',
  action,
  className,
  ref,
  id,
  children,
}: {
  tone?: 'problem' | 'word';
  action?: { label: string; act: () => void; busy?: boolean } | undefined;
  className?: string | undefined;
  /** For code that focuses the notice. */
  ref?: Ref<HTMLDivElement> | undefined;
  id?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      ref={ref}
      id={id}
      tabIndex={ref ? -1 : undefined}
      role={tone === 'problem' ? 'alert' : 'status'}
      className={classes(styles.notice, styles[tone], className)}
    >
      {tone === 'problem' && <WarningIcon />}
      <p className={styles.text}>{children}</p>
      {action && (
        <Button onClick={action.act} disabled={action.busy}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
