import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { printedNumber } from '../../../shared/printed-name.ts';
import { displayText } from '../../../shared/text.ts';
import type { PageContext, PageHead, PageModule, PageOutcome } from '../../../web/page.ts';
import { createPagePart, createPart, type UsedPart, usePart } from '../../../web/part.ts';
import { useOpenedPage } from '../../../web/router.tsx';
import { ChapterSkeleton, FailureNotice } from './chapter/ChapterNotice.tsx';
import { chapterQuery, type OpenedChapter, type ReadableChapter } from './chapter/chapter.ts';
import { addressOf, type ChapterPlace, placeOf, unknownPlace } from './chapter/chapter-place.ts';
import { asChosen } from './chapter/comic-layout.ts';
import type { ContentHandle } from './chapter/content-handle.ts';
import { describeChapter, isFreeForNow } from './chapter/describe-chapter.ts';
import { type Reader, ReaderContext } from './chapter/reader.ts';
import { type ChapterView, useChapter } from './chapter/use-chapter.ts';
import type { LockProps } from './end/ChapterLock.tsx';
import { EndExtras } from './end/EndExtras.tsx';
import { Like } from './end/Like.tsx';
import { ReaderFrame } from './frame/ReaderFrame.tsx';
import { useNovelFrame } from './novel/use-novel-frame.ts';
import { chapterParts, OpenChapter, partOf } from './OpenChapter.tsx';
import { stripSizes } from './pictures/sizes.ts';
import type { LayoutProps } from './place/layout-props.ts';
import type { Arrival } from './place/place-keeper.ts';
import { placeMemory, remembersPlaces } from './place/place-memory.ts';
import { leaveFullscreen } from './screen/use-fullscreen.ts';
import { readSettings, useReaderSettings } from './settings/settings.ts';

const novelToolsPart = createPart(() => import('./novel/NovelTools.tsx').then((module) => module.NovelTools));

type Param = 'bookid' | 'chapter_uuid' | 'chapter_number';
type Params = Record<Param, string>;

const lock = createPagePart('src/features/reading/web/end/ChapterLock.tsx', () =>
  import('./end/ChapterLock.tsx').then((module) => module.ChapterLock),
);

/** The reader (spec: site.md#pages): rendered for a visitor, then this reader's own answer decides. */
export const readerPage: PageModule<Param> = {
  Component: ReaderPage,
  chrome: 'quiet',
  prefetch,
  parts: { all: [...chapterParts, lock], neededFor },
  head,
};

async function prefetch({ api, queryClient, params, language }: PageContext<Param>): Promise<PageOutcome> {
  // Uuids are written in lower case: a chapter has one address, and its place one key.
  const chapterUuid = params.chapter_uuid.toLowerCase();
  const opened = await queryClient.fetchQuery(chapterQuery(api, { chapterUuid, language }));
  const { chapter } = opened;
  const isRightAddress =
    params.chapter_uuid === chapterUuid &&
    params.bookid === chapter.book_uuid &&
    params.chapter_number === String(chapter.chapter_number);
  if (!isRightAddress) return { redirect: addressOf(chapterUuid, chapter) };
  // In the browser the lock asks for these facts itself, and can show the main thing without them.
  if (import.meta.env.SSR && opened.state === 'locked') {
    const { lockQuery } = await import('./chapter/lock-offer.ts');
    await queryClient.prefetchQuery(lockQuery(api, { chapterUuid, language }));
  }
  return { status: 200 };
}

function neededFor(context: PageContext<Param>) {
  const opened = openedIn(context);
  if (opened?.state === 'locked') return [lock];
  if (!opened) return [];
  // The code of the layout that the server rendered, and of the one that the reader has chosen.
  const parts = [partOf(opened.chapter), partOf(asChosen(opened.chapter, readSettings()))];
  // The place is needed before the chapter shows.
  return remembersPlaces() ? [...parts, placeMemory] : parts;
}

function openedIn({ api, queryClient, params, language }: PageContext<Param>): OpenedChapter | undefined {
  const { queryKey } = chapterQuery(api, { chapterUuid: params.chapter_uuid, language });
  return queryClient.getQueryData<OpenedChapter>(queryKey);
}

function head(context: PageContext<Param>): PageHead {
  const { text, site } = context;
  const opened = openedIn(context);
  if (!opened) return { title: text.t('reading.loading'), description: '', noindex: true };
  const { chapter } = opened;
  const title = displayText(chapter.title).trim() || text.t('reading.unknownChapter');
  const book = displayText(chapter.book_title);
  const page = opened.state === 'open' ? opened.chapter.pages?.[0] : undefined;
  const label = opened.state === 'open' ? opened.chapter.label : null;
  const number = printedNumber({ label, number: chapter.chapter_number });
  return {
    // The window of a reader who has not said to be an adult has this title too.
    title: chapter.rating === 'adult' && !site.showsAdultBooks ? book : `${title} · ${book}`,
    description: text.t('reading.description', { number, book, title }),
    // The tags of the head are the server's; the browser keeps the title.
    ...(import.meta.env.SSR && {
      type: 'article',
      jsonLd: describeChapter(opened),
      noarchive: isFreeForNow(chapter.access),
      image: page ? { src: page.src, width: page.width, height: page.height } : null,
      lead:
        page && opened.state === 'open' && opened.chapter.layout === 'strip'
          ? { picture: page, sizes: stripSizes() }
          : null,
    }),
  };
}

