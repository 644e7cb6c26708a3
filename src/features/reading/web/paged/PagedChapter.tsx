import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from '../../../../web/router.tsx';
import type { ComicPage } from '../../contract.ts';
import { bookSettings } from '../../reader-settings.ts';
import { isTall } from '../chapter/comic-layout.ts';
import { useReader } from '../chapter/reader.ts';
import { ChapterEnd } from '../end/ChapterEnd.tsx';
import { useNextChapter } from '../end/use-next-chapter.ts';
import { useRenewal } from '../pictures/use-renewal.ts';
import { imagesHad, isComicFinished } from '../place/finished.ts';
import type { LayoutProps } from '../place/layout-props.ts';
import { useReaderSettings } from '../settings/settings.ts';
import { PagedBook } from './PagedBook.tsx';
import { indexOfPage, spreadsOf, spreadWith } from './spreads.ts';
import { useIsDouble } from './use-is-double.ts';

const noPages: readonly ComicPage[] = [];

/** A comic of pages: turned one by one, what follows the last is the chapter's end. */
export function PagedChapter({ chapter, reading, onFinished }: LayoutProps) {
  const { place } = useReader();
  const navigate = useNavigate();
  const renewal = useRenewal(chapter);
  const { pages = noPages } = chapter;
  const [index, setIndex] = useState(0);
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set());
  const [isQuiet, setQuiet] = useState(false);
  const isFinished = useRef(false);
  const hasTurned = useRef(false);
  const isDouble = useIsDouble() && !isTall(pages);
  const { isOffset } = bookSettings(useReaderSettings(), place.bookUuid);
  const spreads = useMemo(() => spreadsOf(pages, { isDouble, isOffset }), [pages, isDouble, isOffset]);
  // The page beside the open one counts as seen, too.
  const left = pages.length - (spreadWith(spreads, index)?.at(-1) ?? index);
  const ahead = useNextChapter({
    isHalfRead: index > 0 && index * 2 >= pages.length,
    isNearEnd: index > 0 && left <= 5 && isQuiet,
  });
  const arrive = useCallback((at: number) => setLoaded((before) => new Set(before).add(at)), []);

  useEffect(() => {
    const openedAt = reading.openedAt();
    // It opens at its first page, and a moment later at the one where it was left.
    if (index > 0 && index !== indexOfPage(pages, openedAt?.index ?? 0)) hasTurned.current = true;
    const had = imagesHad(pages, { loaded, openedAt });
    const sight = { lastVisible: left <= 1 ? 1 : 0, endReached: left <= 1, loaded: had, images: pages.length };
    const state = { settled: true, scrolled: hasTurned.current, fitsScreen: spreads.length === 1 };
    if (isFinished.current || !isComicFinished(sight, state)) return;
    isFinished.current = true;
    onFinished();
    reading.finish();
  }, [left, index, loaded, pages, spreads, onFinished, reading]);

  const { touch, finish } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn to any page is a move
  useEffect(() => {
    if (hasTurned.current) touch();
    if (left <= 0) finish();
  }, [index, left, touch, finish]);

  const next = place.neighbours.next;
  return (
    <PagedBook
      pages={pages}
      renewal={renewal}
      readingDirection={chapter.reading_direction}
      spreads={spreads}
      index={index}
      onTurn={setIndex}
      onPastEnd={() => next && navigate(next.to)}
      onImage={arrive}
      onQuiet={setQuiet}
      after={<ChapterEnd next={ahead} isScrolled={false} />}
    />
  );
}
