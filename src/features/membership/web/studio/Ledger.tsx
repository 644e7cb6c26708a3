import { useState } from 'react';
import { Button } from '../../../../web/ui/Button.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Section, State } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { LedgerRowOnWire, SpanOnWire } from '../../studio-contract.ts';
import styles from './Ledger.module.css';
import { type Member, type MembershipDeed, MembershipDialog, useGift } from './MembershipDialog.tsx';

const pageSize = 100;

/** The ledger of a person: each row, which can be revoked, and each day that it explains. */
export function Ledger({ person, onChanged }: { person: Member; onChanged: () => void }) {
  const { t } = useStudioText();
  const params = { uuid: person.uuid };
  const [page, setPage] = useState(0);
  const asked = useStudioQuery('/studio/users/:uuid/ledger', { params, query: { page, page_size: pageSize } });
  const [deed, setDeed] = useState<MembershipDeed | null>(null);
  return (
    <Section title={t('people.ledger')} actions={<SaveCsv path="/studio/users/:uuid/ledger" given={{ params }} />}>
      <Loaded asked={asked}>
        {({ data }) => (
          <>
            <Spans spans={data.spans} />
            <Rows rows={data.result} onRevoke={(entry) => setDeed({ kind: 'revoke', entry })} />
            {data.total > pageSize && <Pager total={data.total} page={page} size={pageSize} onPage={setPage} />}
          </>
        )}
      </Loaded>
      <MembershipDialog deed={deed} person={person} onDone={onChanged} onClose={() => setDeed(null)} />
    </Section>
  );
}

/** The days of membership as periods, each with what the row gives that explains it. */
function Spans({ spans }: { spans: readonly SpanOnWire[] }) {
  const { t } = useStudioText();
  const giftOf = useGift();
  if (spans.length === 0) return null;
  return (
    <ol className={styles.spans} aria-label={t('people.spans')}>
      {spans.map((span) => (
        <li key={`${span.from} ${span.entry}`} className={styles.span}>
          <span>
            <ExactMoment at={span.from} /> – <ExactMoment at={span.to} />
          </span>
          <span className={styles.why}>{`${giftOf(span)} · ${t(`people.sources.${span.source}`)}`}</span>
        </li>
      ))}
    </ol>
  );
}

function Rows({ rows, onRevoke }: { rows: readonly LedgerRowOnWire[]; onRevoke: (row: LedgerRowOnWire) => void }) {
  const { t } = useStudioText();
  const giftOf = useGift();
  return (
    <Table
      caption={t('people.ledger')}
      rows={rows}
      rowKey={({ id }) => String(id)}
      empty={{ title: t('people.noLedger'), text: t('people.noLedgerText') }}
      columns={[
        { head: t('people.gives'), cell: (row) => (row.counts ? giftOf(row) : <del>{giftOf(row)}</del>) },
        { head: t('audit.at'), isWanted: true, cell: ({ at }) => <ExactMoment at={at} /> },
        { head: t('people.source'), isWanted: true, cell: ({ source }) => t(`people.sources.${source}`) },
        {
          head: t('kit.reason'),
          cell: ({ reason, by }) => (
            <>
              <bdi>{reason ?? ''}</bdi>
              {by !== null && (
                <>
                  {' '}
                  (<bdi>{by}</bdi>)
                </>
              )}
            </>
          ),
        },
        {
          head: t('kit.state'),
          cell: ({ counts, kind }) =>
            kind === 'revoke' ? (
              ''
            ) : (
              <State tone={counts ? 'good' : 'plain'}>{t(counts ? 'people.counts' : 'people.takenBack')}</State>
            ),
        },
        {
          head: t('kit.actions'),
          isAction: true,
          cell: (row) =>
            row.counts && row.kind !== 'revoke' ? (
              <Button aria-label={t('people.takeBackOf', { what: giftOf(row) })} onClick={() => onRevoke(row)}>
                {t('people.takeBack')}
              </Button>
            ) : null,
        },
      ]}
    />
  );
}
