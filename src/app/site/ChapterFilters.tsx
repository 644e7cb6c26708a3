import { useEffect, useMemo } from 'react';
import { filtersOf, type listFilters } from '../../features/catalog/rules.ts';
import type { FilterProps } from '../../features/catalog/web/book/ChapterGroup.tsx';
import { FilteredList } from '../../features/catalog/web/book/FilteredList.tsx';
import { useMarks, usePlace } from '../../features/library/web/memory.ts';
import { goesOnWith, markOf } from '../../features/library/web/places/place-rules.ts';
import { useKept } from '../../features/offline/web/kept-store.ts';
import { useText } from '../../web/i18n.tsx';
import { keep, readKept, subscribeToKept } from '../../web/session.ts';
import { useStore } from '../../web/store.ts';
import { Chip } from '../../web/ui/Chip.tsx';
import { EmptyState } from '../../web/ui/EmptyState.tsx';

type Choice = (typeof listFilters)[number];

/** What is chosen for each book, as this browser keeps it: the names of the choices with spaces between. */
const storage = 'CHAPTER_LISTS';

function readChoices(bookUuid: string): string {
  const kept: unknown = Object(readKept(storage))[bookUuid];
  return typeof kept === 'string' ? kept : '';
}

const chosenIn = (kept: string, book: FilterProps['book']) =>
  filtersOf(book).filter((choice) => kept.split(' ').includes(choice));

function choose(bookUuid: string, chosen: readonly Choice[]): void {
  const { [bookUuid]: _, ...others } = Object(readKept(storage));
  keep(storage, chosen.length > 0 ? { ...others, [bookUuid]: chosen.join(' ') } : others);
}

/** Which chapters of a book are listed: those not read, those on this device, and in groups or one after the other. */
export function ChapterFilters({ look, ...props }: FilterProps) {
  const { book_uuid: bookUuid } = props.book;
  const get = () => readChoices(bookUuid);
  const subscribe = (listener: () => void) => subscribeToKept(storage, listener);
  const chosen = chosenIn(useStore({ get, subscribe }, ''), props.book);
  return look === 'list' ? <List {...props} chosen={chosen} /> : <Choices {...props} chosen={chosen} />;
}

type Chosen = Omit<FilterProps, 'look'> & { chosen: readonly Choice[] };

function Choices({ book, chosen, onFilter }: Chosen) {
  const { t } = useText();
  const isFiltered = chosen.length > 0;
  useEffect(() => onFilter(isFiltered), [onFilter, isFiltered]);
  return filtersOf(book).map((choice) => {
    const active = chosen.includes(choice);
    const next = active ? chosen.filter((each) => each !== choice) : [...chosen, choice];
    return (
      <Chip key={choice} active={active} onClick={() => choose(book.book_uuid, next)}>
        {t(`catalog.${choice}`)}
      </Chip>
    );
  });
}

function List({ book, direction, slots, chosen }: Chosen) {
  const { t } = useText();
  const { book_uuid: bookUuid, total_chapters: total } = book;
  const place = usePlace(bookUuid);
  const marks = useMarks(bookUuid);
  const kept = useKept();
  const isUnread = chosen.includes('unreadOnly');
  const isKept = chosen.includes('keptOnly');
  const numbers = useMemo(() => {
    const onDevice = new Set(kept?.filter((each) => each.bookUuid === bookUuid).map(({ number }) => number));
    const all = Array.from({ length: total }, (_, index) => (direction === 'asc' ? index + 1 : total - index));
    return all.filter(
      (number) => (!isKept || onDevice.has(number)) && (!isUnread || markOf(number, { place, marks }).kind !== 'read'),
    );
  }, [bookUuid, total, direction, isUnread, isKept, place, marks, kept]);
  if (isKept && kept === null) return <p role="status">{t('catalog.loading')}</p>;
  if (numbers.length === 0) return <EmptyState title={t(isKept ? 'catalog.noneKept' : 'catalog.allRead')} />;
  const start = (place && goesOnWith(place)) ?? numbers[0] ?? 1;
  return (
    <FilteredList
      key={chosen.join(' ') + direction}
      {...{ book, slots, numbers, start }}
      isGrouped={chosen.includes('groupsOf50')}
    />
  );
}
