import { useEffect, useState } from 'react';
import { languageNames } from '../../../../shared/languages.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters } from '../../../studio/web/Filters.tsx';
import { Loaded, Section, State } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import {
  type ImportOnWire,
  type ImportWarning,
  type PlanBook,
  type PlanChange,
  type PlanFile,
  planShows,
} from '../../studio-contract.ts';
import { CommitRow } from './CommitRow.tsx';
import { EditDialog } from './EditDialog.tsx';
import styles from './Plan.module.css';

/** The books of an import and what becomes of each file; until the commit it can be changed by hand. */
export function Plan({ given, onChanged }: { given: ImportOnWire; onChanged: () => Promise<void> }) {
  const { t, number } = useStudioText();
  const search = useSearch();
  const show = planShows.find((each) => each === search.get('show')) ?? 'all';
  const shown = { params: { id: given.id }, query: { show, page: Number(search.get('page') ?? 0) } };
  const asked = useStudioQuery('/studio/imports/:id/plan', shown);
  const calls = useStudioCalls();
  const keep = useKeepAnswer();
  const { textOf } = useProblems();
  const [isBusy, setBusy] = useState(false);
  const [edited, setEdited] = useState<PlanFile | null>(null);
  const isOpen = given.state === 'checked';
  const isLooking = isOpen && given.phase !== '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: warnings of pictures come after the check, one after the other
  useEffect(() => void asked.refetch(), [given.phase, given.counts.warnings, given.counts.left_out]);

  async function change(changes: PlanChange[]): Promise<void> {
    const answer = await calls.send('PATCH', '/studio/imports/:id/plan', {
      ...shown,
      body: { changes },
      ifMatch: asked.data?.etag ?? null,
    });
    keep('/studio/imports/:id/plan', shown, answer);
    await onChanged();
  }

  /** A change by a button: its failure is told, and the plan that somebody else has changed is loaded anew. */
  async function tryChange(changes: PlanChange[]): Promise<void> {
    setBusy(true);
    try {
      await change(changes);
    } catch (error) {
      showToast({ text: textOf(error) });
      await asked.refetch();
    } finally {
      setBusy(false);
    }
  }

  async function retry(file: PlanFile): Promise<void> {
    try {
      await calls.send('POST', '/studio/imports/:id/files/:fileId/retry', {
        params: { id: given.id, fileId: file.file_id },
      });
      await onChanged();
    } catch (error) {
      showToast({ text: textOf(error) });
    }
  }

  return (
    <Loaded asked={asked}>
      {({ data: { result, total }, etag }) => (
        <>
          {isOpen && <CommitRow id={given.id} etag={etag} isBusy={isBusy} onChanged={onChanged} />}
          <Section title={t('imports.books')}>
            {result.books.map((book) => (
              <BookOfPlan key={book.key} book={book} isOpen={result.books.length === 1} />
            ))}
          </Section>
          <Section title={t('imports.table')}>
            {isLooking && given.total > 0 && (
              <p className={styles.hint}>
                {t('imports.pictures', {
                  done: number(given.done),
                  total: number(given.total),
                })}
              </p>
            )}
            <Filters>
              <FilterSelect
                name="show"
                label={t('imports.show')}
                value={show === 'all' ? '' : show}
                options={planShows.map((value) => ({
                  value: value === 'all' ? '' : value,
                  label: t(`imports.shows.${value}`),
                }))}
              />
            </Filters>
            <Files
              files={result.files}
              books={result.books}
              actions={(file) => (
                <span className={styles.actions}>
                  {isOpen && file.becomes !== null && file.becomes.as !== 'metadata' && (
                    <>
                      {file.becomes.chapter !== null && (
                        <Button variant="quiet" onClick={() => setEdited(file)}>
                          {t('imports.edit')}
                        </Button>
                      )}
                      <Button
                        variant="quiet"
                        disabled={isBusy}
                        onClick={() => void tryChange([{ files: [file.file_id], leave_out: true }])}
                      >
                        {t('imports.leaveOut')}
                      </Button>
                    </>
                  )}
                  {isOpen && file.rule === 'hand' && (
                    <Button
                      variant="quiet"
                      disabled={isBusy}
                      onClick={() => void tryChange([{ files: [file.file_id], leave_out: false }])}
                    >
                      {t('imports.takeIn')}
                    </Button>
                  )}
                  {file.change === 'left_out' && file.rule !== 'hand' && given.state === 'committed' && (
                    <Button variant="quiet" onClick={() => void retry(file)}>
                      {t('imports.retry')}
                    </Button>
                  )}
                </span>
              )}
            />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </Section>
          <EditDialog
            importId={given.id}
            file={edited}
            books={result.books}
            change={change}
            onClose={() => setEdited(null)}
          />
        </>
      )}
    </Loaded>
  );
}

