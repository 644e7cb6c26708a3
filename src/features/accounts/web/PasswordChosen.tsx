import type { ReactNode } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Link } from '../../../web/router.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import styles from './AccountForm.module.css';

/** The new password holds: the way to the login, in place of the form. */
export function PasswordChosen({ title, login, children }: { title: string; login: string; children?: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="password-chosen">
        <h1 id="password-chosen" className={styles.title}>
          {title}
        </h1>
        <Notice tone="word" className={styles.word}>
          {t('accounts.passwordChanged')}
        </Notice>
        {children}
        <Link to={login} className={buttonClass({ size: 'large' })}>
          {t('app.login')}
        </Link>
      </section>
    </div>
  );
}
