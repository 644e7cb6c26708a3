import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../web/api-client.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters, useFiltered } from '../../../studio/web/Filters.tsx';
import { Loaded, Section, State } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { useAttempt, useProblems } from '../../../studio/web/problems.ts';
import { SelectionBar } from '../../../studio/web/SelectionBar.tsx';
import { useSelection } from '../../../studio/web/selection.ts';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { type ImportOnWire, type PlanBook, type PlanChange, type PlanFile, planShows } from '../../studio-contract.ts';
import { CommitRow } from './CommitRow.tsx';
import styles from './Plan.module.css';
import { BookOfPlan } from './PlanBooks.tsx';
import { nameOfLanguage, Warnings } from './PlanWarnings.tsx';

/** So many books of a plan are open at first. */
const mostOpen = 5;

/** The books of an import and what becomes of each file; until the commit it can be changed by hand. */
export function Plan({ given, onChanged }: { given: ImportOnWire; onChanged: () => Promise<void> }) {
  const { t, number } = useStudioText();
  const search = useSearch();
  const show = planShows.find((each) => each === search.get('show')) ?? 'all';
  const page = Number(search.get('page') ?? 0);
  const shown = { params: { id: given.id }, query: { show, page } };
  const asked = useStudioQuery('/studio/imports/:id/plan', shown);
  const calls = useStudioCalls();
  const keep = useKeepAnswer();
  const { textOf } = useProblems();
  const attempt = useAttempt();
  const [waiting, setWaiting] = useState(0);
  const last = useRef(Promise.resolve());
  const version = useRef<string | null>(null);
  const etag = asked.data?.etag ?? null;
  const isOpen = given.state === 'checked';
  const isLooking = isOpen && given.phase !== '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: warnings of pictures come after the check, one after the other
  useEffect(() => void inTurn(asked.refetch), [given.phase, given.counts.warnings, given.counts.left_out]);
  useEffect(() => {
    version.current = etag;
  }, [etag]);

  /** Asks once all that was asked before is answered: each change names the version that the one before has made. */
  function inTurn(ask: () => Promise<unknown>): Promise<void> {
    last.current = last.current.then(async () => void (await ask()));
    return last.current;
  }

  async function change(changes: PlanChange[]): Promise<void> {
    const answer = await calls.send('PATCH', '/studio/imports/:id/plan', {
      ...shown,
      body: { changes },
      ifMatch: version.current,
    });
    version.current = answer.etag;
    keep('/studio/imports/:id/plan', shown, answer);
    await onChanged();
  }

  /**
   * A change by a button: its failure is told, and the plan that somebody else has changed is loaded anew. Resolves to false
   * where no answer came.
   */
  async function tryChange(changes: PlanChange[]): Promise<boolean> {
    let isAnswered = true;
    setWaiting((count) => count + 1);
    await inTurn(async () => {
      try {
        await change(changes);
      } catch (error) {
        showToast({ text: textOf(error) });
        isAnswered = error instanceof ApiError && error.status >= 400 && error.status < 500;
        await asked.refetch();
      }
    });
    setWaiting((count) => count - 1);
    return isAnswered;
  }

  const retry = (file: PlanFile) =>
    attempt(async () => {
      await calls.send('POST', '/studio/imports/:id/files/:fileId/retry', {
        params: { id: given.id, fileId: file.file_id },
      });
      await onChanged();
    });

  return (
    <Loaded asked={asked}>
      {({ data: { result, total } }) => (
        <>
          {isOpen && <CommitRow id={given.id} etag={etag} isBusy={waiting > 0} onChanged={onChanged} />}
          <Section title={t('imports.books')}>
            {isLooking && given.total > 0 && (
              <p className={styles.hint}>
                {t('imports.pictures', { done: number(given.done), total: number(given.total) })}
              </p>
            )}
            {result.books.map((book) => (
              <BookOfPlan
                key={book.key}
                importId={given.id}
                book={book}
                isOpen={isOpen && result.books.length <= mostOpen}
                change={isOpen ? tryChange : undefined}
              />
            ))}
          </Section>
          <details
            className={styles.files}
            open={(given.counts.failed > 0 && given.state !== 'undone') || show !== 'all' || page > 0}
          >
            <summary>
              <h2 className={styles.filesTitle}>{t('imports.table')}</h2>
            </summary>
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
              change={isOpen ? tryChange : undefined}
              retry={given.state === 'committed' ? retry : undefined}
            />
            <Pager total={total} page={page} />
          </details>
        </>
      )}
    </Loaded>
  );
}

