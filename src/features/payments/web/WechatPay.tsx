import { type ReactNode, useEffect, useRef, useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import type { Agreed } from '../../../web/ConsentBox.tsx';
import { useText } from '../../../web/i18n.tsx';
import { createPart, usePart } from '../../../web/part.ts';
import { problemOf } from '../../../web/problem.ts';
import { Link } from '../../../web/router.tsx';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Success } from '../../../web/ui/Success.tsx';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import type { WechatWay } from '../contract.ts';
import { pageWaitMinutes } from '../rules.ts';
import { AskAgain } from './AskAgain.tsx';
import { OtherWays } from './OtherWays.tsx';
import { planNameIn } from './plan-names.ts';
import styles from './WechatPay.module.css';
import { type Offer, Plans, yuanOf } from './WechatPlans.tsx';
import { firstWay } from './ways.ts';
import { type FailureCause, type WechatPayment, waitMsOf } from './wechat-flow.ts';
import type { WechatPayments } from './wechat-payments.ts';

interface Price {
  plan: string;
  amount: number;
}
type Step<Name extends WechatPayment['step']> = Extract<WechatPayment, { step: Name }>;

/** Paying by WeChat, to the end; every step stands where the last one stood (spec: payments.md#profile-page). */
export function WechatPay({
  payments,
  payment,
  offers,
  ways,
  isSandbox,
  isGift,
  accept,
  waives,
  next,
}: {
  payments: WechatPayments;
  payment: WechatPayment;
  offers: readonly Offer[];
  ways: readonly WechatWay[];
  isSandbox: boolean;
  isGift: boolean;
  /** The documents that the buyer agrees to; null: none. */
  accept: Agreed | null;
  /** The buyer gives up the right to withdraw. */
  waives: boolean;
  /** The page that the payer came from; null: none. */
  next: string | null;
}) {
  const { t } = useText();
  const heading = useHandedFocus(payment.step);
  /** The price of the last plan that was chosen with a discount. */
  const [price, setPrice] = useState<Price | null>(null);
  // The rendered page is the same for every browser.
  const first = useIsBrowser() ? firstWay(ways, navigator.userAgent) : 'qr';
  const [picked, setWay] = useState<WechatWay | null>(null);
  const way = picked ?? first;
  const { step } = payment;
  const current = 'way' in payment ? payment.way : way;
  return (
    <section className={styles.payment} aria-labelledby="wechat-title" aria-busy={payment.step === 'pending'}>
      <h3 ref={heading} id="wechat-title" tabIndex={-1} className={styles.title}>
        {t(step === 'pending' && current !== 'qr' ? 'payments.payInWechat' : titles[step])}
      </h3>
      {payment.step === 'idle' && (
        <Plans
          offers={offers}
          word={t(way === 'qr' ? 'payments.wechatText' : 'payments.phoneText')}
          onChoose={(offer, discount) => {
            setPrice(discount && { plan: offer.plan, amount: discount.quote.amount });
            const { plan, months } = offer;
            void payments.choose({ plan, months }, { isGift, coupon: discount?.code ?? null, way, accept, waives });
          }}
        />
      )}
      {payment.step === 'pending' && (
        <Pending
          payment={payment}
          offers={offers}
          price={price}
          isSandbox={isSandbox}
          payments={payments}
          next={next}
        />
      )}
      {payment.step === 'success' && <Paid isGift={isGift} next={next} onContinue={() => payments.startOver()} />}
      {payment.step === 'failed' && <Failed payment={payment} payments={payments} />}
      {(step === 'idle' || step === 'failed' || (step === 'pending' && payment.order)) && (
        <OtherWays
          ways={ways}
          current={current}
          onChoose={(other) => {
            setWay(other);
            if (step !== 'idle') void payments.payAgain(other);
          }}
        />
      )}
    </section>
  );
}

const titles = {
  idle: 'payments.wechat',
  pending: 'payments.scan',
  success: 'payments.paid',
  failed: 'payments.failed',
} as const;

/** The pressed button disappears with its step: the next heading takes the focus, unless the focus is elsewhere. */
function useHandedFocus(step: WechatPayment['step']) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

const phonePay = createPart(() => import('./PhonePay.tsx').then((module) => module.PhonePay));

