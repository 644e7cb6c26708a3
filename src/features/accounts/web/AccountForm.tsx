import type { ReactNode } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import bubble from '../../../web/ui/Bubble.module.css';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { Form } from '../../../web/ui/Form.tsx';
import { BackIcon } from '../../../web/ui/icons.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import type { FormState } from '../../../web/use-form.ts';
import styles from './AccountForm.module.css';

/** A page with one form. Its bubble greets, and shows an error in the same place, so that nothing moves. */
export function AccountForm({
  state,
  title,
  word,
  submitLabel,
  also,
  other,
  note,
  children,
}: {
  state: FormState;
  title: string;
  word: string;
  submitLabel: string;
  /** Another way to the same end. */
  also?: ReactNode;
  /** The link to the other form. */
  other: { question: string; label: string; to: string };
  /** What else stands under the form. */
  note?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useText();
  const { problem } = state;
  return (
    <div className={classes(bubble.dots, styles.page)}>
      <section className={styles.card} aria-labelledby="account-form">
        <h1 id="account-form" className={styles.title}>
          {title}
        </h1>
        <Notice
          {...state.notice}
          key={problem ? 'problem' : 'word'}
          tone={problem ? 'problem' : 'word'}
          className={classes(styles.word, !problem && styles.greeting)}
        >
          {problem ?? word}
        </Notice>
        <Form ref={state.form} className={styles.form} onSubmit={state.onSubmit}>
          {children}
          <SubmitButton size="large" busy={state.isBusy}>
            {submitLabel}
          </SubmitButton>
        </Form>
        {also}
        <p className={styles.other}>
          {other.question}
          <Link to={other.to} className={styles.otherLink}>
            {other.label}
          </Link>
        </p>
        {note}
        <Link to={paths.home()} className={classes(buttonClass({ variant: 'quiet' }), styles.home)}>
          <BackIcon />
          {t('app.toHome')}
        </Link>
      </section>
    </div>
  );
}
