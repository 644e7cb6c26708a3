import { useState } from 'react';
import { isLanguage, type Language, languageNames, languages } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask, type Typed } from '../../../studio/web/Ask.tsx';
import {
  type Answered,
  type Listed,
  renewOnConflict,
  useKeepAnswer,
  useRefresh,
  useStudioCalls,
  useStudioQuery,
} from '../../../studio/web/calls.ts';
import { LimitFields } from '../../../studio/web/LimitFields.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { SortableList } from '../../../studio/web/SortableList.tsx';
import { zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { RecommendedRow } from '../../studio-contract.ts';
import { BookField } from './BookField.tsx';
import { BookLine } from './BookLine.tsx';
import { moved } from './order.ts';
import styles from './RecommendedPage.module.css';

const most = 50;

/** The books that readers see first, in their order. */
function RecommendedPage() {
  const { t } = useStudioText();
  const { language } = useText();
  const asked = useStudioQuery('/studio/recommended', { query: { language } });
  const [isAdding, setAdding] = useState(false);
  return (
    <Page
      title={t('recommended.title')}
      lead={t('recommended.text')}
      actions={
        <Button variant="primary" disabled={asked.data === undefined} onClick={() => setAdding(true)}>
          {t('recommended.add')}
        </Button>
      }
    >
      <Loaded asked={asked}>
        {(loaded) => <List loaded={loaded} isAdding={isAdding} onAdded={() => setAdding(false)} />}
      </Loaded>
    </Page>
  );
}

function List({
  loaded,
  isAdding,
  onAdded,
}: {
  loaded: Answered<Listed<RecommendedRow>>;
  isAdding: boolean;
  onAdded: () => void;
}) {
  const { t } = useStudioText();
  const query = { language: useText().language };
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const { textOf } = useProblems();
  const refresh = useRefresh('/studio/recommended');
  const [limitingId, setLimitingId] = useState<string | null>(null);
  const rows = loaded.data.result;
  const limiting = rows.find(({ book_uuid: uuid }) => uuid === limitingId) ?? null;

  /** Saves the list; `etag` is given where a newer answer than the page's is known. */
  async function save(items: readonly Item[], etag = loaded.etag): Promise<string | null> {
    const change = calls.send('PUT', '/studio/recommended', {
      query,
      body: { items: items.map(wireOf), time_zone: zoneHere() },
      ifMatch: etag,
    });
    const answer = await renewOnConflict(change, refresh);
    keepAnswer('/studio/recommended', { query }, answer);
    return answer.etag;
  }

  async function trySave(items: readonly Item[], etag?: string | null): Promise<string | null> {
    return save(items, etag ?? undefined).catch((error: unknown) => {
      showToast({ text: textOf(error) });
      return null;
    });
  }

  async function takeOut(row: RecommendedRow): Promise<void> {
    const etag = await trySave(rows.filter((each) => each !== row));
    if (etag === null) return;
    showToast({
      text: t('recommended.undo', { title: row.title }),
      action: { label: t('kit.undo'), act: () => void trySave(rows, etag) },
    });
  }

  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={t('recommended.nothing')}>{t('recommended.nothingText')}</EmptyState>
      ) : (
        <SortableList
          rows={rows}
          rowKey={({ book_uuid: uuid }) => uuid}
          nameOf={({ title }) => title}
          onMove={async (from, to) => {
            await trySave(moved(rows, from, to));
          }}
        >
          {(row) => (
            <>
              <Link to={studioPaths.book(row.book_uuid)} className={styles.title}>
                <BookLine book={row} />
              </Link>
              <span className={styles.limits}>
                <Limits row={row} />
              </span>
              <span className={styles.buttons}>
                <Button
                  aria-label={t('recommended.limitsOf', { title: row.title })}
                  onClick={() => setLimitingId(row.book_uuid)}
                >
                  {t('recommended.limits')}
                </Button>
                <Button aria-label={t('recommended.removeOf', { title: row.title })} onClick={() => void takeOut(row)}>
                  {t('recommended.remove')}
                </Button>
              </span>
            </>
          )}
        </SortableList>
      )}
      <Ask
        open={isAdding}
        title={t('recommended.addTitle')}
        confirm={t('recommended.add')}
        fields={itemFields(rows.length)}
        act={async (typed) => void (await save([...rows, readItem(typed, typed('book_uuid'))]))}
        onClose={onAdded}
      >
        {({ fields }) =>
          rows.length >= most ? (
            <p>{t('recommended.full')}</p>
          ) : (
            <>
              <BookField error={fields[`items.${rows.length}.book_uuid`]} />
              <LimitFields row={undefined} faults={faultsOf(fields, rows.length)} />
            </>
          )
        }
      </Ask>
      <Ask
        open={limiting !== null}
        title={limiting ? t('recommended.limitsOf', { title: limiting.title }) : ''}
        confirm={t('kit.save')}
        fields={limiting ? itemFields(rows.indexOf(limiting)) : []}
        act={async (typed) => {
          if (limiting) await save(rows.map((row) => (row === limiting ? readItem(typed, row.book_uuid) : row)));
        }}
        onClose={() => setLimitingId(null)}
      >
        {({ fields }) => limiting && <LimitFields row={limiting} faults={faultsOf(fields, rows.indexOf(limiting))} />}
      </Ask>
    </>
  );
}

type Item = Pick<RecommendedRow, 'book_uuid' | 'languages' | 'from' | 'until'>;

const wireOf = ({ book_uuid, languages: only, from, until }: Item) => ({ book_uuid, languages: only, from, until });
const itemFields = (at: number) => ['book_uuid', 'languages', 'from', 'until'].map((field) => `items.${at}.${field}`);

const faultsOf = (fields: Readonly<Record<string, string>>, at: number) => ({
  from: fields[`items.${at}.from`],
  until: fields[`items.${at}.until`],
});

function readItem(typed: Typed, bookUuid: string): Item {
  const only = languages.filter((language) => typed(`language.${language}`) !== '');
  return {
    book_uuid: bookUuid,
    languages: only.length > 0 ? only : null,
    from: typed('from') || null,
    until: typed('until') || null,
  };
}

/** In words for whom and when a book is recommended. */
function Limits({ row: { languages: only, from, until } }: { row: RecommendedRow }) {
  const { t } = useStudioText();
  if (!only && !from && !until) return t('recommended.everywhere');
  const named = (language: Language | string) => (isLanguage(language) ? languageNames[language] : language);
  return (
    <>
      {only?.map(named).join(', ')} {from && <Time name="fromTime" at={from} />}{' '}
      {until && <Time name="untilTime" at={until} />}
    </>
  );
}

function Time({ name, at }: { name: 'fromTime' | 'untilTime'; at: string }) {
  const { t } = useStudioText();
  const [before, after] = t(`recommended.${name}`, { time: '\n' }).split('\n');
  return (
    <>
      {before}
      <ExactMoment at={at} />
      {after}
    </>
  );
}

export const recommendedPage = studioPage(RecommendedPage);