function Pending({
  payment,
  offers,
  price,
  isSandbox,
  payments,
  next,
}: {
  payment: Step<'pending'>;
  offers: readonly Offer[];
  price: Price | null;
  isSandbox: boolean;
  payments: WechatPayments;
  next: string | null;
}) {
  const { t, language } = useText();
  const { plan, order, way } = payment;
  const { Component: PhonePay } = usePart(phonePay, { isWanted: way !== 'qr', onFail: () => payments.cancel() });
  const offer = offers.find((offered) => offered.plan === plan);
  const amount = price?.plan === plan ? price.amount : offer?.amount;
  const chosen = amount !== undefined && (
    <p className={styles.chosen}>
      {planNameIn(offers, plan, language)}{' '}
      <span className={styles.price}>{t('payments.yuan', { amount: yuanOf(amount) })}</span>
    </p>
  );
  if (way !== 'qr') {
    const given = { payments, payment, chosen, isSandbox, next };
    return PhonePay ? <PhonePay {...given} /> : <Spinner />;
  }
  return (
    <div className={styles.pending}>
      <div className={styles.code}>
        {order?.qrCode ? (
          <img src={order.qrCode} alt={t('payments.qrCode')} width={232} height={232} className={styles.image} />
        ) : (
          <span className={styles.image}>
            <Spinner />
          </span>
        )}
      </div>
      <div className={styles.words}>
        {chosen}
        <p role="status">{t(order ? 'payments.waiting' : 'payments.creating')}</p>
        <p className={styles.text}>{t('payments.scanText', { count: pageWaitMinutes })}</p>
        <p className={styles.onPhone}>{t('payments.onPhone')}</p>
        <Ways>
          {isSandbox && order && (
            <a href={`/sandbox/pay/${order.id}`} target="_blank" rel="noopener" className={buttonClass()}>
              {t('payments.sandbox')}
            </a>
          )}
          <Button onClick={() => payments.cancel()}>{t('payments.cancel')}</Button>
        </Ways>
      </div>
    </div>
  );
}

const Spinner = () => <span aria-hidden="true" className={styles.spinner} />;

function Paid({ isGift, next, onContinue }: { isGift: boolean; next: string | null; onContinue: () => void }) {
  const { t } = useText();
  return (
    <>
      <Success>{t(isGift ? 'payments.gift.paidText' : 'payments.paidText')}</Success>
      <Ways>
        {next !== null && (
          <Link ref={takeFocus} to={next} className={buttonClass({ variant: 'primary' })}>
            {t('payments.readOn')}
          </Link>
        )}
        <Button onClick={onContinue}>{t('payments.continue')}</Button>
      </Ways>
    </>
  );
}

/** The payment has come: the way on is one press away. */
function takeFocus(link: HTMLAnchorElement | null): void {
  link?.focus();
}

function Failed({ payment: { cause, orderId, way }, payments }: { payment: Step<'failed'>; payments: WechatPayments }) {
  const { t } = useText();
  const words = useFailure(cause, way);
  return (
    <>
      <Notice>{words}</Notice>
      {orderId !== null && cause.kind !== 'closed' && <p className={styles.text}>{t('payments.lateText')}</p>}
      <Ways>
        <Button variant="primary" onClick={() => payments.startOver()}>
          {t('payments.reselect')}
        </Button>
        {orderId !== null && <AskAgain payments={payments} label={t('payments.askAgain')} />}
        {cause.kind === 'status' && (
          <Link to={paths.contact()} className={buttonClass({ variant: 'quiet' })}>
            {t('payments.contact')}
          </Link>
        )}
      </Ways>
    </>
  );
}

/** The words for a payment that failed, with what is known of why there is no order. */
function useFailure(cause: FailureCause, way: WechatWay): string {
  const text = useText();
  switch (cause.kind) {
    case 'creation':
      return problemOf(cause.error, { text, fallback: 'payments.creationFailed' }).text;
    case 'status':
      return text.t('payments.statusFailed');
    case 'closed':
      return text.t('payments.closed');
    case 'timeout':
      return text.t('payments.timedOut', { count: waitMsOf(way) / 60_000 });
  }
}

const Ways = ({ children }: { children: ReactNode }) => <div className={styles.ways}>{children}</div>;
