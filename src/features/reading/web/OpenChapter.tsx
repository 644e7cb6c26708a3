import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { languageNames, languageTags } from '../../../shared/languages.ts';
import { useText } from '../../../web/i18n.tsx';
import { useNavigate } from '../../../web/router.tsx';
import type { ComicPage } from '../contract.ts';
import { ChapterEnd } from './ChapterEnd.tsx';
import { ComicStrip } from './ComicStrip.tsx';
import type { ReadableChapter } from './chapter.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';
import { isComicFinished } from './finished.ts';
import { NovelText } from './NovelText.tsx';
import styles from './OpenChapter.module.css';
import { PagedBook } from './PagedBook.tsx';
import { useChapterWatch } from './use-chapter-watch.ts';
import { useNextChapter } from './use-next-chapter.ts';
import { useReadingEvents } from './use-reading-events.ts';
import { type ReadingPlace, useReadingPlace } from './use-reading-place.ts';
import { useRenewal } from './use-renewal.ts';

interface OpenChapterProps {
  place: ChapterPlace;
  chapter: ReadableChapter;
  handle: RefObject<ContentHandle | null>;
  end: RefObject<HTMLElement | null>;
  /** Opened from another chapter of the reader. */
  isFromInside: boolean;
  /** For the panel below the chapter. */
  extras: ReactNode;
}

/** A chapter that may be read, in the layout of its book. */
export function OpenChapter({ place, chapter, handle, end, isFromInside, extras }: OpenChapterProps) {
  const note = useReadingEvents();
  const { chapterUuid } = place;
  const noteReading = (name: 'start_reading' | 'finished_reading') =>
    note({ name, bookUuid: chapter.book_uuid, chapterUuid, language: chapter.language });
  const started = useRef<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chapter, whatever else changes
  useEffect(() => {
    if (started.current === chapterUuid) return;
    started.current = chapterUuid;
    noteReading('start_reading');
  }, [chapterUuid]);

  const reading = useReadingPlace({ place, chapter, handle, isFromInside });
  const parts = { place, chapter, handle, end, extras, reading, onFinished: () => noteReading('finished_reading') };
  return (
    <>
      <EditionNote chapter={chapter} />
      {chapter.kind === 'comic' && chapter.layout === 'pages' ? <Pages {...parts} /> : <Scroll {...parts} />}
    </>
  );
}

type LayoutProps = Omit<OpenChapterProps, 'isFromInside'> & { reading: ReadingPlace; onFinished: () => void };

const noPages: readonly ComicPage[] = [];

/** A strip of images, or a text: read by scrolling. */
function Scroll({ place, chapter, handle, end, extras, reading, onFinished }: LayoutProps) {
  const { language } = useText();
  const content = useRef<HTMLDivElement>(null);
  const renewal = useRenewal(place.chapterUuid);
  const { pages = noPages } = chapter;
  const [loaded] = useState(() => new Set<number>());
  const isComic = chapter.kind === 'comic';
  const watch = useChapterWatch({
    content,
    images: isComic ? { count: pages.length, loaded: () => loaded.size } : undefined,
    end,
    onFinished: () => {
      onFinished();
      reading.finish();
    },
    onEnd: reading.finish,
  });
  const next = useNextChapter({ place, language, ...watch });
  const { look } = watch;
  const arrive = useCallback(
    (index: number) => {
      loaded.add(index);
      look();
    },
    [loaded, look],
  );
  return (
    <>
      {isComic ? (
        <ComicStrip {...{ pages, renewal, handle, content }} onImage={arrive} />
      ) : (
        <NovelText {...{ chapter, renewal, content, handle, end }} title={place.title} />
      )}
      <ChapterEnd {...{ place, next, extras }} panel={end} isScrolled />
    </>
  );
}

/** A comic of pages: turned one by one, what follows the last is the chapter's end. */
function Pages({ place, chapter, handle, end, extras, reading, onFinished }: LayoutProps) {
  const { language } = useText();
  const navigate = useNavigate();
  const renewal = useRenewal(place.chapterUuid);
  const { pages = noPages } = chapter;
  const [index, setIndex] = useState(0);
  const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set());
  const isFinished = useRef(false);
  const left = pages.length - index;
  const ahead = useNextChapter({
    place,
    language,
    isHalfRead: index > 0 && index * 2 >= pages.length,
    isNearEnd: index > 0 && left <= 5,
  });
  const arrive = useCallback((at: number) => setLoaded((before) => new Set(before).add(at)), []);

  useEffect(() => {
    const sight = { lastVisible: left <= 1 ? 1 : 0, endReached: left <= 1, loaded: loaded.size, images: pages.length };
    const state = { settled: true, scrolled: index > 0, fitsScreen: pages.length === 1 };
    if (isFinished.current || !isComicFinished(sight, state)) return;
    isFinished.current = true;
    onFinished();
    reading.finish();
  }, [left, index, loaded, pages.length, onFinished, reading]);

  const { touch, finish } = reading;
  const hasTurned = useRef(false);
  useEffect(() => {
    if (index > 0) hasTurned.current = true;
    if (hasTurned.current) touch();
    if (left <= 0) finish();
  }, [index, left, touch, finish]);

  const next = place.neighbours.next;
  return (
    <PagedBook
      pages={pages}
      renewal={renewal}
      readingDirection={chapter.reading_direction}
      handle={handle}
      index={index}
      onTurn={setIndex}
      onPastEnd={() => next && navigate(next.to)}
      onImage={arrive}
      after={<ChapterEnd {...{ place, extras }} next={ahead} panel={end} isScrolled={false} />}
    />
  );
}

/** Says which edition is shown where it is not the reader's own (contract.md section 2). */
function EditionNote({ chapter }: { chapter: ReadableChapter }) {
  const { t, language } = useText();
  if (chapter.language === language) return null;
  const name = languageNames[chapter.language];
  const [before, after] = t('reading.edition', { language: '\n' }).split('\n');
  return (
    <p className={styles.edition}>
      {before}
      <bdi lang={languageTags[chapter.language]}>{name}</bdi>
      {after}
    </p>
  );
}
