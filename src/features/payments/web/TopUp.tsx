import { useEffect, useRef, useState } from 'react';
import type { Language } from '../../../shared/languages.ts';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { type Agreed, ConsentBox, lackingIn } from '../../../web/ConsentBox.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { useStore } from '../../../web/store.ts';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { Switch } from '../../../web/ui/Switch.tsx';
import { useReturns } from '../../../web/use-returns.ts';
import { giftMonths } from '../../membership/rules.ts';
import { CardPayment } from './CardPayment.tsx';
import { keepWish, takeWish } from './kept-payment.ts';
import { ordersQuery, siteQuery } from './payment-queries.ts';
import styles from './TopUp.module.css';
import { noWaiver, WaiverBoxes } from './WaiverBoxes.tsx';
import { WechatPay } from './WechatPay.tsx';
import { WechatPayments, type Wish } from './wechat-payments.ts';

/**
 * How a membership is bought (spec: payments.md#profile-page): by WeChat in Chinese, by the buttons everywhere.
 * `onPaid` is called whenever an order may have been paid, here, on the phone or in another tab.
 */
export function TopUp({
  userUuid,
  next,
  expireAt,
  plan = null,
  section,
  onPaid,
}: {
  userUuid: string | undefined;
  /** The page that the reader came from and may go back to; null: none. */
  next: string | null;
  /** The end of the membership; null: there is none. Undefined: nobody knows yet. */
  expireAt: string | null | undefined;
  /** The only plan to show, where it is on sale; null: all. */
  plan?: string | null;
  /** The id of the page's section that it stands in. */
  section: string;
  onPaid: () => void;
}) {
  const { t, language } = useText();
  const api = useApi();
  const client = useQueryClient();
  const { data: site, isError, isFetching, refetch } = useQuery(siteQuery(api));
  const payments = useWechatPayments(language, section);
  const [isGift, setGift] = useState(false);
  /** What the box was ticked for: other versions have to be agreed to anew. */
  const [agreed, setAgreed] = useState<string | null>(null);
  /** What an order was refused for: it is newer than what the page knows. */
  const [lacking, setLacking] = useState<Agreed | null>(null);
  const [waiver, setWaiver] = useState(noWaiver);
  const payment = useStore({ get: () => payments.state, subscribe: payments.subscribe }, payments.state);

  function untick(): void {
    setAgreed(null);
    setWaiver(noWaiver);
  }

  function refreshOrders(): void {
    const { queryKey, queryFn } = ordersQuery(api, userUuid);
    void client.prefetchQuery({ queryKey, queryFn, staleTime: 0 });
  }

  useEffect(() =>
    payments.subscribe((now) => {
      refreshOrders();
      if (now.step === 'success') onPaid();
      // The boxes were ticked for this order alone.
      if (now.step === 'pending' && now.order) untick();
      const wanted = now.step === 'failed' && now.cause.kind === 'creation' ? lackingIn(now.cause.error) : null;
      if (wanted) {
        setLacking(wanted);
        untick();
      }
    }),
  );
  // The order is asked about first, since this question may be what grants it.
  useReturns(async () => {
    if (userUuid === undefined) return;
    await payments.ask();
    refreshOrders();
    onPaid();
  });

  if (!site && isError) {
    return (
      <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>{t('payments.siteFailed')}</Notice>
    );
  }
  if (!site) return <Skeleton className={styles.waiting} />;
  const byWechat = site.wechat && language === 'zh-cn';
  const documents = lacking ?? (site.consent === 'purchase' || site.consent === 'both' ? site.documents : {});
  const versions = JSON.stringify(documents);
  const isAgreed = agreed === versions;
  return (
    <div className={styles.ways}>
      {(byWechat || site.stripe) && payment.step === 'idle' && <GiftSwitch isOn={isGift} onChange={setGift} />}
      {byWechat && payment.step === 'idle' && (
        <ConsentBox documents={documents} isAgreed={isAgreed} onChange={(isOn) => setAgreed(isOn ? versions : null)} />
      )}
      {byWechat && payment.step === 'idle' && site.withdrawal_days > 0 && (
        <WaiverBoxes days={site.withdrawal_days} waiver={waiver} onChange={setWaiver} />
      )}
      {byWechat && (
        <WechatPay
          payments={payments}
          payment={payment}
          offers={onlyPlan(site.plans, plan)}
          ways={site.wechat_ways}
          isSandbox={site.sandbox}
          isGift={isGift}
          accept={isAgreed ? documents : null}
          waives={site.withdrawal_days > 0 && waiver.begin && waiver.loss}
          next={next}
        />
      )}
      {site.stripe && (
        <CardPayment
          key={site.stripe.script_url}
          stripe={{ ...site.stripe, buttons: onlyPlan(site.stripe.buttons, plan) }}
          plans={site.plans}
          isGift={isGift}
          userUuid={userUuid}
        />
      )}
      {!byWechat && !site.stripe && <NoWay isElsewhere={site.wechat} />}
      {next !== null && payment.step !== 'success' && <ReadOn next={next} expireAt={expireAt} />}
    </div>
  );
}

