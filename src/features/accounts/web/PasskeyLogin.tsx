import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { problemOf } from '../../../web/problem.ts';
import { useSite } from '../../../web/site.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { enter } from './enter.ts';

/** The way in without name and password, where site and browser know passkeys. */
export function PasskeyLogin({ search }: { search: string }) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const { hasPasskeys, contactEmail } = useSite();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isBrowser = useIsBrowser();
  if (!hasPasskeys || (isBrowser && !('PublicKeyCredential' in window))) return null;

  /** Null after a success. */
  async function logIn(): Promise<string | null> {
    try {
      const device = await import('./passkey-device.ts').catch(() => null);
      if (!device) return t('app.partFailed');
      const { result } = await api.send('POST', '/user/passkeys/login/options');
      const response = await device.askForPasskey(result);
      if (!response) return t('passkeys.noneGiven');
      const answer = await api.send('POST', '/user/passkeys/login', { body: { response } });
      return enter(answer, search) ? null : t('accounts.nothingKept');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account_banned')
        return t('errors.account_banned', { email: contactEmail });
      return problemOf(error, { text, fallback: 'accounts.loginFailed' }).text;
    }
  }

  async function press(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const found = await logIn();
    setProblem(found);
    setBusy(found === null);
  }

  return (
    <>
      {problem && <Notice>{problem}</Notice>}
      <Button disabled={isBusy} onClick={() => void press()}>
        {t('passkeys.logIn')}
      </Button>
    </>
  );
}
