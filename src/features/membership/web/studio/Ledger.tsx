import { useRef, useState } from 'react';
import type { AnswerOf, CallAt } from '../../../../shared/calls.ts';
import { writeUtcDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { randomUuid } from '../../../../web/random-uuid.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask, type Typed, typedOf } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Section, State } from '../../../studio/web/Page.tsx';
import { ReasonField } from '../../../studio/web/ReasonField.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { LedgerRowOnWire } from '../../studio-contract.ts';
import styles from './Ledger.module.css';

type LedgerList = AnswerOf<CallAt<'GET', '/studio/users/:uuid/ledger'>>;
interface Person {
  uuid: string;
  username: string;
  expire_at: string | null;
  is_expired: boolean;
}

type Deed = { kind: 'extend' | 'until' | 'end' } | { kind: 'revoke'; entry: LedgerRowOnWire };

/** The ledger of a person: each row, each day that it explains, and the ways to change the membership by hand. */
export function Ledger({ person, onChanged }: { person: Person; onChanged: () => void }) {
  const { t } = useStudioText();
  const params = { uuid: person.uuid };
  const asked = useStudioQuery('/studio/users/:uuid/ledger', { params, query: { page_size: 100 } });
  const [deed, setDeed] = useState<Deed | null>(null);
  return (
    <Section
      title={t('people.ledger')}
      actions={
        <>
          <Button onClick={() => setDeed({ kind: 'extend' })}>{t('people.extend')}</Button>
          <Button onClick={() => setDeed({ kind: 'until' })}>{t('people.setEnd')}</Button>
          {person.expire_at !== null && !person.is_expired && (
            <Button onClick={() => setDeed({ kind: 'end' })}>{t('people.endNow')}</Button>
          )}
          <SaveCsv path="/studio/users/:uuid/ledger" given={{ params }} />
        </>
      }
    >
      <Loaded asked={asked}>
        {({ data }) => (
          <>
            <Spans list={data} />
            <Rows rows={data.result} onRevoke={(entry) => setDeed({ kind: 'revoke', entry })} />
          </>
        )}
      </Loaded>
      <DeedDialog
        deed={deed}
        person={person}
        onDone={async () => {
          onChanged();
          await asked.refetch();
        }}
        onClose={() => setDeed(null)}
      />
    </Section>
  );
}

/** A row's gift in words: months, days or an end. */
function useGift(): (row: Pick<LedgerRowOnWire, 'months' | 'days' | 'until' | 'kind'>) => string {
  const { t, language } = useStudioText();
  return ({ months, days, until, kind }) => {
    if (kind === 'revoke') return t('people.kinds.revoke');
    if (until !== null) return t('people.setTo', { day: writeUtcDay(until, language) });
    if (months !== null) return t('people.months', { count: months });
    return days === null ? t(`people.kinds.${kind}`) : t('numbers.days', { count: days });
  };
}

/** The days of membership as periods, each with the row that explains it. */
function Spans({ list: { spans, result } }: { list: LedgerList }) {
  const { t } = useStudioText();
  const giftOf = useGift();
  if (spans.length === 0) return null;
  return (
    <ol className={styles.spans} aria-label={t('people.spans')}>
      {spans.map(({ from, to, entry }) => {
        const row = result.find(({ id }) => id === entry);
        return (
          <li key={`${from} ${entry}`} className={styles.span}>
            <span>
              <ExactMoment at={from} /> – <ExactMoment at={to} />
            </span>
            <span className={styles.why}>
              {row ? `${giftOf(row)} · ${t(`people.sources.${row.source}`)}` : `#${entry}`}
            </span>
          </li>
        );
      })}
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

function DeedDialog({
  deed,
  person,
  onDone,
  onClose,
}: {
  deed: Deed | null;
  person: Person;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const giftOf = useGift();
  // The request's id: one for all tries of a dialog, so that a try after a lost answer counts once.
  const request = useRef({ deed, id: '' });
  if (request.current.deed !== deed) request.current = { deed, id: deed ? randomUuid(crypto) : '' };

  async function act(typed: Typed): Promise<void> {
    if (!deed) return;
    const { data } = await calls.send('POST', '/studio/users/:uuid/membership', {
      params: { uuid: person.uuid },
      body: { request_id: request.current.id, reason: typed('reason'), ...changeOf(deed, typed) },
    });
    await onDone();
    const until = data.result.expire_at;
    showToast({ text: until ? t('people.nowUntil', { day: writeUtcDay(until, language) }) : t('people.nowNone') });
  }

  const titles = {
    extend: 'people.extend',
    until: 'people.setEnd',
    end: 'people.endNow',
    revoke: 'people.takeBack',
  } as const;
  return (
    <Ask
      open={deed !== null}
      title={deed ? `${t(titles[deed.kind])}: ${person.username}` : ''}
      confirm={deed ? t(titles[deed.kind]) : ''}
      fields={['reason', 'extend.days', 'extend.months', 'extend', 'until']}
      act={act}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          {deed?.kind === 'extend' && (
            <>
              <Field
                name="value"
                label={t('people.howMany')}
                inputMode="numeric"
                defaultValue="7"
                dir="ltr"
                error={fields['extend.days'] ?? fields['extend.months'] ?? fields.extend}
              />
              <ChoiceField
                name="unit"
                label={t('people.unit')}
                options={units.map((value) => ({ value, label: t(`people.units.${value}`) }))}
              />
            </>
          )}
          {deed?.kind === 'until' && (
            <Field name="until" type="datetime-local" label={t('people.until')} hint="UTC" error={fields.until} />
          )}
          {deed?.kind === 'revoke' && <p>{t('people.takeBackText', { what: giftOf(deed.entry) })}</p>}
          {deed?.kind === 'end' && <p>{t('people.endText')}</p>}
          <ReasonField error={fields.reason} />
        </>
      )}
    </Ask>
  );
}

const units = ['days', 'months'] as const;

function changeOf(deed: Deed, typed: Typed) {
  if (deed.kind === 'extend') return { extend: { [typedOf(units, typed('unit'))]: Number(typed('value')) } };
  if (deed.kind === 'until') return { until: `${typed('until')}Z` };
  return deed.kind === 'revoke' ? { revoke: deed.entry.id } : { end: true as const };
}