interface ReaderPageProps {
  params: Params;
  /** Keeps a chapter that may be read; the site's own part, for the panel below it. */
  keep?: (place: ChapterPlace) => ReactNode;
}

export function ReaderPage({ params, keep }: ReaderPageProps) {
  const view = useChapter(params.chapter_uuid);
  const arrival = useArrival();
  const opened = view.state === 'failed' ? null : view.opened;
  const isOwn = view.state === 'opened' && view.isOwn;
  const place = opened ? placeOf(params.chapter_uuid, opened) : unknownPlace(params);
  const { chapter, layout } = useLayout(opened?.state === 'open' ? opened.chapter : null);
  const liking = chapter && { chapterUuid: params.chapter_uuid, chapter, isOwn };
  const { Component: NovelTools } = usePart(novelToolsPart, { isWanted: chapter?.kind === 'novel' });
  const isLaidOut = chapter === null || layout.Component !== null || layout.hasFailed;
  const isPaged = chapter?.kind === 'comic' && chapter.layout === 'pages';
  const novel = useNovelFrame(chapter);
  const parts = {
    handle: useRef<ContentHandle>(null),
    stage: useRef<HTMLDivElement>(null),
    end: useRef<HTMLElement>(null),
    buttons: useRef({}),
  };
  const reader: Reader = {
    ...parts,
    place,
    isWaiting: view.state === 'waiting' || !isLaidOut,
    isNovel: novel.isNovel,
    pagesTurn: isPaged ? chapter.reading_direction : novel.pagesTurn,
    pageTotal: chapter?.kind === 'comic' ? pageTotalOf(chapter) : null,
    extras: <EndExtras keep={keep} like={liking && <Like {...liking} look="end" />} />,
  };
  return (
    <ReaderContext value={reader}>
      <ReaderFrame
        like={liking && <Like {...liking} />}
        tools={chapter?.kind === 'novel' && NovelTools && <NovelTools chapter={chapter} />}
      >
        <Content {...{ view, chapter, arrival, layout }} />
      </ReaderFrame>
    </ReaderContext>
  );
}

/**
 * The chapter in the layout that the reader has chosen, as soon as its code is there. Before that in the book's layout,
 * if its code is there already, or if the chosen one's failed to load.
 */
function useLayout(own: ReadableChapter | null) {
  const settings = useReaderSettings();
  const chosen = useMemo(() => own && asChosen(own, settings), [own, settings]);
  const { Component, hasFailed } = usePart(chosen && partOf(chosen));
  const isOwnReady = own !== null && partOf(own).component() !== null;
  const chapter = Component || !(isOwnReady || hasFailed) ? chosen : own;
  const layout = usePart(chapter && partOf(chapter));
  // Until now the early script hid the page, if the two layouts differ (ReaderFrame.module.css).
  useEffect(() => {
    delete document.documentElement.dataset.comicLayout;
  }, []);
  return { chapter, layout };
}

/** Pages as their reader counts them: the tiles of one original are one. */
function pageTotalOf({ layout, pages }: ReadableChapter): number {
  return layout === 'pages' ? (pages?.length ?? 0) : (pages?.at(-1)?.page ?? -1) + 1;
}

interface ContentProps {
  view: ChapterView;
  chapter: ReadableChapter | null;
  arrival: Arrival;
  layout: UsedPart<LayoutProps>;
}

function Content({ view, chapter, arrival, layout }: ContentProps) {
  if (view.state === 'failed') return <FailureNotice error={view.error} retry={view.ask} />;
  if (view.opened?.state === 'open') {
    return (
      chapter && (
        <>
          <OpenChapter {...{ chapter, arrival, layout }} />
          {view.lost && <Lock reason={view.lost} opened={null} ask={view.ask} isLost />}
        </>
      )
    );
  }
  if (view.state === 'waiting') return <ChapterSkeleton />;
  return <Lock reason={view.opened.reason} opened={view.opened} ask={view.ask} isLost={false} />;
}

/** A reader who may read the chapter never loads this code. */
function Lock(props: LockProps) {
  const { Component, hasFailed, retry } = usePart(lock);
  if (Component) return <Component {...props} />;
  if (props.isLost) return null;
  return hasFailed ? <FailureNotice error={null} retry={retry} /> : <ChapterSkeleton />;
}

/** The number of mounted readers: on the way to the next chapter two are mounted for a moment. */
let openReaders = 0;

/**
 * How the chapter was reached. On the way from one chapter to the next, the reader of the chapter before is still
 * mounted, and the new one opens at its top. A chapter that was opened from a list, by a link or anew opens where the
 * book was left. The last reader ends fullscreen.
 */
function useArrival(): Arrival {
  const { isReturn } = useOpenedPage();
  const [arrival] = useState((): Arrival => (isReturn ? 'return' : openReaders > 0 ? 'inside' : 'outside'));
  useLayoutEffect(() => {
    openReaders += 1;
    return () => {
      openReaders -= 1;
      // If another chapter follows, its reader is mounted before this runs.
      setTimeout(() => openReaders === 0 && leaveFullscreen());
    };
  }, []);
  return arrival;
}
