import { Fragment, memo, type ReactNode, type RefCallback, useEffect, useRef } from 'react';
import type { Language } from '../../../../shared/languages.ts';
import { type Part, usePart } from '../../../../web/part.ts';
import { classes } from '../../../../web/ui/classes.ts';
import { useNear } from '../../../../web/ui/use-near.ts';
import type { BookDetail, ChapterDirection, ChapterListItem, Numbering } from '../../contract.ts';
import { ChapterCard } from './ChapterCard.tsx';
import styles from './ChapterList.module.css';
import { chapterPageSize } from './chapter-queries.ts';
import { betweenPart, isPrinted } from './list-parts.ts';

/**
 * The parts that other features put into a chapter's row; while they show the same, the functions must stay the same.
 */
export interface ChapterSlots {
  /** Shown on the chapter's picture. */
  mark?: (chapter: ChapterListItem) => ReactNode;
  /** Shown at the row's end; its number is told by the book's numbering. */
  beside?: (chapter: ChapterListItem, numbering: Numbering | undefined) => ReactNode;
  /** Chooses which chapters are listed. */
  filters?: Part<FilterProps>;
}

export interface FilterProps {
  book: BookDetail;
  direction: ChapterDirection;
  /** What to draw: the choices, or the list that stands in the place of the book's own. */
  look: 'choices' | 'list';
  slots: ChapterSlots;
  /** Told whenever it becomes another one whether the list stands in the place of the book's own. */
  onFilter: (isFiltered: boolean) => void;
}

/** A row's picture is loaded and drawn so many pixels before the row is seen. */
const reachOfRows = 1000;
/** Many rows at once would stop a fast scroll on a cheap phone. */
const rowsAtOnce = 2;
/** In pixels. Only the rows of nearer groups are observed: observing thousands would cost time in every frame. */
const reachOfGroup = 2000;

/** So many pages are in one contained box: five hundred separate boxes would cost time in every frame. */
const pagesOfGroup = 5;

/** A loaded page of a book's chapters. */
export interface ListedPage {
  page: number;
  items: readonly ChapterListItem[];
  /** The row above its first one, where that is loaded. */
  above: ChapterListItem | undefined;
}

interface RowsProps {
  /** The number of chapters in the whole book. */
  total: number;
  slots: ChapterSlots | undefined;
  bookUuid: string;
  numbering: Numbering | undefined;
  bookLanguage: Language;
  publicFreeChapters: number | null;
  watch: RefCallback<HTMLElement>;
}

/** Some pages in one contained box; their rows are observed only while the box is near the screen. */
export function ChapterGroup({
  pages,
  most,
  isFirst,
  ...of
}: RowsProps & {
  pages: readonly ListedPage[];
  /** The number of rows of the first page; null: all of them. */
  most: number | null;
  /** The first group is drawn in full at once. */
  isFirst: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, { reach: reachOfGroup, atFirst: isFirst });
  return (
    <div ref={box} className={styles.group}>
      {pages.map(({ page, items, above }, index) => (
        <ChapterPage
          key={page}
          page={page}
          items={items}
          above={above}
          most={most}
          isFirst={isFirst && index === 0}
          isWatched={isNear}
          {...of}
        />
      ))}
    </div>
  );
}

/** Rendered once: a list of thousands grows page by page, and the pages that are there are not rendered again. */
const ChapterPage = memo(function ChapterPage({
  page,
  items,
  above,
  most,
  ...of
}: RowsProps & {
  page: number;
  items: readonly ChapterListItem[];
  above: ChapterListItem | undefined;
  most: number | null;
  isFirst: boolean;
  isWatched: boolean;
}) {
  return partsOf(items.slice(0, most ?? undefined)).map((part, index) => (
    <Rows
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
      key={index}
      page={page}
      place={page * chapterPageSize + index * rowsAtOnce}
      items={part}
      above={index === 0 ? above : items[index * rowsAtOnce - 1]}
      {...of}
    />
  ));
});

/** A row far from the screen has only the words that can be found and read out. */
function Rows({
  page,
  place,
  items,
  above,
  total,
  slots,
  isFirst,
  isWatched,
  watch,
  ...book
}: RowsProps & {
  page: number;
  /** The number of rows of the book before these. */
  place: number;
  items: readonly ChapterListItem[];
  above: ChapterListItem | undefined;
  isFirst: boolean;
  isWatched: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, { reach: reachOfRows, atFirst: isFirst, isWatched });
  const { Component: Between } = usePart(betweenPart, { isWanted: isPrinted(items) });
  useEffect(() => (isNear && box.current ? watch(box.current) : undefined), [isNear, watch]);
  return (
    <div ref={box} data-page={page} className={classes(styles.list, isWatched && styles.near)}>
      {items.map((chapter, index) => (
        <Fragment key={chapter.chapter_uuid}>
          {Between && <Between before={items[index - 1] ?? above} chapter={chapter} />}
          {/* biome-ignore lint/a11y/useSemanticElements: an item of the list above */}
          <div
            role="listitem"
            aria-setsize={total}
            aria-posinset={place + index + 1}
            data-chapter={chapter.chapter_number}
          >
            <ChapterCard
              {...book}
              chapter={chapter}
              isNear={isNear}
              mark={isNear && slots?.mark?.(chapter)}
              beside={slots?.beside && isNear && slots.beside(chapter, book.numbering)}
            />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

/**
 * A page's rows in the parts in which they are drawn: few at once, and an even number, because two may be in one line.
 */
function partsOf(items: readonly ChapterListItem[]): (readonly ChapterListItem[])[] {
  const count = Math.ceil(items.length / rowsAtOnce);
  return Array.from({ length: count }, (_, part) => items.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce));
}

/** The loaded pages in groups of `pagesOfGroup`. */
export function groupsOf(pages: readonly ListedPage[]): [number, ListedPage[]][] {
  const groups = new Map<number, ListedPage[]>();
  for (const page of pages) {
    const group = Math.floor(page.page / pagesOfGroup);
    groups.set(group, [...(groups.get(group) ?? []), page]);
  }
  return [...groups];
}
