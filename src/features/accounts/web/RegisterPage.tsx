import { useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import type { ApiClient } from '../../../web/api-client.ts';
import { type Agreed, ConsentBox, lackingIn } from '../../../web/ConsentBox.tsx';
import { useText } from '../../../web/i18n.tsx';
import { nextOf, withNext } from '../../../web/next-address.ts';
import type { PageModule } from '../../../web/page.ts';
import { type Problem, problemOf } from '../../../web/problem.ts';
import { queryOptions, useQuery } from '../../../web/query.ts';
import { useNavigate } from '../../../web/router.tsx';
import { campaignField, touchField } from '../../../web/touch-field.ts';
import { Field } from '../../../web/ui/Field.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import { type Typed, useForm } from '../../../web/use-form.ts';
import { checkRegistration } from '../rules.ts';
import { AccountForm } from './AccountForm.tsx';
import { leadUserOn, useOwnSearch } from './account-page.ts';
import { missingOf } from './checks.ts';
import { NewPasswordField } from './NewPasswordField.tsx';
import { noteRegistered } from './registered.ts';

/** The constants of this product's registration (spec: accounts.md#registration). */
const userType = 'longstrip';

/** The field that each refusal is about; any other refusal is shown above the form. */
const fieldsOfCodes = {
  username_taken: 'username',
  username_length: 'username',
  username_characters: 'username',
  username_mixed_scripts: 'username',
  password_length: 'password',
  password_characters: 'password',
  invite_code_invalid: 'invite_code',
};

/** What the site asks its readers to agree to. */
const consentQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['site-consent'],
    queryFn: async () => {
      const { consent, documents } = await api.get('/site');
      return { consent, documents };
    },
  });

/** The registration (spec: accounts.md#registration): it leads to the login. */
function RegisterPage() {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const navigate = useNavigate();
  const search = useOwnSearch();
  const invitation = new URLSearchParams(search).get('invite_code') ?? '';
  const login = withNext(paths.login(), nextOf(search));
  const state = useForm(register);
  const { data: asked } = useQuery(consentQuery(api));
  /** What a registration was refused for: it is newer than what the page knows. */
  const [lacking, setLacking] = useState<Agreed | null>(null);
  const isWanted = asked?.consent === 'register' || asked?.consent === 'both';
  const documents = lacking ?? (asked && isWanted ? asked.documents : {});
  const [isAgreed, setAgreed] = useState(false);

  /** The rules in their order, so that the first one broken is said (spec: accounts.md#rules). */
  function check(given: { username: string; password: string; confirmation: string }): Problem | null {
    const missing = missingOf(given);
    if (missing) return { text: t('errors.fields_required'), missing };
    if (given.password !== given.confirmation) return { text: t('accounts.passwordsDiffer'), field: 'confirmation' };
    const checked = checkRegistration(given);
    if (!Array.isArray(checked) || !checked[0]) return null;
    const { path, code, message } = checked[0];
    return { text: text.errorText(code) ?? message, field: path };
  }

  async function register(typed: Typed): Promise<Problem | null> {
    const given = { username: typed('username').trim(), password: typed('password') };
    const problem = check({ ...given, confirmation: typed('confirmation') });
    if (problem) return problem;
    const inviteCode = typed('invite_code').trim();
    try {
      const payload = { ...given, ...(inviteCode && { invite_code: inviteCode }), user_type: userType };
      const accept = isAgreed ? documents : {};
      const isAsked = Object.keys(documents).length > 0;
      const now = Date.now();
      const body = { ...payload, ...(isAsked && { accept }), ...campaignField(now), ...touchField(now) };
      const { result } = await api.send('POST', '/user/register', { body });
      noteRegistered(result.username);
      if (result.trial) showToast({ text: t('shop.trialBegun', { count: result.trial.days }) });
    } catch (error) {
      const wanted = lackingIn(error);
      if (wanted) {
        setLacking(wanted);
        setAgreed(false);
      }
      return problemOf(error, { text, fallback: 'accounts.registerFailed', fields: fieldsOfCodes });
    }
    navigate(login);
    return null;
  }

  const eye = { showLabel: t('accounts.showPassword'), hideLabel: t('accounts.hidePassword') };
  return (
    <AccountForm
      state={state}
      title={t('app.register')}
      word={t('accounts.registerWelcome')}
      submitLabel={t('accounts.register')}
      other={{ question: t('accounts.haveAccount'), label: t('app.login'), to: login }}
    >
      <Field
        {...state.field('username')}
        label={t('accounts.username')}
        hint={t('accounts.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir="auto"
      />
      <NewPasswordField
        {...state.field('password')}
        {...eye}
        label={t('accounts.password')}
        hint={t('accounts.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...state.field('confirmation')}
        {...eye}
        label={t('accounts.confirmPassword')}
        autoComplete="new-password"
      />
      <Field
        {...state.field('invite_code')}
        key={invitation}
        label={t('accounts.inviteCode')}
        defaultValue={invitation}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        dir="ltr"
      />
      <ConsentBox documents={documents} isAgreed={isAgreed} onChange={setAgreed} />
    </AccountForm>
  );
}

export const registerPage: PageModule = {
  Component: RegisterPage,
  guard: leadUserOn,
  async prefetch({ api, queryClient }) {
    // Without an answer the page stands: a registration that lacks a consent is refused with words.
    await queryClient.prefetchQuery(consentQuery(api));
    return { status: 200 };
  },
  head: ({ text, site }) => ({
    title: text.t('app.register'),
    description: text.t('accounts.registerDescription', { name: site.name }),
    canonicalPath: paths.register(),
    noindex: true,
  }),
};
