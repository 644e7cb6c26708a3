import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Form.module.css';

/** Fields below each other. It has no action and never uses GET, so that no input gets into an address. */
export function Form({ className, ...form }: ComponentProps<'form'>) {
  return <form method="post" noValidate className={classes(styles.form, className)} {...form} />;
}

/** The buttons at a form's end. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
