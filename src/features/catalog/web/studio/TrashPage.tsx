import { useState } from 'react';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment, Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { useRole } from '../../../studio/web/session-query.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { TrashRow } from '../../studio-contract.ts';
import { NamedBook, NamedBooks } from './NamedBook.tsx';

/** Deleted books and chapters, until their day comes. */
function TrashPage() {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const attempt = useAttempt();
  const isOwner = useRole() === 'owner';
  const search = useSearch();
  const page = Number(search.get('page') ?? 0);
  const asked = useStudioQuery('/studio/trash', { query: { page } });
  const [ending, setEnding] = useState<TrashRow | null>(null);

  const restore = ({ id, name }: TrashRow) =>
    attempt(async () => {
      await calls.send('POST', '/studio/trash/:uuid/restore', { params: { uuid: id } });
      await asked.refetch();
      showToast({ text: t('trash.restored', { name }) });
    });

  return (
    <Page title={t('trash.title')} lead={t('trash.text')}>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <NamedBooks ids={result.map(({ book_uuid: uuid }) => uuid)}>
            <Table
              caption={t('trash.title')}
              rows={result}
              rowKey={({ id }) => id}
              empty={{ title: t('trash.nothing'), text: t('trash.nothingText') }}
              columns={[
                {
                  head: t('trash.what'),
                  cell: ({ kind, book_uuid: uuid, name }) =>
                    kind === 'book' ? <NamedBook id={uuid} name={name} /> : <bdi>{name}</bdi>,
                },
                { head: t('books.kind'), cell: ({ kind }) => t(`trash.kinds.${kind}`), isWanted: true },
                {
                  head: t('trash.of'),
                  isWanted: true,
                  cell: ({ kind, book_uuid: uuid }) => (kind === 'book' ? null : <NamedBook id={uuid} name="" />),
                },
                { head: t('trash.deleted'), cell: ({ deleted_at: at }) => <Moment at={at} /> },
                { head: t('audit.user'), cell: ({ deleted_by: by }) => <bdi>{by ?? '–'}</bdi> },
                { head: t('trash.gone'), cell: ({ gone_at: at }) => <ExactMoment at={at} />, isWanted: true },
                {
                  head: t('kit.actions'),
                  isAction: true,
                  cell: (row) => (
                    <>
                      <Button onClick={() => void restore(row)}>{t('trash.restore')}</Button>{' '}
                      {isOwner && <Button onClick={() => setEnding(row)}>{t('trash.forEver')}</Button>}
                    </>
                  ),
                },
              ]}
            />
            <Pager total={total} page={page} />
          </NamedBooks>
        )}
      </Loaded>
      <Ask
        open={ending !== null}
        title={t('trash.forEver')}
        confirm={t('trash.forEver')}
        fields={['name']}
        act={async (typed) => {
          if (!ending) return;
          await calls.send('DELETE', '/studio/trash/:uuid', {
            params: { uuid: ending.id },
            body: { name: typed('name') },
          });
          await asked.refetch();
        }}
        onClose={() => setEnding(null)}
      >
        {({ fields }) => (
          <>
            <p>{t('trash.forEverText', { name: ending?.name ?? '' })}</p>
            <Field name="name" label={t('trash.name')} error={fields.name} dir="auto" autoComplete="off" />
          </>
        )}
      </Ask>
    </Page>
  );
}

export const trashPage = studioPage(TrashPage, ['page']);
