import { type DetailedHTMLProps, type HTMLAttributes, useEffect, useState } from 'react';
import type { SiteInfo } from '../../../shared/site.ts';
import { useText } from '../../../web/i18n.tsx';
import { writeMoney } from '../../../web/money.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { giftMark } from '../rules.ts';
import { loadScript } from './buy-button-script.ts';
import styles from './CardPayment.module.css';
import { planNameIn } from './plan-names.ts';

interface BuyButton extends DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> {
  'buy-button-id': string;
  'publishable-key': string;
  'client-reference-id': string;
}

declare module 'react' {
  // biome-ignore lint/style/noNamespace: React's table of elements is one, and can only be added to by merging
  namespace JSX {
    interface IntrinsicElements {
      'stripe-buy-button': BuyButton;
    }
  }
}

/** If the script has not come by then, the page says so: some networks never let it through, and give no error. */
const patienceMs = 20_000;

/** The card buttons, for buyers who do not use WeChat; each carries the user's id, so that the sale finds the user. */
export function CardPayment({
  stripe,
  plans,
  isGift,
  userUuid,
}: {
  stripe: NonNullable<SiteInfo['stripe']>;
  plans: SiteInfo['plans'];
  isGift: boolean;
  userUuid: string | undefined;
}) {
  const { t, language } = useText();
  const script = useScript(stripe.script_url, { enabled: userUuid !== undefined });
  return (
    <section className={styles.payment} aria-labelledby="card-payment-title" aria-busy={script.state === 'loading'}>
      <h3 id="card-payment-title" className={styles.title}>
        {t('payments.card')}
      </h3>
      <p className={styles.text}>{t('payments.cardText')}</p>
      {script.state === 'failed' && (
        <Notice action={{ label: t('app.retry'), act: script.retry }}>{t('payments.cardFailed')}</Notice>
      )}
      {script.state === 'loading' && (
        <p role="status" className="visually-hidden">
          {t('payments.cardLoading')}
        </p>
      )}
      <ul className={styles.buttons} hidden={script.state === 'failed'}>
        {stripe.buttons.map(({ plan, buy_button_id: id, amount, currency }) => (
          <li key={id} className={styles.place}>
            <h4 className={styles.plan}>
              <span>{planNameIn(plans, plan, language)}</span> <bdi>{writeMoney(amount, currency, language)}</bdi>
            </h4>
            <div className={styles.button}>
              {script.state === 'loading' && <Skeleton className={styles.waiting} />}
              {userUuid !== undefined && (
                <stripe-buy-button
                  // Stripe's element reads its attributes once.
                  key={String(isGift)}
                  buy-button-id={id}
                  publishable-key={stripe.publishable_key}
                  client-reference-id={isGift ? userUuid + giftMark : userUuid}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type ScriptState = 'loading' | 'loaded' | 'failed';

function useScript(url: string, { enabled }: { enabled: boolean }): { state: ScriptState; retry: () => void } {
  const [{ state, attempt }, setProgress] = useState<{ state: ScriptState; attempt: number }>({
    state: 'loading',
    attempt: 0,
  });

  useEffect(() => {
    if (!enabled) return;
    let isShown = true;
    const end = (reached: ScriptState) => () => {
      clearTimeout(timer);
      if (isShown) setProgress({ state: reached, attempt });
    };
    const timer = setTimeout(end('failed'), patienceMs);
    loadScript(url).then(end('loaded'), end('failed'));
    return () => {
      isShown = false;
      clearTimeout(timer);
    };
  }, [url, enabled, attempt]);

  return { state, retry: () => setProgress({ state: 'loading', attempt: attempt + 1 }) };
}
