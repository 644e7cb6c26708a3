import { useEffect, useEffectEvent, useState } from 'react';
import { languages } from '../../../../shared/languages.ts';
import { displayText } from '../../../../shared/text.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useInfiniteQuery } from '../../../../web/infinite-query.ts';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import type { CurrentUser } from '../../../../web/session.ts';
import { LoadWhenSeen } from '../../../../web/ui/LoadWhenSeen.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import type { Book } from '../../../catalog/contract.ts';
import type { Mark, ShelfRow } from '../../contract.ts';
import type { ShelfState } from '../../shelf.ts';
import { chapterAtQuery } from '../chapter/chapter-at.ts';
import { PlaceCardSkeleton } from '../chapter/PlaceCard.tsx';
import { PlaceCardsWaiting } from '../chapter/PlaceCardsWaiting.tsx';
import { followsQuery } from '../follows/follows.ts';
import { useReadings } from '../memory.ts';
import { NextPages } from '../NextPages.tsx';
import { NothingYet } from '../NothingYet.tsx';
import { markOf } from '../places/place-rules.ts';
import type { Place } from '../places/places.ts';
import { byTitle, isGone, type KeptEntry, keptBooksQuery, useSetBooks, useSorted } from './kept-shelf.ts';
import styles from './Shelf.module.css';
import { type ShelfBook, ShelfCard, type ShelfDate } from './ShelfCard.tsx';
import type { ShelfSort } from './shelves.ts';
import { shelfQuery } from './user-shelf.ts';

const shownAtOnce = 30;

interface KeptShelfProps {
  entries: readonly KeptEntry[];
  sort: ShelfSort;
  /** Called with the books that the site has no more. */
  onGone: (bookUuids: readonly string[]) => void;
}

/** What this browser keeps on a shelf, a screen at a time. */
export function KeptShelf({ entries, sort, onGone }: KeptShelfProps) {
  const { t, language } = useText();
  const asked = { api: useApi(), queryClient: useQueryClient(), language };
  const sorted = useSorted(entries, sort);
  const readingOf = useReadings();
  const [count, setCount] = useState(shownAtOnce);
  const shown = sorted?.slice(0, count) ?? [];
  const all = useQuery({
    ...keptBooksQuery({ ...asked, bookUuids: shown.map(({ bookUuid }) => bookUuid) }),
    enabled: sorted !== null,
  });
  const gone = all.data?.gone;
  const tell = useEffectEvent(onGone);
  useEffect(() => {
    if (gone?.length) tell(gone);
  }, [gone]);
  if (sorted === null) return <Waiting />;
  return (
    <>
      <ul className={styles.list}>
        {shown.map((entry) => (
          <li key={entry.bookUuid}>
            <KeptCard bookUuid={entry.bookUuid} date={keptDate(entry)} {...readingOf(entry.bookUuid)} />
          </li>
        ))}
      </ul>
      {count < sorted.length && <LoadWhenSeen key={count} load={() => setCount(count + shownAtOnce)} />}
      {all.isError && (
        <Notice action={{ label: t('library.retry'), busy: all.isFetching, act: () => void all.refetch() }}>
          {t('library.shelfNotLoaded')}
        </Notice>
      )}
    </>
  );
}

/** What a browser knows is when a book was last read or set. */
function keptDate({ state, date, setAt }: KeptEntry): ShelfDate {
  if (state === 'finished') return { kind: 'finished', at: date };
  if (state === 'to_read') return { kind: 'added', at: date };
  return { kind: date === setAt ? 'started' : 'read', at: date };
}

interface Kept {
  bookUuid: string;
  date: ShelfDate;
  place: Place | null;
  marks: readonly Mark[];
}

/**
 * A book of which this browser knows only its reader's place: the rest is asked for. Where it cannot be had, or the book
 * has no chapters, the card is made of what is kept.
 */
function KeptCard({ bookUuid, date, place, marks }: Kept) {
  const { language } = useText();
  const { data: found, error } = useQuery(chapterAtQuery({ api: useApi(), language, bookUuid, number: 1 }));
  const set = useSetBooks()[bookUuid];
  const title = place?.bookTitle ?? set?.title?.text;
  const titleLanguage = place?.bookTitle ? place.language : languages.find((each) => each === set?.title?.language);
  if (found) {
    const { book } = found;
    const shown = shownBook(book, book.total_chapters);
    return (
      <ShelfCard book={shown} unread={unreadOf(book.total_chapters, { place, marks })} date={date} place={place} />
    );
  }
  const isKnown = title !== undefined && (found === null || (error && !isGone(error)));
  if (!isKnown) return <PlaceCardSkeleton />;
  const words = { title, language: titleLanguage ?? language, text_language: place?.textLanguage };
  const kept = { ...words, book_uuid: bookUuid, cover: place?.cover ?? null };
  return <ShelfCard book={{ ...kept, status: 'ongoing', chapters: null }} unread={0} date={date} place={place} />;
}