function BookOfPlan({ book, isOpen }: { book: PlanBook; isOpen: boolean }) {
  const { t, number } = useStudioText();
  return (
    <details className={styles.book} open={isOpen}>
      <summary>
        <bdi>{book.title}</bdi>
        <State tone={book.state === 'unchanged' ? 'plain' : 'good'}>{t(`imports.bookStates.${book.state}`)}</State>
        <span>{t('imports.chapters', { count: book.chapters.length })}</span>
        <Warnings warnings={book.warnings} />
      </summary>
      <ol className={styles.chapters}>
        {book.chapters.map((chapter) => (
          <li key={`${chapter.number} ${chapter.key ?? chapter.chapter_uuid}`} className={styles.chapter}>
            <span className={styles.number}>{chapter.number === null ? '–' : number(chapter.number)}</span>
            <bdi>{Object.values(chapter.titles)[0]}</bdi>
            <span className={styles.hint}>{t(`imports.chapterStates.${chapter.state}`)}</span>
            <span className={styles.hint}>{chapter.languages.map(nameOfLanguage).join(', ')}</span>
            <Warnings warnings={chapter.warnings} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function nameOfLanguage(code: string): string {
  return code in languageNames ? languageNames[code as keyof typeof languageNames] : code; // just looked up
}

function Files({
  files,
  books,
  actions,
}: {
  files: readonly PlanFile[];
  books: readonly PlanBook[];
  actions: (file: PlanFile) => React.ReactNode;
}) {
  const { t, number } = useStudioText();
  const titles = new Map(
    books.flatMap((book) =>
      book.chapters.flatMap(({ key, titles: own }) =>
        key === null ? [] : [[`${book.key}\n${key}`, Object.values(own)[0] ?? key] as const],
      ),
    ),
  );
  function becomes({ becomes: made }: PlanFile): string {
    if (!made) return '–';
    const as = t(`imports.as.${made.as}`, { page: made.page === null ? '' : number(made.page) });
    const chapter = made.chapter === null ? null : titles.get(`${made.book}\n${made.chapter}`);
    return [as, chapter, made.language && nameOfLanguage(made.language)].filter(Boolean).join(' · ');
  }
  return (
    <Table
      caption={t('imports.table')}
      rows={files}
      rowKey={({ file_id: id }) => id}
      empty={{ title: t('imports.noFiles') }}
      columns={[
        {
          head: t('imports.file'),
          cell: ({ path, cause, warnings }) => (
            <>
              <span className={styles.path} dir="ltr">
                {path}
              </span>
              {cause && <span className={styles.cause}>{cause}</span>}
              <Warnings warnings={warnings} />
            </>
          ),
        },
        { head: t('imports.becomes'), isWanted: true, cell: (file) => <bdi>{becomes(file)}</bdi> },
        {
          head: t('imports.change'),
          isWanted: true,
          cell: ({ change, cause }) => (
            <State tone={change === 'left_out' && cause ? 'warning' : change === 'new' ? 'good' : 'plain'}>
              {t(`imports.changes.${change}`)}
            </State>
          ),
        },
        {
          head: t('imports.rule'),
          isWanted: true,
          cell: ({ rule }) => (rule ? t(`imports.rules.${rule}`) : '–'),
        },
        { head: t('kit.actions'), isAction: true, cell: actions },
      ]}
    />
  );
}

function Warnings({ warnings }: { warnings: readonly ImportWarning[] }) {
  const { t } = useStudioText();
  return warnings.map(({ code, message, with: other }) => (
    <span key={`${code} ${other}`} className={styles.warning} title={message}>
      {t(`imports.codes.${code}`, { with: other === null ? '' : nameOfLanguage(other) })}
    </span>
  ));
}
