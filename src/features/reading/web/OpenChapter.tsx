import { type ComponentType, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { languageNames } from '../../../shared/languages.ts';
import { tagOfWords } from '../../../shared/text-language.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { createPagePart, type PagePart, type Part, type UsedPart } from '../../../web/part.ts';
import { ChapterSkeleton, FailureNotice } from './chapter/ChapterNotice.tsx';
import type { ReadableChapter } from './chapter/chapter.ts';
import type { Position } from './chapter/content-handle.ts';
import { useReader } from './chapter/reader.ts';
import styles from './OpenChapter.module.css';
import type { LayoutProps } from './place/layout-props.ts';
import { noteReading } from './place/note-reading.ts';
import type { Arrival } from './place/place-keeper.ts';
import { useReadingPlace } from './place/use-reading-place.ts';

const strip = createPagePart('src/features/reading/web/strip/StripChapter.tsx', () =>
  import('./strip/StripChapter.tsx').then((module) => module.StripChapter),
);
const paged = createPagePart('src/features/reading/web/paged/PagedChapter.tsx', () =>
  import('./paged/PagedChapter.tsx').then((module) => module.PagedChapter),
);
const novel = createPagePart('src/features/reading/web/novel/NovelChapter.tsx', () =>
  import('./novel/NovelChapter.tsx').then((module) => module.NovelChapter),
);

const illustrated = createPagePart('src/features/reading/web/novel/IllustratedChapter.tsx', () =>
  import('./novel/IllustratedChapter.tsx').then((module) => module.IllustratedChapter),
);

/** Each layout has its own code, since a chapter is read in one layout at a time. */
export const chapterParts: readonly (Part<LayoutProps> & PagePart)[] = [strip, paged, novel, illustrated];

export function partOf({ kind, layout, blocks }: ReadableChapter): Part<LayoutProps> & PagePart {
  if (kind === 'novel') return blocks?.some(({ type }) => type === 'img') ? illustrated : novel;
  return layout === 'pages' ? paged : strip;
}

interface OpenChapterProps {
  chapter: ReadableChapter;
  arrival: Arrival;
  /** The code of its layout. */
  layout: UsedPart<LayoutProps>;
}

/** A chapter that may be read, in the layout that was chosen. */
export function OpenChapter(props: OpenChapterProps) {
  const { Component, hasFailed, retry } = props.layout;
  return (
    <>
      <EditionNote chapter={props.chapter} />
      {Component && <Laid {...props} Layout={Component} />}
      {!Component && (hasFailed ? <FailureNotice error={null} retry={retry} /> : <ChapterSkeleton />)}
    </>
  );
}

interface LaidProps extends Omit<OpenChapterProps, 'layout'> {
  Layout: ComponentType<LayoutProps>;
}

function Laid({ Layout, chapter, arrival }: LaidProps) {
  const api = useApi();
  const { chapterUuid } = useReader().place;
  const noted = useRef(new Set<string>());
  const seat = useRef<Position>(null);

  /** Notes an event once for each chapter, even if the layout changes. */
  function note(name: 'start_reading' | 'finished_reading'): void {
    if (noted.current.has(name + chapterUuid)) return;
    noted.current.add(name + chapterUuid);
    noteReading(api, { name, bookUuid: chapter.book_uuid, chapterUuid, language: chapter.language });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each chapter, whatever else changes
  useEffect(() => note('start_reading'), [chapterUuid]);

  const { state, until } = chapter.access;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer that says the same begins no new wait
  useEffect(() => {
    if (state === 'free' && !until) return;
    // If this code does not load, images still come as the reader scrolls.
    const kept = import('./pictures/last-images.ts').then(
      (code) => code.keepLastImages(chapter, api),
      () => null,
    );
    return () => void kept.then((stop) => stop?.());
  }, [state, until]);

  const reading = useReadingPlace(chapter, arrival);
  return (
    <Seated key={chapter.layout} {...{ Layout, seat, chapter, reading }} onFinished={() => note('finished_reading')} />
  );
}

/** A layout that replaces another one goes on at the same position. */
function Seated({
  Layout,
  seat,
  ...props
}: LayoutProps & { Layout: ComponentType<LayoutProps>; seat: RefObject<Position | null> }) {
  const { handle } = useReader();
  const { openedAt: openedAtFirst, touch, finish } = props.reading;
  // The position is read before the old layout goes away, and used when the next one is there.
  useLayoutEffect(() => {
    if (seat.current) handle.current?.goTo(seat.current);
    return () => {
      seat.current = handle.current?.position() ?? null;
    };
  }, [handle, seat]);
  const openedAt = useCallback(() => seat.current ?? openedAtFirst(), [seat, openedAtFirst]);
  const reading = useMemo(() => ({ openedAt, touch, finish }), [openedAt, touch, finish]);
  return <Layout {...props} reading={reading} />;
}

/** Says which edition is shown where it is not the reader's own (spec: reader.md#notices). */
function EditionNote({ chapter }: { chapter: ReadableChapter }) {
  const { t, language } = useText();
  const tag = chapter.text_language;
  if (chapter.language === language && !tag) return null;
  // Browser and server may know different names of a language.
  const name = tag ? new Intl.DisplayNames(tag, { type: 'language' }).of(tag) : languageNames[chapter.language];
  const [before, after] = t('reading.edition', { language: '\n' }).split('\n');
  return (
    <p className={styles.edition}>
      {before}
      <bdi lang={tagOfWords(chapter)} suppressHydrationWarning>
        {name}
      </bdi>
      {after}
    </p>
  );
}
