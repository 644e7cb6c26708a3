import { useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import type { WechatPayments } from './wechat-payments.ts';

/** A user who has paid can ask at once, and need not wait until the page does; where nothing has changed, it says so. */
export function AskAgain({ payments, label }: { payments: WechatPayments; label: string }) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    const { step } = payments.state;
    setBusy(true);
    await payments.ask();
    setBusy(false);
    if (payments.state.step === step) showToast({ text: t('payments.notYet') });
  }

  return (
    <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void ask()}>
      {label}
    </Button>
  );
}
