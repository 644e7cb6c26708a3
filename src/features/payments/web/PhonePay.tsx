import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { payableMs } from '../limits.ts';
import { AskAgain } from './AskAgain.tsx';
import { keepOpened } from './kept-payment.ts';
import styles from './PhonePay.module.css';
import { callWechat } from './wechat-bridge.ts';
import { lateFrom, type WechatPayment } from './wechat-flow.ts';
import type { WechatPayments } from './wechat-payments.ts';

type Pending = Extract<WechatPayment, { step: 'pending' }>;

/** Paying on the phone one reads on: WeChat is opened from here, and our books say what came of it. */
export function PhonePay({
  payments,
  payment,
  chosen,
  isSandbox,
  next,
}: {
  payments: WechatPayments;
  payment: Pending;
  /** The plan and its price. */
  chosen: ReactNode;
  isSandbox: boolean;
  next: string | null;
}) {
  const { t } = useText();
  const { order, way } = payment;
  return (
    <div className={styles.phone}>
      {chosen}
      <p role="status">{t(order ? 'payments.waiting' : 'payments.making')}</p>
      {order && <TimeLeft until={lateFrom(payment)} />}
      <p className={styles.text}>
        {t(way === 'h5' ? 'payments.openText' : 'payments.confirmText', { count: payableMs / 60_000 })}
      </p>
      {order?.jsapi && <CallUp key={order.id} order={order} payments={payments} isSandbox={isSandbox} />}
      <div className={styles.ways}>
        {order?.h5Url && <OpenWechat order={order} url={order.h5Url} until={lateFrom(payment)} next={next} />}
        {order && <AskAgain payments={payments} label={t('payments.havePaid')} />}
        <Button onClick={() => payments.cancel()}>{t('payments.cancel')}</Button>
      </div>
    </div>
  );
}

/** A link to be tapped: phones open another app for nothing less. */
function OpenWechat({
  order,
  url,
  until,
  next,
}: {
  order: { id: string };
  url: string;
  until: number;
  next: string | null;
}) {
  const { t } = useText();
  return (
    <a
      href={url}
      className={buttonClass({ variant: 'primary' })}
      onClick={() => keepOpened({ orderId: order.id, h5Url: url, until, next })}
    >
      {t('payments.openWechat')}
    </a>
  );
}

/** WeChat's browser may be later than the page. */
const bridgeWaitMs = 3000;

/** Inside WeChat the payment is called up at once; another press makes another order, signed anew. */
function CallUp({
  order,
  payments,
  isSandbox,
}: {
  order: NonNullable<Pending['order']>;
  payments: WechatPayments;
  isSandbox: boolean;
}) {
  const { t } = useText();
  const [isAlone, setAlone] = useState(false);
  const { jsapi } = order;
  useEffect(() => {
    if (!jsapi) return;
    void callWechat(jsapi, { waitMs: isSandbox ? 0 : bridgeWaitMs }).then((isCalled) => {
      setAlone(!isCalled);
      void payments.ask();
    });
  }, [jsapi, payments, isSandbox]);
  return (
    <>
      {isAlone && !isSandbox && <Notice>{t('payments.noBridge')}</Notice>}
      <div className={styles.ways}>
        {isAlone && isSandbox ? (
          <a href={`/sandbox/pay/${order.id}`} target="_blank" rel="noopener" className={buttonClass()}>
            {t('payments.sandbox')}
          </a>
        ) : (
          <Button variant="primary" onClick={() => void payments.payAgain('jsapi')}>
            {t('payments.callAgain')}
          </Button>
        )}
      </div>
    </>
  );
}

const secondMs = 1000;

function TimeLeft({ until }: { until: number }) {
  const { t } = useText();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / secondMs));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <p className={styles.time}>{t('payments.timeLeft', { time: `\u2068${time}\u2069` })}</p>;
}
