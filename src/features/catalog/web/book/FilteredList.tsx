import { type CSSProperties, type ReactNode, useId, useRef, useState } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { usePart } from '../../../../web/part.ts';
import { useQuery } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { ChevronDownIcon, ChevronUpIcon } from '../../../../web/ui/icons.tsx';
import { useNear } from '../../../../web/ui/use-near.ts';
import type { BookDetail, ChapterListItem } from '../../contract.ts';
import { ChapterCard, ChapterCardSkeleton } from './ChapterCard.tsx';
import type { ChapterSlots } from './ChapterGroup.tsx';
import list from './ChapterList.module.css';
import { chapterPageSize } from './chapter-queries.ts';
import styles from './FilteredList.module.css';
import { betweenPart, isPrinted } from './list-parts.ts';

/** Rows are asked for, and drawn, so many at a time, when they are so many pixels from the screen. */
const partSize = 10;
const reachPx = 1500;
const groupSize = 50;

interface OfBook {
  book: BookDetail;
  slots: ChapterSlots | undefined;
}

/** Some chapters of a book, by their numbers in the list's order; as `isGrouped` in groups of fifty that fold. */
export function FilteredList({
  numbers,
  isGrouped,
  start,
  ...of
}: OfBook & {
  numbers: readonly number[];
  isGrouped: boolean;
  /** The chapter whose group is open at first. */
  start: number;
}) {
  const { t } = useText();
  const count = (
    <p role="status" className={styles.count}>
      {t('catalog.chaptersFound', { count: numbers.length })}
    </p>
  );
  if (!isGrouped) {
    return (
      <>
        {count}
        <Parts numbers={numbers} {...of} />
      </>
    );
  }
  const groups = [...new Set(numbers.map(groupOf))];
  const first = groups.includes(groupOf(start)) ? groupOf(start) : groups[0];
  return (
    <>
      {count}
      {groups.map((group) => (
        <Group
          key={group}
          group={group}
          numbers={numbers.filter((each) => groupOf(each) === group)}
          isFirst={group === first}
          {...of}
        />
      ))}
    </>
  );
}

const groupOf = (number: number) => Math.floor((number - 1) / groupSize);

function Group({
  group,
  numbers,
  isFirst,
  ...of
}: OfBook & { group: number; numbers: readonly number[]; isFirst: boolean }) {
  const { t } = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(isFirst);
  const range = { first: group * groupSize + 1, last: Math.min((group + 1) * groupSize, of.book.total_chapters) };
  return (
    <section>
      <h3>
        <Button
          variant="quiet"
          className={styles.group}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t('catalog.chaptersFromTo', range)}</span>
          <span className={styles.many}>{t('catalog.chapters', { count: numbers.length })}</span>
          {isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
        </Button>
      </h3>
      <div id={id}>{isOpen && <Parts numbers={numbers} {...of} />}</div>
    </section>
  );
}

function Parts({ numbers, ...of }: OfBook & { numbers: readonly number[] }) {
  const { t } = useText();
  const parts = Array.from({ length: Math.ceil(numbers.length / partSize) }, (_, part) => part * partSize);
  return (
    // Many elements between the list and its items; an `ol` allows for none.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="list" aria-label={t('catalog.chapterList')}>
      {parts.map((from) => (
        <Part key={numbers[from]} from={from} numbers={numbers} {...of} />
      ))}
    </div>
  );
}

/** A few rows; their room is there before they are. What was near once stays, without its pictures. */
function Part({ from, numbers, ...of }: OfBook & { from: number; numbers: readonly number[] }) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, { reach: reachPx, atFirst: from === 0 });
  const [wasNear, setWasNear] = useState(isNear);
  if (isNear && !wasNear) setWasNear(true);
  const within = numbers.slice(from, from + partSize);
  // React's type knows no custom properties.
  const room = { '--rows': within.length, '--pairs': Math.ceil(within.length / 2) } as CSSProperties;
  return (
    <div ref={box} className={wasNear ? list.list : styles.room} style={wasNear ? undefined : room}>
      {wasNear &&
        within.map((number, index) => (
          <Row
            key={number}
            number={number}
            above={numbers[from + index - 1]}
            place={from + index + 1}
            count={numbers.length}
            isNear={isNear}
            {...of}
          />
        ))}
    </div>
  );
}

interface RowProps extends OfBook {
  number: number;
  /** The number of the row above. */
  above: number | undefined;
  place: number;
  count: number;
  isNear: boolean;
}

function Row({ number, above, place, count, isNear, book, slots }: RowProps): ReactNode {
  const { t } = useText();
  const { chapter, query } = useChapter(book, number);
  const { Component: Between } = usePart(betweenPart, { isWanted: chapter !== undefined && isPrinted([chapter]) });
  const isNeighbour = above !== undefined && Math.abs(above - number) === 1;
  const { chapter: neighbour } = useChapter(book, isNeighbour ? above : number);
  // A chapter in between is not missing: it is only not on this list.
  const before = above === undefined ? undefined : isNeighbour ? neighbour : unnumbered(book, above);
  return (
    <>
      {Between && chapter && <Between before={before} chapter={chapter} />}
      {/* biome-ignore lint/a11y/useSemanticElements: an item of the list above */}
      <div role="listitem" aria-setsize={count} aria-posinset={place}>
        {chapter ? (
          <ChapterCard
            bookUuid={book.book_uuid}
            bookLanguage={book.language}
            publicFreeChapters={book.public_free_chapters}
            chapter={chapter}
            isNear={isNear}
            mark={isNear && slots?.mark?.(chapter)}
            beside={slots?.beside && isNear && slots.beside(chapter, book.numbering)}
          />
        ) : query.isError ? (
          <Button disabled={query.isFetching} onClick={() => void query.refetch()}>
            {t('catalog.retry')}
          </Button>
        ) : (
          <ChapterCardSkeleton />
        )}
      </div>
    </>
  );
}

/** What the book's seasons say of a chapter that stands elsewhere. */
function unnumbered({ seasons }: BookDetail, number: number) {
  const season = seasons.find(({ from, to }) => from <= number && number <= to)?.season ?? null;
  return { chapter_number: number, season, label: '' };
}

/** A chapter by its number; rows of one page of the book share its answer. */
function useChapter({ book_uuid: bookId }: BookDetail, number: number) {
  const api = useApi();
  const { language } = useText();
  const page = Math.floor((number - 1) / chapterPageSize);
  const query = useQuery({
    queryKey: ['chapters-at', bookId, language, page],
    queryFn: async (): Promise<readonly ChapterListItem[]> => {
      const params = { bookId, language, direction: 'asc', page, pageSize: chapterPageSize } as const;
      const { result } = await api.get('/comics/chapters/:bookId/:language/:direction/:page/:pageSize', { params });
      return result?.chapters ?? [];
    },
  });
  return { query, chapter: query.data?.find(({ chapter_number: at }) => at === number) };
}
