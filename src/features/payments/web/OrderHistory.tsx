import { useEffect, useState } from 'react';
import { receiptPath } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { writeMoney } from '../../../web/money.ts';
import { useQuery } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { CopyField } from '../../../web/ui/CopyField.tsx';
import { CheckIcon, CopyIcon } from '../../../web/ui/field-icons.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import row from '../../../web/ui/Row.module.css';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { Tooltip } from '../../../web/ui/Tooltip.tsx';
import type { Gift, Order } from '../contract.ts';
import { isFixed } from '../plans.ts';
import { Fapiao } from './Fapiao.tsx';
import styles from './OrderHistory.module.css';
import { ordersQuery, siteQuery } from './payment-queries.ts';
import { planNameIn } from './plan-names.ts';
import { Withdrawal } from './Withdrawal.tsx';

/** A longer list shows so many first. */
const fewOrders = 5;
/** Enough of a number to tell a user's orders apart; the whole of it is copied. */
const shortLength = 8;
/** How long a press is answered (spec: site.md#dates-and-times). */
const answerMs = 1500;

/** The user's orders, newest first: each order is its own receipt. */
export function OrderHistory({ userUuid }: { userUuid: string | undefined }) {
  const { t } = useText();
  const { data, isError, isFetching, refetch } = useQuery(ordersQuery(useApi(), userUuid));
  const { data: site } = useQuery(siteQuery(useApi()));
  const [showsAll, setShowsAll] = useState(false);
  const orders = data?.result ?? [];
  const shown = showsAll ? orders : orders.slice(0, fewOrders);
  return (
    <>
      {isError && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>{t('payments.ordersFailed')}</Notice>
      )}
      {!data && !isError && <Skeleton className={styles.waiting} />}
      {data && orders.length === 0 && <p className={styles.text}>{t('payments.noOrders')}</p>}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={t('payments.orders')}>
          {shown.map((order) => (
            <OrderRow
              key={order.order_id}
              order={order}
              offersFapiao={site?.fapiao === true}
              onChanged={() => void refetch()}
            />
          ))}
        </ul>
      )}
      {orders.length > shown.length && (
        <Button className={styles.all} onClick={() => setShowsAll(true)}>
          {t('payments.allOrders', { count: orders.length })}
        </Button>
      )}
    </>
  );
}

function OrderRow({ order, offersFapiao, onChanged }: { order: Order; offersFapiao: boolean; onChanged: () => void }) {
  const { t, language } = useText();
  const bought = order.paid_at ?? order.created_at;
  const name = usePlanName(order);
  return (
    <li className={styles.row}>
      <div className={row.words}>
        <p className={row.name}>
          {name}
          <Badge tone={order.status === 'succeeded' ? 'accent' : 'line'}>{t(`payments.status.${order.status}`)}</Badge>
          {order.gift && <Badge tone="line">{t('payments.gift.badge')}</Badge>}
        </p>
        <p className={row.facts}>
          <time dateTime={bought}>{writeDateTime(bought, language)}</time>
          <span>{t('payments.months', { count: order.months })}</span>
          <span>{t(`payments.provider.${order.provider}`)}</span>
          {order.full_amount > order.amount && (
            <span>
              {t('payments.discount.insteadOf', { price: writeMoney(order.full_amount, order.currency, language) })}
            </span>
          )}
        </p>
      </div>
      <p className={styles.amount}>
        <bdi>{writeMoney(order.amount, order.currency, language)}</bdi>
      </p>
      <OrderNumber number={order.order_id} />
      {order.gift && <GiftState gift={order.gift} />}
      {order.paid_at !== null && (
        <div className={styles.deeds}>
          <Link
            to={receiptPath(order.order_id)}
            className={styles.deed}
            aria-label={t('receipts.linkOf', { number: order.order_id.slice(0, shortLength) })}
          >
            {t('receipts.link')}
          </Link>
          {offersFapiao && <Fapiao orderId={order.order_id} className={styles.deed} />}
          <Withdrawal order={order} className={styles.deed} onWithdrawn={onChanged} />
        </div>
      )}
    </li>
  );
}

/** The name of the order's plan; one that is paused has none on the page, and goes by its length. */
function usePlanName({ plan, months }: Order): string {
  const { t, language } = useText();
  const { data: site } = useQuery(siteQuery(useApi()));
  const name = site ? planNameIn(site.plans, plan, language) : '';
  if (name !== '') return name;
  return isFixed(plan) ? t(`payments.plan.${plan}`) : t('payments.months', { count: months });
}

/** The state of a gift; its code, as long as it can be given away. */
function GiftState({ gift: { state, code, expires_at: expiresAt } }: { gift: Gift }) {
  const { t, language } = useText();
  const date = writeDateTime(expiresAt, language);
  if (state === 'refunded') return null;
  return (
    <div className={styles.gift}>
      {code !== null && (
        <CopyField
          label={t('payments.gift.code')}
          value={code}
          copyLabel={t('payments.gift.copy')}
          copiedText={t('payments.copied')}
          selectedText={t('payments.gift.selected')}
        />
      )}
      <p className={styles.text}>{t(`payments.gift.${state}`, { date })}</p>
    </div>
  );
}

/** Where pages may not use the clipboard, the whole number is shown instead. */
function OrderNumber({ number }: { number: string }) {
  const { t } = useText();
  const [answer, setAnswer] = useState<'copied' | 'shown' | null>(null);
  const short = number.slice(0, shortLength);

  useEffect(() => {
    if (answer !== 'copied') return;
    const timer = setTimeout(() => setAnswer(null), answerMs);
    return () => clearTimeout(timer);
  }, [answer]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
      setAnswer('copied');
    } catch {
      setAnswer('shown');
    }
  }

  return (
    <div className={styles.number}>
      <span className={styles.label}>{t('payments.orderNumber')}</span>
      <code dir="ltr" className={styles.digits}>
        {answer === 'shown' ? number : short}
      </code>
      <Tooltip text={answer === 'copied' ? t('payments.copied') : null}>
        <Button variant="quiet" aria-label={t('payments.copyNumber', { number: short })} onClick={copy}>
          {answer === 'copied' ? <CheckIcon /> : <CopyIcon />}
        </Button>
      </Tooltip>
    </div>
  );
}
