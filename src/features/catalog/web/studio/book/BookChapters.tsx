import { useState } from 'react';
import { languageNames } from '../../../../../shared/languages.ts';
import { Link } from '../../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../../web/ui/Button.tsx';
import { classes } from '../../../../../web/ui/classes.ts';
import { Field } from '../../../../../web/ui/Field.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { studioPaths } from '../../../../studio/pages.ts';
import { Ask } from '../../../../studio/web/Ask.tsx';
import {
  type Answered,
  type Listed,
  useKeepAnswer,
  useStudioCalls,
  useStudioQuery,
} from '../../../../studio/web/calls.ts';
import { Loaded, State } from '../../../../studio/web/Page.tsx';
import { useProblems } from '../../../../studio/web/problems.ts';
import { SortableList } from '../../../../studio/web/SortableList.tsx';
import { isolate, useStudioText } from '../../../../studio/web/words.ts';
import type { ChapterRow } from '../../../studio-contract.ts';
import { changesOfMove, moved } from '../order.ts';
import styles from './BookChapters.module.css';

/** So many chapters are shown at once; a chapter moves over them all by its number. */
const shownAtOnce = 100;

interface Move {
  from: number;
  to: number;
}

/** The order of a book's chapters. A chapter moves by drag, by keys on "Move", or to a number. */
export function BookChapters({ bookId, freeChapters }: { bookId: string; freeChapters: number }) {
  const asked = useStudioQuery('/studio/books/:uuid/chapters', { params: { uuid: bookId } });
  const { t } = useStudioText();
  return (
    <Loaded asked={asked}>
      {(loaded) => (
        <>
          <Order bookId={bookId} loaded={loaded} freeChapters={freeChapters} />
          <Link to={studioPaths.newImport({ book_uuid: bookId })} className={classes(buttonClass(), styles.bring)}>
            {t('order.bring')}
          </Link>
        </>
      )}
    </Loaded>
  );
}

function Order({
  bookId,
  loaded,
  freeChapters,
}: {
  bookId: string;
  loaded: Answered<Listed<ChapterRow>>;
  freeChapters: number;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const { textOf } = useProblems();
  const rows = loaded.data.result;
  const [page, setPage] = useState(0);
  const [asking, setAsking] = useState<ChapterRow | null>(null);
  /** A move that makes chapters free or locks some: it waits for a yes. */
  const [held, setHeld] = useState<Move | null>(null);
  const first = page * shownAtOnce;
  const changes = held && changesOfMove({ before: rows, after: moved(rows, held.from, held.to) }, freeChapters);

  async function carryOut({ from, to }: Move): Promise<void> {
    const next = moved(rows, from, to)[to + 1];
    const params = { uuid: bookId };
    const answer = await calls.send('POST', '/studio/books/:uuid/chapters/move', {
      params,
      body: {
        chapters: rows.slice(from, from + 1).map(({ chapter_uuid: uuid }) => uuid),
        before: next?.chapter_uuid ?? null,
      },
      ifMatch: loaded.etag,
    });
    keepAnswer('/studio/books/:uuid/chapters', { params }, answer);
  }

  async function move(wanted: Move): Promise<void> {
    const { free, locked } = changesOfMove({ before: rows, after: moved(rows, wanted.from, wanted.to) }, freeChapters);
    if (free.length + locked.length > 0) return setHeld(wanted);
    try {
      await carryOut(wanted);
    } catch (error) {
      showToast({ text: textOf(error) });
    }
  }

  if (rows.length === 0) return <p className={styles.hint}>{t('order.nothing')}</p>;
  return (
    <div className={styles.order}>
      <p className={styles.hint}>{t('order.keys')}</p>
      <SortableList
        rows={rows.slice(first, first + shownAtOnce)}
        rowKey={({ chapter_uuid: id }) => id}
        nameOf={({ title }) => title}
        firstPlace={first + 1}
        onMove={(from, to) => move({ from: first + from, to: first + to })}
      >
        {(row) => (
          <>
            <Link to={studioPaths.chapter(bookId, row.chapter_uuid)} className={styles.title}>
              <bdi>{row.title}</bdi>
            </Link>
            <span className={styles.facts}>
              {row.access !== 'rule' && <State>{t(`publishing.overrides.${row.access}`)}</State>}
              <Editions row={row} />
              <Button aria-label={t('order.moveToOf', { title: row.title })} onClick={() => setAsking(row)}>
                {t('publishing.moveTo')}
              </Button>
            </span>
          </>
        )}
      </SortableList>
      {rows.length > shownAtOnce && (
        <nav className={styles.pages} aria-label={t('kit.pages')}>
          <span>
            {t('kit.rows', { first: first + 1, last: Math.min(rows.length, first + shownAtOnce), total: rows.length })}
          </span>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('kit.before')}
          </Button>
          <Button disabled={first + shownAtOnce >= rows.length} onClick={() => setPage(page + 1)}>
            {t('kit.next')}
          </Button>
        </nav>
      )}
      <Ask
        open={asking !== null}
        title={asking ? t('order.moveOf', { title: asking.title }) : ''}
        confirm={t('order.move')}
        act={async (typed) => {
          const place = Math.round(Number(typed('place')));
          const from = asking ? rows.indexOf(asking) : -1;
          if (from >= 0 && place >= 1) await move({ from, to: Math.min(rows.length, place) - 1 });
        }}
        onClose={() => setAsking(null)}
      >
        {() => (
          <Field
            name="place"
            label={t('order.place')}
            inputMode="numeric"
            defaultValue={asking ? rows.indexOf(asking) + 1 : ''}
          />
        )}
      </Ask>
      <Ask
        open={held !== null}
        title={held ? t('order.moveOf', { title: rows[held.from]?.title ?? '' }) : ''}
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
    </div>
  );
}

const titlesOf = (rows: readonly ChapterRow[]) => rows.map(({ title }) => isolate(title)).join(' · ');

/** The languages of a chapter: how many are published, and each that is not. */
function Editions({ row }: { row: ChapterRow }) {
  const { t } = useStudioText();
  const published = row.editions.filter(({ state }) => state === 'published');
  return (
    <>
      {row.editions
        .filter((edition) => !published.includes(edition))
        .map(({ language, state }) => (
          <State key={language}>
            {languageNames[language]}: {t(`publishing.states.${state}`)}
          </State>
        ))}
      {published.length > 0 && (
        <span className={styles.hint} title={published.map(({ language }) => languageNames[language]).join(', ')}>
          {t('order.languages', { count: published.length })}
        </span>
      )}
    </>
  );
}
