import { useState } from 'react';
import { paths, recoverPath } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { nextOf, withNext } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { Link } from '../../../web/router.tsx';
import { useSite } from '../../../web/site.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { type Typed, useForm } from '../../../web/use-form.ts';
import styles from './AccountForm.module.css';
import { AccountForm } from './AccountForm.tsx';
import { leadUserOn, useOwnSearch } from './account-page.ts';
import { missingOf } from './checks.ts';
import { enter } from './enter.ts';
import { PasskeyLogin } from './PasskeyLogin.tsx';
import { RecoverPage } from './RecoverPage.tsx';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';
import { takeRegistered } from './registered.ts';

/** The login (spec: site.md#leading-back): it leads to where `?next=` says, and that page is loaded anew. */
function LoginPage() {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const { contactEmail } = useSite();
  const search = useOwnSearch();
  const [registered] = useState(takeRegistered);
  const greeting = nextOf(search)?.startsWith('/studio') ? 'accounts.studio' : 'accounts.welcome';
  const state = useForm(logIn);

  async function logIn(typed: Typed): Promise<Problem | null> {
    // Phone keyboards add a space after a name that they complete; no name ends with one.
    const given = { username: typed('username').trim(), password: typed('password') };
    const missing = missingOf(given);
    if (missing) return { text: t('errors.fields_required'), missing };
    try {
      const answer = await api.send('POST', '/user/login', { body: given });
      return enter(answer, search) ? null : { text: t('accounts.nothingKept') };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account_banned')
        return { text: t('errors.account_banned', { email: contactEmail }) };
      return problemOf(error, { text, fallback: 'accounts.loginFailed' });
    }
  }

  return (
    <AccountForm
      state={state}
      title={t('app.login')}
      word={registered === null ? t(greeting) : t('accounts.registered', { username: registered })}
      submitLabel={t('app.login')}
      also={<PasskeyLogin search={search} />}
      other={{
        question: t('accounts.noAccount'),
        label: t('app.register'),
        to: withNext(paths.register(), nextOf(search)),
      }}
    >
      <Field
        {...state.field('username')}
        label={t('accounts.username')}
        defaultValue={registered ?? ''}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
      />
      <PasswordField
        {...state.field('password')}
        label={t('accounts.password')}
        showLabel={t('accounts.showPassword')}
        hideLabel={t('accounts.hidePassword')}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <Link to={withNext(recoverPath, nextOf(search))} className={styles.forgot}>
        {t('accounts.forgotPassword')}
      </Link>
    </AccountForm>
  );
}

export const loginPage: PageModule = {
  Component: LoginPage,
  guard: leadUserOn,
  head: ({ text, site }) => ({
    title: text.t('app.login'),
    description: text.t('accounts.loginDescription', { name: site.name }),
    canonicalPath: paths.login(),
    noindex: true,
  }),
};

/** In this file, as the next one, to save a chunk: the table of routes, which every first view loads, would have to name one more. */
export const recoverPage: PageModule = {
  Component: RecoverPage,
  head: ({ text, site }) => ({
    title: text.t('accounts.recoverTitle'),
    description: text.t('accounts.recoverDescription', { name: site.name }),
    canonicalPath: recoverPath,
    noindex: true,
  }),
};

export const resetPasswordPage: PageModule<'code'> = {
  Component: ResetPasswordPage,
  isSecret: true,
  head: ({ text, site }) => ({
    title: text.t('accounts.resetTitle'),
    description: text.t('accounts.resetDescription', { name: site.name }),
    // The page's own address is a secret, so nothing in the document names it.
    canonicalPath: paths.login(),
    noindex: true,
  }),
};
