import { useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { AccountForm } from './AccountForm.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { fieldsOfNewPassword, problemWithNew } from './new-password.ts';
import { PasswordChosen } from './PasswordChosen.tsx';

/** The page of a link for a new password (spec: accounts.md#password-links): it leads to the login. */
export function ResetPasswordPage({ params: { code } }: { params: { code: string } }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const [isDone, setDone] = useState(false);
  const state = useForm(reset);

  async function reset(typed: Typed): Promise<Problem | null> {
    const newPassword = typed('new_password');
    const problem = problemWithNew({ new_password: newPassword, confirmation: typed('confirmation') }, text);
    if (problem) return problem;
    try {
      await api.send('POST', '/user/reset_password', { body: { code, new_password: newPassword } });
    } catch (error) {
      return problemOf(error, { text, fallback: 'accounts.passwordFailed', fields: fieldsOfNewPassword });
    }
    setDone(true);
    return null;
  }

  if (isDone) return <PasswordChosen title={t('accounts.resetTitle')} login={paths.login()} />;
  return (
    <AccountForm
      state={state}
      title={t('accounts.resetTitle')}
      word={t('accounts.resetText')}
      submitLabel={t('accounts.updatePassword')}
      other={{ question: t('accounts.haveAccount'), label: t('app.login'), to: paths.login() }}
    >
      <NewPasswordFields state={state} />
    </AccountForm>
  );
}
