import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Form.module.css';

/** Fields below each other. Without an action and never by GET: nothing that is typed can get into an address. */
export function Form({ className, ...form }: ComponentProps<'form'>) {
  return <form method="post" noValidate className={classes(styles.form, className)} {...form} />;
}

/** The buttons at a form's end. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
