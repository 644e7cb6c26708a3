import { useState } from 'react';
import type { AnswerOf, CallAt } from '../../../../shared/calls.ts';
import { writeMoney } from '../../../../web/money.ts';
import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { ReasonField } from '../../../studio/web/ReasonField.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { numberOfOrder } from '../../rules.ts';
import { OrderDialog } from './OrderDialog.tsx';
import { CopyNumber, OrderNumber, OrderReference } from './OrderNumber.tsx';

type Line = AnswerOf<CallAt<'GET', '/studio/payments/report'>>['result'][List][number];

type Found = AnswerOf<CallAt<'POST', '/studio/payments/ask'>>['result']['found'];

/** The lists of the report, those with money in the wrong place first. */
const lists = [
  'paid_not_granted',
  'unattributed',
  'in_review',
  'unsettled',
  'paid_twice',
  'granted_not_paid',
  'disputed',
  'partly_refunded',
] as const;
type List = (typeof lists)[number];
/** The lists whose lines wait for a decision. */
const isDecided: Partial<Record<List, true>> = { in_review: true, unsettled: true };

/** The report: payments and grants that differ, and sales that wait for a decision. */
function PaymentsPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/payments/report');
  const [resolving, setResolving] = useState<Line | null>(null);
  const [assigning, setAssigning] = useState<Line | null>(null);
  const calls = useStudioCalls();
  const refetch = async () => void (await asked.refetch());
  const [found, setFound] = useState<Found | null>(null);
  const attempt = useAttempt();

  const ask = () =>
    attempt(async () => {
      const { data } = await calls.send('POST', '/studio/payments/ask');
      const { found: sales } = data.result;
      setFound(sales.length > 0 ? sales : null);
      showToast({ text: sales.length > 0 ? t('payments.asked', { count: sales.length }) : t('payments.askedNothing') });
      await refetch();
    });

  return (
    <Page
      title={t('payments.title')}
      lead={t('payments.text')}
      actions={<Button onClick={() => void ask()}>{t('payments.ask')}</Button>}
    >
      {found && (
        <Section title={t('payments.asked', { count: found.length })}>
          <Lines
            caption={t('payments.asked', { count: found.length })}
            lines={found.map((sale) => ({
              ...sale,
              number: numberOfOrder(sale.order_id),
              reason: t(`payments.outcomes.${sale.outcome}`),
            }))}
            action={() => null}
          />
        </Section>
      )}
      <Loaded asked={asked}>
        {({ data: { result } }) => {
          const filled = lists.filter((list) => result[list].length > 0);
          if (filled.length === 0)
            return <EmptyState title={t('payments.nothing')}>{t('payments.nothingText')}</EmptyState>;
          return filled.map((list) => (
            <Section key={list} title={t(`payments.lists.${list}`)}>
              <Lines
                caption={t(`payments.lists.${list}`)}
                lines={result[list]}
                action={(line) => (
                  <>
                    {isDecided[list] && <Button onClick={() => setResolving(line)}>{t('sales.resolve')}</Button>}
                    {list === 'unattributed' && line.order_id !== null && (
                      <Button onClick={() => setAssigning(line)}>{t('sales.assign')}</Button>
                    )}
                  </>
                )}
              />
            </Section>
          ));
        }}
      </Loaded>
      <Ask
        open={resolving !== null}
        title={`${t('sales.resolve')}: ${resolving?.number ?? resolving?.reference ?? ''}`}
        confirm={t('sales.resolve')}
        fields={['reason']}
        act={async (typed) => {
          if (!resolving) return;
          await calls.send('POST', '/studio/payments/resolve', {
            body: { reference: resolving.reference, reason: typed('reason') },
          });
          await refetch();
          showToast({ text: t('kit.saved') });
        }}
        onClose={() => setResolving(null)}
      >
        {({ fields }) => (
          <>
            <p>{t('payments.resolveText')}</p>
            <ReasonField error={fields.reason} />
          </>
        )}
      </Ask>
      {assigning?.order_id && (
        <OrderDialog
          deed="assign"
          order={{
            ...{ order_id: assigning.order_id, reference: assigning.reference, months: null, left: 0 },
            currency: assigning.currency ?? 'CNY',
          }}
          onDone={refetch}
          onClose={() => setAssigning(null)}
        />
      )}
    </Page>
  );
}

function Lines({
  caption,
  lines,
  action,
}: {
  caption: string;
  lines: readonly Line[];
  action: (line: Line) => React.ReactNode;
}) {
  const { t, language } = useStudioText();
  return (
    <Table
      caption={caption}
      rows={lines}
      rowKey={({ reference, order_id: id }) => `${id} ${reference}`}
      to={({ order_id: id }) => (id ? studioPaths.order(id) : null)}
      empty={{ title: t('payments.nothing') }}
      columns={[
        {
          head: t('sales.number'),
          cell: ({ number }) => (number ? <OrderNumber number={number} /> : '–'),
          beside: ({ number }) => number && <CopyNumber number={number} />,
        },
        { head: t('sales.reference'), cell: ({ reference }) => <OrderReference reference={reference} /> },
        {
          head: t('kit.person'),
          isWanted: true,
          cell: ({ username }) =>
            username ? <Link to={`${studioPaths.people()}?q=${encodeURIComponent(username)}`}>{username}</Link> : '–',
        },
        {
          head: t('sales.amount'),
          isNumber: true,
          isWanted: true,
          cell: ({ amount, currency }) =>
            amount === null || currency === null ? '–' : writeMoney(amount, currency, language),
        },
        { head: t('payments.why'), isWanted: true, cell: ({ reason }) => <bdi>{reason}</bdi> },
        { head: t('kit.actions'), isAction: true, cell: action },
      ]}
    />
  );
}

export const paymentsPage = studioPage(PaymentsPage);
