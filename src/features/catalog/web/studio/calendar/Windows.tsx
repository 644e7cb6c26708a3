import { useState } from 'react';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { Ask, type Typed } from '../../../../studio/web/Ask.tsx';
import { type Listed, useStudioCalls, useStudioQuery } from '../../../../studio/web/calls.ts';
import { ExactMoment } from '../../../../studio/web/Moment.tsx';
import { Loaded, State } from '../../../../studio/web/Page.tsx';
import { Table } from '../../../../studio/web/Table.tsx';
import { useStudioText } from '../../../../studio/web/words.ts';
import { BookField } from '../BookField.tsx';
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
  const asked = useStudioQuery<Listed<Window>>('/windows?page_size=100');
  const [isOpen, setOpen] = useState(false);
  const [ending, setEnding] = useState<Window | null>(null);

  async function open(typed: Typed): Promise<void> {
    await calls.send('POST', '/windows', {
      body: {
        book_uuid: typed('book_uuid').trim() || null,
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
    await calls.send('DELETE', `/windows/${ending.window_id}`);
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
        {({ data: { result } }) => (
          <Table
            caption={t('publishing.views.windows')}
            rows={result}
            rowKey={({ window_id: id }) => id}
            empty={{ title: t('windows.nothing'), text: t('windows.nothingText') }}
            columns={[
              {
                head: t('windows.what'),
                cell: ({ book_uuid: book }) => (book ? <BookName id={book} /> : t('windows.site')),
              },
              { head: t('kit.from'), cell: ({ from }) => <ExactMoment at={from} />, isWanted: true },
              { head: t('kit.to'), cell: ({ to }) => <ExactMoment at={to} />, isWanted: true },
              {
                head: t('kit.state'),
                cell: (row) => (
                  <State tone={phaseOf(row) === 'open' ? 'good' : 'plain'}>{t(`windows.phases.${phaseOf(row)}`)}</State>
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
            <BookField hint={t('windows.bookHint')} error={faults.fields.book_uuid} />
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

/** The title of a book, by the dates of its chapters. */
function BookName({ id }: { id: string }) {
  const { data } = useStudioQuery<Listed<{ book_title: string }>>(`/publishing?book=${id}&page_size=1`);
  return <bdi>{data?.data.result[0]?.book_title ?? id}</bdi>;
}