function onlyPlan<Offer extends { plan: string }>(offers: readonly Offer[], plan: string | null): Offer[] {
  const only = offers.filter((offer) => offer.plan === plan);
  return only.length > 0 ? only : [...offers];
}

/** With it on, a payment becomes a code to give away. */
function GiftSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { t } = useText();
  return (
    <div className={styles.gift}>
      <Switch label={t('payments.gift.switch')} isOn={isOn} onChange={onChange} />
      <p className={styles.text}>{t('payments.gift.switchText', { count: giftMonths })}</p>
    </div>
  );
}

/** The way back to the chapter; it takes the focus when a payment elsewhere has made the membership longer. */
function ReadOn({ next, expireAt }: { next: string; expireAt: string | null | undefined }) {
  const { t } = useText();
  const link = useRef<HTMLAnchorElement>(null);
  const last = useRef(expireAt);
  useEffect(() => {
    const before = last.current;
    last.current = expireAt;
    if (before !== undefined && (expireAt ?? '') > (before ?? '')) link.current?.focus();
  }, [expireAt]);
  return (
    <Link ref={link} to={next} className={buttonClass()}>
      {t('payments.readOn')}
    </Link>
  );
}

function useWechatPayments(language: Language, section: string): WechatPayments {
  const api = useApi();
  const [{ payments, wish }] = useState(() => {
    const met = takeWish(Date.now());
    return { wish: met, payments: new WechatPayments(api, Date.now, met ? null : meet) };
  });
  useEffect(() => {
    // WeChat has said who pays: the press that asked for it goes on.
    if (wish && language === 'zh-cn') void payments.choose(wish.chosen, { ...wish.terms, way: 'jsapi' });
    return () => payments.stop();
  }, [payments, wish, language]);

  async function meet(wanted: Wish): Promise<void> {
    keepWish(wanted, Date.now());
    const next = `${location.pathname}${location.search}#${section}`;
    const { url } = await api.send('POST', '/payment/wechat/authorize', { body: { next } });
    location.assign(url);
  }
  return payments;
}

/** Nothing is set up, or only WeChat Pay, which the Chinese page has: another language is another document. */
function NoWay({ isElsewhere }: { isElsewhere: boolean }) {
  const { t } = useText();
  if (!isElsewhere) return <p className={styles.text}>{t('payments.none')}</p>;
  return (
    <>
      <p className={styles.text}>{t('payments.wechatOnly')}</p>
      <a href={`${paths.profile()}?lang=zh-cn#top-up`} hrefLang="zh-CN" target="_top" className={buttonClass()}>
        {t('payments.toChinese')}
      </a>
    </>
  );
}
