import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { languageNames, languageTags } from '../../../shared/languages.ts';
import { useText } from '../../../web/i18n.tsx';
import { createPart, type Part, usePart } from '../../../web/part.ts';
import { ChapterSkeleton, FailureNotice } from './ChapterNotice.tsx';
import type { ReadableChapter } from './chapter.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';
import styles from './OpenChapter.module.css';
import type { LayoutProps } from './open-chapter.ts';
import { useReadingEvents } from './use-reading-events.ts';
import { useReadingPlace } from './use-reading-place.ts';

const comic = createPart('src/features/reading/web/ComicChapter.tsx', () =>
  import('./ComicChapter.tsx').then((module) => module.ComicChapter),
);
const novel = createPart('src/features/reading/web/NovelChapter.tsx', () =>
  import('./NovelChapter.tsx').then((module) => module.NovelChapter),
);

/** Whoever reads comics need not load what sets novels, nor the reverse. */
export const chapterParts: readonly Part<LayoutProps>[] = [comic, novel];

export function partOf({ kind }: ReadableChapter): Part<LayoutProps> {
  return kind === 'novel' ? novel : comic;
}

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
  const { Component, hasFailed, retry } = usePart(partOf(chapter));
  return (
    <>
      <EditionNote chapter={chapter} />
      {Component && <Component {...parts} />}
      {!Component && !hasFailed && <ChapterSkeleton />}
      {hasFailed && <FailureNotice error={null} retry={retry} />}
    </>
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
