import { type ReactNode, useState } from 'react';
import { useText } from '../../../../../web/i18n.tsx';
import type { QueryResult } from '../../../../../web/query.ts';
import { Link } from '../../../../../web/router.tsx';
import { buttonClass } from '../../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../../web/ui/EmptyState.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { studioPaths } from '../../../../studio/pages.ts';
import { Ask } from '../../../../studio/web/Ask.tsx';
import {
  type Answered,
  type Listed,
  renewOnConflict,
  useRefresh,
  useStudioCalls,
} from '../../../../studio/web/calls.ts';
import { Loaded } from '../../../../studio/web/Page.tsx';
import { useAttempt } from '../../../../studio/web/problems.ts';
import { useSelection } from '../../../../studio/web/selection.ts';
import { isolate, useStudioText } from '../../../../studio/web/words.ts';
import type { ChapterInOrder } from '../../../studio-contract.ts';
import { changesOfMove, movedTogether } from '../order.ts';
import styles from './BookChapters.module.css';
import { ChaptersBar } from './ChaptersBar.tsx';
import { ChaptersTable } from './ChaptersTable.tsx';

/** Chapters that go to a place; the place is counted from 0 among the others. */
interface Move {
  ids: readonly string[];
  to: number;
}

/** The chapters of a book in their order, and what can be done with them. */
export function BookChapters({
  bookId,
  asked,
  freeChapters,
  hasPictures,
  actions,
}: {
  bookId: string;
  /** All chapters in their order. */
  asked: QueryResult<Answered<Listed<ChapterInOrder>>>;
  freeChapters: number;
  /** Whether its chapters are pictures. */
  hasPictures: boolean;
  /** What more can be done with the chapters of such a book. */
  actions?: ReactNode;
}) {
  const { t } = useStudioText();
  const bring = (
    <Link to={studioPaths.newImport({ book_uuid: bookId })} className={buttonClass()}>
      {t('order.bring')}
    </Link>
  );
  return (
    <div className={styles.order}>
      <Loaded asked={asked}>
        {(loaded) =>
          loaded.data.result.length === 0 ? (
            <EmptyState
              title={t('order.noneYet')}
              action={
                <div className={styles.buttons}>
                  {bring}
                  {actions}
                </div>
              }
            >
              {t('order.nothing')}
            </EmptyState>
          ) : (
            <>
              <div className={styles.head}>
                <p className={styles.hint}>{t('order.keys')}</p>
                <div className={styles.buttons}>
                  {loaded.data.result.some(({ state }) => state === 'draft') && (
                    <Link to={studioPaths.scheduleDrafts(bookId)} className={buttonClass()}>
                      {t('series.open')}
                    </Link>
                  )}
                  {bring}
                  {actions}
                </div>
              </div>
              <Order {...{ bookId, loaded, freeChapters, hasPictures }} refetch={asked.refetch} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Order({
  bookId,
  loaded,
  freeChapters,
  hasPictures,
  refetch,
}: {
  bookId: string;
  loaded: Answered<Listed<ChapterInOrder>>;
  freeChapters: number;
  hasPictures: boolean;
  refetch: () => Promise<unknown>;
}) {
  const { t } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const refreshRows = useRefresh('/studio/books/:uuid/chapters');
  const refreshBook = useRefresh('/studio/books/:uuid');
  const attempt = useAttempt();
  const rows = loaded.data.result;
  const selection = useSelection(rows.map(({ chapter_uuid: id }) => id));
  /** A move that makes chapters free or locks some: it waits for a yes. */
  const [held, setHeld] = useState<Move | null>(null);
  const after = (move: Move) => movedTogether(rows, ({ chapter_uuid: id }) => move.ids.includes(id), move.to);
  const changesOf = (move: Move) => changesOfMove({ before: rows, after: after(move) }, freeChapters);
  const changes = held && changesOf(held);

  // The head of the page names the state that the book has by its chapters.
  const askAnew = () => Promise.all([refetch(), refreshRows(), refreshBook()]);

  async function carryOut(move: Move): Promise<void> {
    const next = after(move)[move.to + move.ids.length];
    const change = calls.send('POST', '/studio/books/:uuid/chapters/move', {
      params: { uuid: bookId },
      // Of thousands of chapters the table asks for those that it shows.
      query: { language, page: 0, page_size: 1 },
      body: { chapters: [...move.ids], before: next?.chapter_uuid ?? null },
      ifMatch: loaded.etag,
    });
    await renewOnConflict(change, askAnew);
    await askAnew();
    showToast({ text: t('bulk.done', { count: move.ids.length }) });
  }

  async function move(wanted: Move): Promise<void> {
    const { free, locked } = changesOf(wanted);
    if (free.length + locked.length > 0) setHeld(wanted);
    else await carryOut(wanted);
  }

  return (
    <>
      <ChaptersTable
        bookId={bookId}
        rows={rows}
        hasPictures={hasPictures}
        selection={selection}
        onMove={async (from, to) => {
          const ids = rows.slice(from, from + 1).map(({ chapter_uuid: id }) => id);
          await attempt(() => move({ ids, to }));
        }}
      />
      <ChaptersBar
        bookId={bookId}
        rows={rows}
        selection={selection}
        onMove={(place) => move({ ids: selection.chosen, to: Math.min(place, rows.length - selection.chosen.length) })}
        onChanged={() => void askAnew()}
      />
      <Ask
        open={held !== null}
        title={held ? t('bulk.chapters.title', { count: held.ids.length }) : ''}
        confirm={t('order.move')}
        act={async () => {
          if (held) await carryOut(held);
        }}
        onClose={() => setHeld(null)}
      >
        {() =>
          changes && (
            <>
              {changes.free.length > 0 && <p>{t('order.becomeFree', { titles: titlesOf(changes.free) })}</p>}
              {changes.locked.length > 0 && <p>{t('order.becomeLocked', { titles: titlesOf(changes.locked) })}</p>}
            </>
          )
        }
      </Ask>
    </>
  );
}

const titlesOf = (rows: readonly ChapterInOrder[]) => rows.map(({ title }) => isolate(title)).join(' · ');
