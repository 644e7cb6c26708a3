import { type ReactNode, useState } from 'react';
import { writeMoney } from '../../../../web/money.ts';
import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useLookAgain, useStudioQuery } from '../../../studio/web/calls.ts';
import { History } from '../../../studio/web/History.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Facts, LoadedPage, Page, Section, State, studioPage } from '../../../studio/web/Page.tsx';
import { usePlanName } from '../../../studio/web/plan-names.ts';
import { ShortId } from '../../../studio/web/ShortId.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { StudioOrderDetail } from '../../studio-contract.ts';
import { type OrderDeed, OrderDialog } from './OrderDialog.tsx';
import { OrderState } from './OrderTable.tsx';

const lookEveryMs = 5000;

/** An order with all that was heard of it, the refunds, and the rows of the ledger that it made. */
function OrderPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const asked = useStudioQuery('/studio/orders/:id', { params: { id } });
  const isUnderWay = asked.data?.data.result.refunds.some(({ state }) => state === 'pending') ?? false;
  useLookAgain('/studio/orders/:id', { everyMs: lookEveryMs, isWanted: isUnderWay });
  return (
    <LoadedPage asked={asked}>
      {({ data: { result } }) => <OpenedOrder order={result} onChanged={async () => void (await asked.refetch())} />}
    </LoadedPage>
  );
}

function OpenedOrder({ order, onChanged }: { order: StudioOrderDetail; onChanged: () => Promise<void> }) {
  const { t, language } = useStudioText();
  const [deed, setDeed] = useState<OrderDeed | null>(null);
  const write = (amount: number) => writeMoney(amount, order.currency, language);
  return (
    <Page
      title={t('sales.numbered', { number: order.number })}
      state={<OrderState {...order} />}
      actions={
        <>
          {order.left > 0 && order.paid_at !== null && (
            <Button onClick={() => setDeed('refund')}>{t('sales.refund')}</Button>
          )}
          {order.review !== null && <Button onClick={() => setDeed('resolve')}>{t('sales.resolve')}</Button>}
          {order.user === null && order.paid_at !== null && (
            <Button onClick={() => setDeed('assign')}>{t('sales.assign')}</Button>
          )}
        </>
      }
    >
      {order.review !== null && <Notice>{t('sales.reviewText', { reason: order.review })}</Notice>}
      <Facts facts={useFacts(order, write)} />
      <Section title={t('sales.events')}>
        <Events order={order} />
      </Section>
      <Section title={t('sales.refunds')}>
        <Table
          caption={t('sales.refunds')}
          rows={order.refunds}
          rowKey={({ refund_id: id }) => id}
          empty={{ title: t('sales.noRefunds') }}
          columns={[
            { head: t('sales.at'), cell: ({ at }) => <ExactMoment at={at} /> },
            { head: t('sales.amount'), isNumber: true, isWanted: true, cell: ({ amount }) => write(amount) },
            {
              head: t('kit.state'),
              isWanted: true,
              cell: ({ state }) => (
                <State tone={state === 'succeeded' ? 'good' : state === 'failed' ? 'warning' : 'plain'}>
                  {t(`sales.refundStates.${state}`)}
                </State>
              ),
            },
          ]}
        />
      </Section>
      <Section title={t('people.ledger')}>
        <Table
          caption={t('people.ledger')}
          rows={order.ledger}
          rowKey={({ id }) => String(id)}
          empty={{ title: t('people.noLedger') }}
          columns={[
            {
              head: t('people.gives'),
              cell: ({ months, days, kind }) => {
                if (months !== null) return t('people.months', { count: months });
                return days === null ? t(`people.kinds.${kind}`) : t('numbers.days', { count: days });
              },
            },
            { head: t('audit.at'), isWanted: true, cell: ({ at }) => <ExactMoment at={at} /> },
            {
              head: t('kit.state'),
              isWanted: true,
              cell: ({ counts }) => (
                <State tone={counts ? 'good' : 'plain'}>{t(counts ? 'people.counts' : 'people.takenBack')}</State>
              ),
            },
          ]}
        />
      </Section>
      <Section title={t('book.tabs.history')}>
        <History target={order.order_id} />
      </Section>
      <OrderDialog deed={deed} order={order} onDone={onChanged} onClose={() => setDeed(null)} />
    </Page>
  );
}

function useFacts(order: StudioOrderDetail, write: (amount: number) => string): [string, ReactNode][] {
  const { t } = useStudioText();
  const nameOfPlan = usePlanName();
  const { user } = order;
  return [
    [t('sales.number'), <ShortId key="number" id={order.number} title={t('sales.copyNumber')} />],
    [
      t('kit.person'),
      user ? (
        <Link key="person" to={studioPaths.person(user.uuid)}>
          <bdi>{user.username}</bdi>
        </Link>
      ) : (
        t('sales.nobody')
      ),
    ],
    [t('sales.amount'), write(order.amount)],
    ...(order.full_amount === order.amount
      ? []
      : [[t('sales.fullAmount'), write(order.full_amount)] satisfies [string, ReactNode]]),
    [t('sales.refunded'), write(order.refunded)],
    [t('sales.provider'), t(`sales.providers.${order.provider}`)],
    ...(order.way === 'card' ? [] : [[t('sales.way'), t(`sales.ways.${order.way}`)] satisfies [string, ReactNode]]),
    [t('sales.plan'), <bdi key="plan">{order.plan === null ? '–' : nameOfPlan(order.plan)}</bdi>],
    [t('sales.ordered'), <ExactMoment key="ordered" at={order.created_at} />],
    [t('sales.paid'), order.paid_at ? <ExactMoment key="paid" at={order.paid_at} /> : '–'],
    [
      t('sales.payment'),
      <bdi key="payment" dir="ltr">
        {order.payment ?? '–'}
      </bdi>,
    ],
    ...(order.gift ? [[t('sales.gift'), t(`sales.giftStates.${order.gift.state}`)] satisfies [string, ReactNode]] : []),
    ...(order.disputed_at
      ? [[t('sales.disputed'), <ExactMoment key="disputed" at={order.disputed_at} />] satisfies [string, ReactNode]]
      : []),
  ];
}

const results = ['granted', 'already', 'refunded', 'pending', 'failed', 'expired', 'answered'] as const;

function Events({ order }: { order: StudioOrderDetail }) {
  const { t, language } = useStudioText();
  const resultOf = (outcome: string | null) => {
    const known = results.find((each) => each === outcome);
    if (known) return t(`sales.results.${known}`);
    return outcome === null ? t('sales.noOutcome') : <bdi>{outcome}</bdi>;
  };
  return (
    <Table
      caption={t('sales.events')}
      rows={order.events}
      rowKey={(event) => `${event.at} ${event.kind} ${event.outcome}`}
      empty={{ title: t('sales.noEvents') }}
      columns={[
        { head: t('sales.at'), cell: ({ at }) => <ExactMoment at={at} /> },
        { head: t('sales.event'), isWanted: true, cell: ({ kind }) => <bdi dir="ltr">{kind}</bdi> },
        {
          head: t('sales.amount'),
          isNumber: true,
          cell: ({ amount, currency }) =>
            amount === null || currency === null ? '' : writeMoney(amount, currency, language),
        },
        {
          head: t('sales.outcome'),
          isWanted: true,
          cell: ({ outcome }) => resultOf(outcome),
        },
      ]}
    />
  );
}

export const orderPage = studioPage(OrderPage);
