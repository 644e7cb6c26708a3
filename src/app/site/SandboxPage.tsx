import type { ReactNode } from 'react';
import type { SandboxOrder } from '../../features/payments/server/sandbox/wechat-cashier.ts';
import { paths } from '../../shared/paths.ts';
import { useText } from '../../web/i18n.tsx';
import type { AnyPage, Params } from '../../web/navigation.ts';
import { Link } from '../../web/router.tsx';
import { buttonClass } from '../../web/ui/Button.tsx';
import { MessagePage } from './MessagePage.tsx';

/** The page to pay an order of the sandbox, as a payer's phone would show it. Its parameters come from `paramsOf`. */
export const sandboxPage: AnyPage = {
  Component: SandboxPage,
  chrome: 'still',
  head: ({ text }) => ({
    title: text.t('payments.sandbox'),
    description: text.t('payments.practice.text'),
    noindex: true,
  }),
};

/** The parameters of the page for an order and the name of its plan; null: there is no such order. */
export function paramsOf(order: SandboxOrder | null, planName: string | null): Params {
  return { state: order?.state ?? 'unknown', amountMinor: String(order?.amountMinor ?? 0), planName: planName ?? '' };
}

function SandboxPage({ params }: { params: Params }) {
  const { t } = useText();
  switch (params.state) {
    case 'waiting':
      return <Till amountMinor={Number(params.amountMinor)} planName={params.planName ?? ''} />;
    case 'paid':
      return (
        <MessagePage title={t('payments.paid')} action={<ToProfile />}>
          {t('payments.practice.paidText')}
        </MessagePage>
      );
    case 'over':
      return (
        <MessagePage title={t('payments.practice.over')} action={<ToProfile />}>
          {t('payments.practice.overText')}
        </MessagePage>
      );
    default:
      return (
        <MessagePage title={t('payments.practice.unknown')} action={<ToProfile />}>
          {t('payments.practice.unknownText')}
        </MessagePage>
      );
  }
}

/** A form, so that paying needs no script. */
function Till({ amountMinor, planName }: { amountMinor: number; planName: string }) {
  const { t } = useText();
  const price = t('payments.yuan', { amount: amountMinor / 100 });
  const title = planName === '' ? price : t('payments.practice.offer', { plan: planName, price });
  return (
    <form method="post">
      <MessagePage
        title={title}
        action={
          <>
            <Choice value="pay" variant="primary">
              {t('payments.practice.pay', { price })}
            </Choice>
            <Choice value="cancel">{t('payments.cancel')}</Choice>
          </>
        }
      >
        {t('payments.practice.text')}
      </MessagePage>
    </form>
  );
}

function Choice({
  value,
  variant = 'plain',
  children,
}: {
  value: 'pay' | 'cancel';
  variant?: 'primary' | 'plain';
  children: ReactNode;
}) {
  return (
    <button type="submit" name="choice" value={value} className={buttonClass({ variant })}>
      {children}
    </button>
  );
}

function ToProfile() {
  const { t } = useText();
  return (
    <Link to={paths.profile()} className={buttonClass()}>
      {t('payments.practice.toProfile')}
    </Link>
  );
}
