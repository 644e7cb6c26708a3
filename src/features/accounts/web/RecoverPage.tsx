import { useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { nextOf, withNext } from '../../../web/next-address.ts';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { useSite } from '../../../web/site.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { fewRecoveryCodes } from '../rules.ts';
import styles from './AccountForm.module.css';
import { AccountForm } from './AccountForm.tsx';
import { useOwnSearch } from './account-page.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { fieldsOfNewPassword, problemWithNew } from './new-password.ts';
import { PasswordChosen } from './PasswordChosen.tsx';

/** A lost password regained by a recovery code (spec: accounts.md#recovery-codes): it leads to the login. */
export function RecoverPage() {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const { contactEmail } = useSite();
  const login = withNext(paths.login(), nextOf(useOwnSearch()));
  const [left, setLeft] = useState<number | null>(null);
  const state = useForm(recover);

  async function recover(typed: Typed): Promise<Problem | null> {
    const given = {
      username: typed('username').trim(),
      code: typed('code').trim(),
      new_password: typed('new_password'),
    };
    const problem = problemWithNew({ ...given, confirmation: typed('confirmation') }, text);
    if (problem) return problem;
    try {
      const { result } = await api.send('POST', '/user/recover', { body: given });
      setLeft(result.left);
    } catch (error) {
      return problemOf(error, { text, fallback: 'accounts.passwordFailed', fields: fieldsOfNewPassword });
    }
    return null;
  }

  if (left !== null) {
    return (
      <PasswordChosen title={t('accounts.recoverTitle')} login={login}>
        <p>{t('accounts.recoveryLeft', { count: left })}</p>
        {left <= fewRecoveryCodes && <p>{t('accounts.recoveryFew')}</p>}
      </PasswordChosen>
    );
  }
  return (
    <AccountForm
      state={state}
      title={t('accounts.recoverTitle')}
      word={t('accounts.recoverText')}
      submitLabel={t('accounts.updatePassword')}
      other={{ question: t('accounts.remembered'), label: t('app.login'), to: login }}
      note={
        <a href={`mailto:${contactEmail}`} className={styles.contact}>
          {t('accounts.withoutCodes', { email: contactEmail })}
        </a>
      }
    >
      <Field
        {...state.field('username')}
        label={t('accounts.username')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
      />
      <Field
        {...state.field('code')}
        label={t('accounts.recoveryCode')}
        hint={t('accounts.recoveryCodeHint')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
      />
      <NewPasswordFields state={state} />
    </AccountForm>
  );
}
