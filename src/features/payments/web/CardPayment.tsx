import { type DetailedHTMLProps, type HTMLAttributes, useEffect, useState } from 'react';
import type { SiteInfo } from '../../../shared/site.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { writeMoney } from '../../../web/money.ts';
import { problemOf } from '../../../web/problem.ts';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import type { Quote } from '../contract.ts';
import { giftMark } from '../rules.ts';
import { loadScript } from './buy-button-script.ts';
import styles from './CardPayment.module.css';
import { cardLinkOf } from './card-link.ts';
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

type CardButton = NonNullable<SiteInfo['stripe']>['buttons'][number];

/** Sales by card, for buyers who do not use WeChat; each carries the user's id, so that the sale finds the user. */
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
  const hasButton = stripe.buttons.some(({ button }) => button);
  const hasLink = stripe.buttons.some(({ url }) => url !== null);
  const script = useScript(stripe.script_url, { enabled: userUuid !== undefined && hasButton });
  const [code, setCode] = useState('');
  const isLoading = hasButton && script.state === 'loading';
  const hasFailed = hasButton && script.state === 'failed';
  const reference = userUuid && (isGift ? userUuid + giftMark : userUuid);
  return (
    <section className={styles.payment} aria-labelledby="card-payment-title" aria-busy={isLoading}>
      <h3 id="card-payment-title" className={styles.title}>
        {t('payments.card')}
      </h3>
      <p className={styles.text}>{t('payments.cardText')}</p>
      {hasFailed && <Notice action={{ label: t('app.retry'), act: script.retry }}>{t('payments.cardFailed')}</Notice>}
      {isLoading && (
        <p role="status" className="visually-hidden">
          {t('payments.cardLoading')}
        </p>
      )}
      <ul className={styles.buttons} hidden={hasFailed && !hasLink}>
        {stripe.buttons.map((card) => (
          <li key={`${card.plan} ${card.buy_button_id ?? card.url}`} className={styles.place}>
            <h4 className={styles.plan}>
              <span>{planNameIn(plans, card.plan, language)}</span>{' '}
              <bdi>{writeMoney(card.amount, card.currency, language)}</bdi>
            </h4>
            {card.button && card.buy_button_id !== null && !hasFailed && (
              <div className={styles.button}>
                {script.state === 'loading' && <Skeleton className={styles.waiting} />}
                {reference && (
                  <stripe-buy-button
                    // Stripe's element reads its attributes once.
                    key={reference}
                    buy-button-id={card.buy_button_id}
                    publishable-key={stripe.publishable_key}
                    client-reference-id={reference}
                  />
                )}
              </div>
            )}
            {card.url !== null && reference && (
              <CardLink key={code} card={card} url={card.url} reference={reference} code={code} />
            )}
          </li>
        ))}
      </ul>
      {hasLink && userUuid !== undefined && (
        <Field
          name="card-code"
          className={styles.code}
          label={t('payments.discount.code')}
          hint={t('payments.discount.cardHint')}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
        />
      )}
    </section>
  );
}

/** The plain link to Stripe's page. With a code the price is shown first. */
function CardLink({ card, url, reference, code }: { card: CardButton; url: string; reference: string; code: string }) {
  const text = useText();
  const { t, language } = text;
  const api = useApi();
  const [quoted, setQuoted] = useState<Quote | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const typed = code.trim();
  const money = (amount: number) => writeMoney(amount, card.currency, language);

  async function see(): Promise<void> {
    setBusy(true);
    try {
      const body = { plan: card.plan, coupon: typed, way: 'card' as const };
      const { result } = await api.send('POST', '/payment/quote', { body });
      setQuoted(result);
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error, { text, fallback: 'payments.discount.failed' }).text);
    } finally {
      setBusy(false);
    }
  }

  if (typed !== '' && !quoted)
    return (
      <>
        <Button aria-disabled={isBusy || undefined} onClick={() => !isBusy && void see()}>
          {t('payments.discount.see')}
        </Button>
        {problem && <Notice>{problem}</Notice>}
      </>
    );
  return (
    <>
      {quoted && (
        <p className={styles.text}>
          <bdi>{money(quoted.amount)}</bdi> {t('payments.discount.insteadOf', { price: money(quoted.full_amount) })}
        </p>
      )}
      <a
        className={buttonClass()}
        href={cardLinkOf(url, { reference, language, code: quoted ? typed : null })}
        target="_blank"
        rel="noopener"
      >
        {t('payments.cardLink')}
      </a>
    </>
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
