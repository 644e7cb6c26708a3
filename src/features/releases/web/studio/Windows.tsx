import { useState } from 'react';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { BookField } from '../../../catalog/web/studio/BookField.tsx';
import { NamedBook, NamedBooks } from '../../../catalog/web/studio/NamedBook.tsx';
import { Ask, type Typed } from '../../../studio/web/Ask.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, State } from '../../../studio/web/Page.tsx';
import { Pager, pageSize } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Window } from './publishing.ts';
import styles from './Windows.module.css';

type Phase = 'ahead' | 'open' | 'over';

function phaseOf({ from, to }: Window): Phase {
  const now = Date.now();
  if (Date.parse(to) <= now) return 'over';
  return Date.parse(from) <= now ? 'open' : 'ahead';
}

/** The windows in which a book, or the whole site, is free. */
export function Windows() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const page = Number(useSearch().get('page') ?? 0);
  const asked = useStudioQuery('/studio/windows', { query: { page } });
  const [isOpen, setOpen] = useState(false);
  const [ending, setEnding] = useState<Window | null>(null);

  async function open(typed: Typed): Promise<void> {
    await calls.send('POST', '/studio/windows', {
      body: {
        // Only the choice "all" may send null, which means the whole site; a missing book is sent empty, and refused.
        book_uuid: typed('extent') === 'all' ? null : typed('book_uuid'),
        from: typed('from'),
        to: typed('to'),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    });
    await asked.refetch();
    showToast({ text: t('kit.saved') });
  }

  async function end(): Promise<void> {
    if (!ending) return;
    await calls.send('DELETE', '/studio/windows/:uuid', { params: { uuid: ending.window_id } });
    await asked.refetch();
  }

  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p>{t('windows.text')}</p>
        <Button variant="primary" onClick={() => setOpen(true)}>
          {t('windows.new')}
        </Button>
      </div>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <NamedBooks ids={result.map(({ book_uuid: book }) => book)}>
            <Table
              caption={t('publishing.views.windows')}
              rows={result}
              rowKey={({ window_id: id }) => id}
              empty={{ title: t('windows.nothing'), text: t('windows.nothingText') }}
              columns={[
                {
                  head: t('windows.what'),
                  cell: ({ book_uuid: book }) => (book ? <NamedBook id={book} name="" /> : t('windows.all')),
                },
                { head: t('kit.from'), cell: ({ from }) => <ExactMoment at={from} />, isWanted: true },
                { head: t('kit.to'), cell: ({ to }) => <ExactMoment at={to} />, isWanted: true },
                {
                  head: t('kit.state'),
                  cell: (row) => (
                    <State tone={phaseOf(row) === 'open' ? 'good' : 'plain'}>
                      {t(`windows.phases.${phaseOf(row)}`)}
                    </State>
                  ),
                  isWanted: true,
                },
                {
                  head: t('windows.end'),
                  isAction: true,
                  cell: (row) =>
                    phaseOf(row) === 'over' ? null : <Button onClick={() => setEnding(row)}>{t('windows.end')}</Button>,
                },
              ]}
            />
            {total > pageSize && <Pager total={total} page={page} />}
          </NamedBooks>
        )}
      </Loaded>
      <Ask
        open={isOpen}
        title={t('windows.new')}
        confirm={t('kit.save')}
        fields={['book_uuid', 'from', 'to']}
        act={open}
        onClose={() => setOpen(false)}
      >
        {(faults) => (
          <>
            <Extent error={faults.fields.book_uuid} />
            <Field name="from" type="datetime-local" label={t('kit.from')} error={faults.fields.from} />
            <Field name="to" type="datetime-local" label={t('kit.to')} error={faults.fields.to} />
          </>
        )}
      </Ask>
      <Ask
        open={ending !== null}
        title={t('windows.end')}
        confirm={t('windows.end')}
        act={end}
        onClose={() => setEnding(null)}
      >
        {() => <p>{ending && t(phaseOf(ending) === 'open' ? 'windows.endOpen' : 'windows.endAhead')}</p>}
      </Ask>
    </div>
  );
}

/** The choice of what a window opens: a book, or every book. */
function Extent({ error }: { error: string | undefined }) {
  const { t } = useStudioText();
  const [extent, setExtent] = useState<'one' | 'all'>('one');
  return (
    <>
      <fieldset className={styles.extent}>
        <legend>{t('windows.what')}</legend>
        {(['one', 'all'] as const).map((value) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="extent"
              value={value}
              checked={extent === value}
              onChange={() => setExtent(value)}
            />
            {t(`windows.${value}`)}
          </label>
        ))}
      </fieldset>
      {extent === 'one' ? <BookField error={error} /> : <Notice>{t('windows.allText')}</Notice>}
    </>
  );
}