function Files({
  files,
  books,
  change,
  retry,
}: {
  files: readonly PlanFile[];
  books: readonly PlanBook[];
  /** Absent: the plan cannot be changed any more. */
  change?: ((changes: PlanChange[]) => Promise<unknown>) | undefined;
  /** Tries a file that failed again; absent: it cannot be now. */
  retry?: ((file: PlanFile) => Promise<void>) | undefined;
}) {
  const filtered = useFiltered();
  const { t, number } = useStudioText();
  const selection = useSelection(files.map(({ file_id: id }) => id));
  const { chosen } = selection;

  function act(changes: PlanChange[]): void {
    selection.chooseAll(false);
    void change?.(changes);
  }

  const [only] = chosen.length === 1 ? files.filter(({ file_id: id }) => id === chosen[0]) : [];
  const bulk = [
    { key: 'skip', label: t('imports.leaveOut'), act: () => act([{ files: [...chosen], leave_out: true }]) },
    { key: 'include', label: t('imports.takeIn'), act: () => act([{ files: [...chosen], leave_out: false }]) },
    ...(only?.becomes?.as === 'page'
      ? [{ key: 'cover', label: t('imports.useAsCover'), act: () => act([{ files: [only.file_id], cover: true }]) }]
      : []),
  ];
  const titles = new Map(
    books.flatMap((book) =>
      book.chapters.flatMap(({ key, titles: own }) =>
        key === null ? [] : [[`${book.key}\n${key}`, Object.values(own)[0] ?? key] as const],
      ),
    ),
  );
  function actions(file: PlanFile): React.ReactNode {
    const { file_id: id, becomes: made, rule } = file;
    if (change && made?.as === 'cover' && rule === 'hand')
      return (
        <Button variant="quiet" onClick={() => act([{ files: [id], cover: false }])}>
          {t('imports.noCover')}
        </Button>
      );
    if (change && rule === 'hand' && made === null)
      return (
        <Button variant="quiet" onClick={() => act([{ files: [id], leave_out: false }])}>
          {t('imports.takeIn')}
        </Button>
      );
    if (change && made !== null && made.as !== 'metadata' && made.as !== 'nothing')
      return (
        <Button variant="quiet" onClick={() => act([{ files: [id], leave_out: true }])}>
          {t('imports.leaveOut')}
        </Button>
      );
    if (retry && file.change === 'left_out' && rule !== 'hand')
      return (
        <Button variant="quiet" onClick={() => void retry(file)}>
          {t('imports.retry')}
        </Button>
      );
    return null;
  }

  function becomes({ becomes: made }: PlanFile): string {
    if (!made) return '–';
    const as = t(`imports.as.${made.as}`, { page: made.page === null ? '' : number(made.page) });
    const chapter = made.chapter === null ? null : titles.get(`${made.book}\n${made.chapter}`);
    return [as, chapter, made.language && nameOfLanguage(made.language)].filter(Boolean).join(' · ');
  }
  return (
    <>
      <Table
        caption={t('imports.table')}
        {...(change ? { choosing: { selection, nameOf: ({ path }: PlanFile) => path } } : {})}
        rows={files}
        rowKey={({ file_id: id }) => id}
        empty={{ title: t('imports.noFiles') }}
        filtered={filtered}
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
      {change && <SelectionBar selection={selection} actions={bulk} />}
    </>
  );
}
