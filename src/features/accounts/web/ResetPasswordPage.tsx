import { useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Link } from '../../../web/router.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { checkNewPassword } from '../rules.ts';
import styles from './AccountForm.module.css';
import { AccountForm } from './AccountForm.tsx';
import { missingOf } from './checks.ts';

const fieldsOfCodes = {
  password_too_short: 'new_password',
  password_too_long: 'new_password',
  password_characters: 'new_password',
};

/** The page of a link for a new password (spec: accounts.md#password-links): it leads to the login. */
export function ResetPasswordPage({ params: { code } }: { params: { code: string } }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const [isDone, setDone] = useState(false);
  const state = useForm(reset);

  function check(given: { new_password: string; confirmation: string }): Problem | null {
    const missing = missingOf(given);
    if (missing) return { text: t('errors.fields_required'), missing };
    if (given.new_password !== given.confirmation)
      return { text: t('accounts.newPasswordsDiffer'), field: 'confirmation' };
    const checked = checkNewPassword(given.new_password);
    if (!Array.isArray(checked) || !checked[0]) return null;
    return { text: text.errorText(checked[0].code) ?? checked[0].message, field: 'new_password' };
  }

  async function reset(typed: Typed): Promise<Problem | null> {
    const newPassword = typed('new_password');
    const problem = check({ new_password: newPassword, confirmation: typed('confirmation') });
    if (problem) return problem;
    try {
      await api.send('POST', '/user/reset_password', { body: { code, new_password: newPassword } });
    } catch (error) {
      return problemOf(error, { text, fallback: 'accounts.passwordFailed', fields: fieldsOfCodes });
    }
    setDone(true);
    return null;
  }

  if (isDone) return <Done />;
  const eye = { showLabel: t('accounts.showPassword'), hideLabel: t('accounts.hidePassword') };
  return (
    <AccountForm
      state={state}
      title={t('accounts.resetTitle')}
      word={t('accounts.resetText')}
      submitLabel={t('accounts.updatePassword')}
      other={{ question: t('accounts.haveAccount'), label: t('app.login'), to: paths.login() }}
    >
      <PasswordField
        {...state.field('new_password')}
        {...eye}
        label={t('accounts.newPassword')}
        hint={t('accounts.newPasswordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...state.field('confirmation')}
        {...eye}
        label={t('accounts.confirmNewPassword')}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </AccountForm>
  );
}

function Done() {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-labelledby="reset-done">
        <h1 id="reset-done" className={styles.title}>
          {t('accounts.resetTitle')}
        </h1>
        <Notice tone="word" className={styles.word}>
          {t('accounts.passwordChanged')}
        </Notice>
        <Link to={paths.login()} className={buttonClass({ size: 'large' })}>
          {t('app.login')}
        </Link>
      </section>
    </div>
  );
}
