import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import { classes } from './classes.ts';
import styles from './SubmitButton.module.css';

/** The button that sends a form. While the request runs it keeps its place, its size and the focus. */
export function SubmitButton({
  busy,
  children,
  className,
  ...button
}: ComponentProps<typeof Button> & { busy: boolean }) {
  return (
    <Button
      type="submit"
      variant="primary"
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={classes(styles.button, busy && styles.busy, className)}
      {...button}
    >
      {children}
    </Button>
  );
}