const shownBook = (
  book: Pick<Book, 'book_uuid' | 'book_title' | 'language' | 'text_language' | 'status' | 'cover_image'>,
  chapters: number,
): ShelfBook => ({ ...book, title: displayText(book.book_title), cover: book.cover_image, chapters });

function unreadOf(chapters: number, memory: { place: Place | null; marks: readonly Mark[] }): number {
  let unread = 0;
  for (let number = 1; number <= chapters; number += 1) if (markOf(number, memory).kind !== 'read') unread += 1;
  return unread;
}

/** What a user's account has on a shelf; more is loaded as the reader comes near the end. */
export function UserShelf({ reader, state, sort }: { reader: CurrentUser; state: ShelfState; sort: ShelfSort }) {
  const { t, language } = useText();
  const readingOf = useReadings();
  const list = useInfiniteQuery(shelfQuery({ api: useApi(), userUuid: reader.uuid, language, state, sort }));
  const next = <NextPages list={list} retry={t('library.retry')} failed={t('library.shelfNotLoaded')} />;
  if (!list.data) return list.isError ? next : <Waiting />;
  const rows = new Map(list.data.pages.flatMap(({ result }) => result.map((row) => [row.book.book_uuid, row])));
  if (rows.size === 0) return <EmptyShelf shelf={state} />;
  return (
    <>
      <ul className={styles.list}>
        {[...rows].map(([bookUuid, { book, unread, ...dates }]) => (
          <li key={bookUuid}>
            <ShelfCard
              book={shownBook(book, book.chapter_number)}
              unread={unread}
              date={accountDate(dates)}
              place={readingOf(bookUuid).place}
            />
          </li>
        ))}
      </ul>
      {next}
    </>
  );
}

/** The date that an account's shelf is about, where it is known. */
function accountDate({
  state,
  ...known
}: Pick<ShelfRow, 'state' | 'added_at' | 'started_at' | 'finished_at'>): ShelfDate {
  if (state === 'finished' && known.finished_at) return { kind: 'finished', at: known.finished_at };
  if (state === 'reading' && known.started_at) return { kind: 'started', at: known.started_at };
  return { kind: 'added', at: known.added_at };
}

/** The books that a user follows; those never read come last by reading. */
export function FollowedShelf({ reader, sort }: { reader: CurrentUser; sort: ShelfSort }) {
  const { t, language } = useText();
  const readingOf = useReadings();
  const [count, setCount] = useState(shownAtOnce);
  const followed = useQuery(followsQuery({ api: useApi(), userUuid: reader.uuid, language }));
  const books = followed.data;
  const retry = { label: t('library.retry'), busy: followed.isFetching, act: () => void followed.refetch() };
  if (!books) {
    if (!followed.isError) return <Waiting />;
    return <Notice action={retry}>{t('library.followedFailed')}</Notice>;
  }
  if (books.length === 0) return <EmptyShelf shelf="following" />;
  const timeOf = ({ book_uuid: bookUuid }: { book_uuid: string }) =>
    Date.parse(readingOf(bookUuid).place?.updatedAt ?? '') || 0;
  const orders = {
    recent: () => [...books].sort((one, other) => timeOf(other) - timeOf(one)),
    // As the account lists them.
    added: () => books,
    title: () => byTitle(books, { language, titleOf: (book) => book.book_title }),
  };
  return (
    <>
      <ul className={styles.list}>
        {orders[sort]()
          .slice(0, count)
          .map((book) => {
            const reading = readingOf(book.book_uuid);
            return (
              <li key={book.book_uuid}>
                <ShelfCard
                  book={shownBook(book, book.chapter_number)}
                  unread={unreadOf(book.chapter_number, reading)}
                  date={{ kind: 'updated', at: book.updated_at }}
                  place={reading.place}
                />
              </li>
            );
          })}
      </ul>
      {count < books.length && <LoadWhenSeen key={count} load={() => setCount(count + shownAtOnce)} />}
      {followed.isError && <Notice action={retry}>{t('library.followedFailed')}</Notice>}
    </>
  );
}

/** What will stand on an empty shelf, and how it comes there. */
export function EmptyShelf({ shelf }: { shelf: ShelfState | 'following' }) {
  const { t } = useText();
  return <NothingYet title={t(`library.empty.${shelf}`)} text={t(`library.emptyText.${shelf}`)} />;
}

/** The shape of a shelf that is on its way. */
export const Waiting = () => <PlaceCardsWaiting count={3} className={styles.list} />;
