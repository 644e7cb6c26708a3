import { useEffect, useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { useHref } from '../../../web/router.tsx';
import { Form, FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { PasswordField } from '../../../web/ui/PasswordField.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import { studioPaths } from '../pages.ts';
import { useStudioCalls } from './calls.ts';
import { Page, studioPage } from './Page.tsx';
import { type Faults, noFaults, useProblems } from './problems.ts';
import { useStudioText } from './words.ts';

/** The page of the address that a site without an owner prints when it starts. */
function ClaimPage({ params }: { params: Record<string, string> }) {
  const { code = '' } = params;
  const { t } = useStudioText();
  const { t: site } = useText();
  const calls = useStudioCalls();
  const today = useHref(studioPaths.today());
  const { faultsOf, textOf } = useProblems();
  const [state, setState] = useState<'asked' | 'open' | { ended: string }>('asked');
  const [faults, setFaults] = useState<Faults>(noFaults);
  const [isBusy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another language asks nothing anew
  useEffect(() => {
    calls.send('POST', '/studio/claim/check', { body: { code } }).then(
      () => setState('open'),
      // The claim itself tells what else is wrong.
      (error: unknown) => setState(hasEnded(error) ? { ended: textOf(error) } : 'open'),
    );
  }, [calls, code]);

  async function claim(form: HTMLFormElement): Promise<void> {
    const password = String(new FormData(form).get('password') ?? '');
    setBusy(true);
    try {
      await calls.send('POST', '/studio/claim', { body: { code, password } });
      await calls.send('POST', '/studio/session', { body: { password } });
      // Loaded anew: this page has learnt that its reader has no role.
      location.replace(today);
    } catch (error) {
      if (hasEnded(error)) setState({ ended: textOf(error) });
      const isPassword = error instanceof ApiError && error.code === 'password_wrong';
      const found = faultsOf(error, ['password']);
      setFaults(isPassword && found.text ? { fields: { password: found.text }, text: null } : found);
      setBusy(false);
    }
  }

  if (state === 'asked')
    return (
      <Page form title={t('claim.title')}>
        {null}
      </Page>
    );
  if (state !== 'open')
    return (
      <Page form title={t('claim.title')}>
        <Notice>{state.ended}</Notice>
      </Page>
    );
  return (
    <Page form title={t('claim.title')} lead={t('claim.text')}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void claim(event.currentTarget);
        }}
      >
        {faults.text !== null && <Notice>{faults.text}</Notice>}
        <PasswordField
          name="password"
          label={site('accounts.password')}
          hint={t('claim.password')}
          error={faults.fields.password}
          showLabel={site('accounts.showPassword')}
          hideLabel={site('accounts.hidePassword')}
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <FormActions>
          <SubmitButton busy={isBusy}>{t('claim.become')}</SubmitButton>
        </FormActions>
      </Form>
    </Page>
  );
}

/** The site has an owner, or the server has started again since. */
function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'claim_invalid';
}

export const claimPage = studioPage(ClaimPage);
