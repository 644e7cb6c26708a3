import { useState } from 'react';
import { isLanguage, languageNames } from '../../../../shared/languages.ts';
import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Section, State } from '../../../studio/web/Page.tsx';
import { Pager, pageSize } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { BrokenPageOnWire, FailureOnWire } from '../../studio-contract.ts';
import styles from './Content.module.css';
import { useAct } from './use-act.ts';

/** The imports and files that failed: each can be tried again, or dropped from the list. */
export function FailedWork({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const [page, setPage] = useState(0);
  const asked = useStudioQuery('/studio/health/failures', { query: { page } });
  const calls = useStudioCalls();
  const act = useAct(async () => {
    await asked.refetch();
    await onChanged();
  });
  const nameOf = ({ path, import: { name } }: FailureOnWire) => path ?? (name || t('imports.unnamed'));
  return (
    <Section title={t('health.failures')}>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('health.failures')}
              rows={result}
              rowKey={({ id }) => id}
              empty={{ title: t('health.noFailures') }}
              columns={[
                {
                  head: t('health.what'),
                  cell: (row) => (
                    <Link to={studioPaths.oneImport(row.import.id)}>
                      <bdi>{nameOf(row)}</bdi>
                    </Link>
                  ),
                },
                { head: t('health.cause'), isWanted: true, cell: ({ cause }) => <bdi dir="auto">{cause}</bdi> },
                { head: t('health.when'), cell: ({ at }) => <Moment at={at} /> },
                {
                  head: t('kit.actions'),
                  isAction: true,
                  cell: (row) => (
                    <>
                      <Button
                        aria-label={t('health.retryOf', { name: nameOf(row) })}
                        onClick={() =>
                          void act(
                            calls.send('POST', '/studio/health/failures/:id/retry', { params: { id: row.id } }),
                            () => 'health.begun',
                          )
                        }
                      >
                        {t('health.retry')}
                      </Button>
                      <Button
                        variant="quiet"
                        aria-label={t('health.dismissOf', { name: nameOf(row) })}
                        onClick={() =>
                          void act(
                            calls.send('DELETE', '/studio/health/failures/:id', { params: { id: row.id } }),
                            () => 'health.dismissed',
                          )
                        }
                      >
                        {t('health.dismiss')}
                      </Button>
                    </>
                  ),
                },
              ]}
            />
            {(total > pageSize || page > 0) && <Pager total={total} page={page} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The pages that do not come to readers' browsers, with a look at each. */
export function BrokenPages({ onChanged }: { onChanged: () => Promise<void> }) {
  const { t, number, language } = useStudioText();
  const [page, setPage] = useState(0);
  const asked = useStudioQuery('/studio/broken_pages', { query: { language, page } });
  const calls = useStudioCalls();
  const act = useAct(async () => {
    await asked.refetch();
    await onChanged();
  });
  const nameOf = ({ book_title: book, number: chapter, title, language: of, page }: BrokenPageOnWire) => {
    const edition = isLanguage(of) ? languageNames[of] : of;
    const words = [book, chapter, title, edition].filter((word) => word !== null && word !== '').join(' · ');
    return t('health.pageOf', { title: words, page });
  };
  return (
    <Section title={t('health.brokenPages')}>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('health.brokenPages')}
              rows={result}
              rowKey={({ id }) => id}
              empty={{ title: t('health.noBrokenPages') }}
              columns={[
                {
                  head: t('health.page'),
                  cell: (row) => (
                    <span className={styles.page}>
                      {row.thumbnail && (
                        <img className={styles.thumbnail} src={row.thumbnail.src} alt="" loading="lazy" />
                      )}
                      {row.book_uuid === null ? (
                        <bdi>{nameOf(row)}</bdi>
                      ) : (
                        <Link to={studioPaths.chapter(row.book_uuid, row.chapter_uuid)}>
                          <bdi>{nameOf(row)}</bdi>
                        </Link>
                      )}
                    </span>
                  ),
                },
                {
                  head: t('kit.state'),
                  cell: ({ lost }) => (lost ? <State tone="warning">{t('health.lost')}</State> : '–'),
                },
                { head: t('health.readers'), isNumber: true, isWanted: true, cell: ({ readers }) => number(readers) },
                { head: t('health.reports'), isNumber: true, cell: ({ reports }) => number(reports) },
                { head: t('health.lastReport'), cell: ({ last }) => <Moment at={last} /> },
                {
                  head: t('kit.actions'),
                  isAction: true,
                  cell: (row) => (
                    <Button
                      aria-label={t('health.checkOf', { name: nameOf(row) })}
                      onClick={() =>
                        void act(
                          calls.send('POST', '/studio/broken_pages/:id/check', { params: { id: row.id } }),
                          ({ result: { outcome } }) => `health.outcomes.${outcome}`,
                        )
                      }
                    >
                      {t('health.check')}
                    </Button>
                  ),
                },
              ]}
            />
            {(total > pageSize || page > 0) && <Pager total={total} page={page} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </Section>
  );
}
