import { useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import { CopyButton } from '../../../studio/web/CopyButton.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { History } from '../../../studio/web/History.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Facts, LoadedPage, Page, Section, State, studioPage } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { CouponBatch } from '../../studio-contract.ts';
import { useTerms } from './coupon-terms.ts';

type Coupon = CouponBatch['coupons'][number];

/** The coupons that were made together, known by the last symbols of their codes. */
function CouponBatchPage({ params }: { params: Record<string, string> }) {
  const { batch = '' } = params;
  const asked = useStudioQuery('/studio/coupons/:batch', { params: { batch } });
  return (
    <LoadedPage asked={asked}>
      {({ data: { result } }) => <OpenedBatch batch={result} onChanged={() => void asked.refetch()} />}
    </LoadedPage>
  );
}

function OpenedBatch({ batch, onChanged }: { batch: CouponBatch; onChanged: () => void }) {
  const { t, number } = useStudioText();
  const calls = useStudioCalls();
  const termsOf = useTerms();
  const [stopping, setStopping] = useState<Coupon | 'all' | null>(null);
  const isOver = batch.coupons.every(({ stopped }) => stopped);

  async function stop(): Promise<void> {
    if (stopping === null) return;
    const params = { batch: batch.batch };
    if (stopping === 'all') await calls.send('POST', '/studio/coupons/:batch/stop', { params });
    else await calls.send('POST', '/studio/coupons/:batch/:id/stop', { params: { ...params, id: stopping.id } });
    onChanged();
    showToast({ text: t('kit.saved') });
  }

  return (
    <Page
      title={t('coupons.titleOf', { gives: termsOf(batch) })}
      state={isOver ? <State>{t('coupons.stopped')}</State> : null}
      actions={isOver ? null : <Button onClick={() => setStopping('all')}>{t('coupons.stopAll')}</Button>}
    >
      <Facts
        facts={[
          [t('coupons.codes'), number(batch.made)],
          [t('coupons.used'), number(batch.used)],
          [t('coupons.left'), number(batch.left)],
          [t('coupons.maxUses'), number(batch.max_uses)],
          [t('coupons.ways'), t(`coupons.wayKinds.${batch.ways.length > 1 ? 'both' : (batch.ways[0] ?? 'wechat')}`)],
          [t('coupons.who'), t(batch.new_users ? 'coupons.newUsers' : 'coupons.everybody')],
          [t('coupons.expires'), batch.expires_at ? <ExactMoment key="at" at={batch.expires_at} /> : '–'],
          [t('coupons.note'), <bdi key="note">{batch.note ?? '–'}</bdi>],
          [t('coupons.madeBy'), <bdi key="by">{batch.created_by ?? t('audit.command_line')}</bdi>],
        ]}
      />
      <Table
        caption={t('coupons.codes')}
        rows={batch.coupons}
        rowKey={({ id }) => id}
        empty={{ title: t('coupons.nothing') }}
        columns={[
          {
            head: t('coupons.code'),
            cell: ({ code, last_four: last }) => <bdi dir="ltr">{code ?? `…${last}`}</bdi>,
            beside: ({ code }) => code !== null && <CopyButton words={code} label={t('coupons.copyOf', { code })} />,
          },
          { head: t('coupons.used'), isNumber: true, isWanted: true, cell: ({ used }) => number(used) },
          {
            head: t('kit.state'),
            isWanted: true,
            cell: ({ stopped }) => (stopped ? <State>{t('coupons.stopped')}</State> : ''),
          },
          {
            head: t('kit.actions'),
            isAction: true,
            cell: (row) =>
              row.stopped ? null : (
                <Button
                  aria-label={t('coupons.stopOf', { code: row.code ?? `…${row.last_four}` })}
                  onClick={() => setStopping(row)}
                >
                  {t('coupons.stop')}
                </Button>
              ),
          },
        ]}
      />
      <Section title={t('book.tabs.history')}>
        <History target={batch.batch} />
      </Section>
      <Ask
        open={stopping !== null}
        title={
          stopping === 'all' || stopping === null
            ? t('coupons.stopAll')
            : t('coupons.stopOf', { code: stopping.code ?? `…${stopping.last_four}` })
        }
        confirm={t('coupons.stop')}
        act={stop}
        onClose={() => setStopping(null)}
      >
        {() => <p>{t('coupons.stopText')}</p>}
      </Ask>
    </Page>
  );
}

export const couponBatchPage = studioPage(CouponBatchPage);
