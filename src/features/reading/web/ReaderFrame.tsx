import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { useNavigate } from '../../../web/router.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';
import type { ReaderAction } from './keyboard.ts';
import { BottomBar, TopBar } from './ReaderBars.tsx';
import styles from './ReaderFrame.module.css';
import type { Layer } from './ReaderLayers.tsx';
import { useReaderSettings } from './settings.ts';
import { type SwipeSide, type Turn, turnOfSwipe } from './swipe.ts';
import { actionOfTap, type TapLayout } from './tap-zones.ts';
import { useBars } from './use-bars.ts';
import { useCarriedPlace } from './use-carried-place.ts';
import { leaveFullscreen, toggleFullscreen, useFullscreen } from './use-fullscreen.ts';
import { useIdleCursor } from './use-idle-cursor.ts';
import { useKeys } from './use-keys.ts';
import { useLazyPart } from './use-lazy-part.ts';
import { useMagnifier } from './use-magnifier.ts';
import { useSwipe } from './use-swipe.ts';
import { useTaps } from './use-taps.ts';

const undoMs = 5000;

const loadLayers = () => import('./ReaderLayers.tsx').then((module) => module.ReaderLayers);

interface ReaderFrameProps {
  place: ChapterPlace;
  /** The chapter is still on its way. */
  isWaiting: boolean;
  /** A text; else a comic, or nobody knows yet. */
  isNovel: boolean;
  /** The direction in which a paged book turns; null for what is scrolled. */
  pagesTurn: 'ltr' | 'rtl' | null;
  /** Pages of a comic's chapter; null for what has none. */
  pageTotal: number | null;
  handle: RefObject<ContentHandle | null>;
  /** What stands below the chapter; the bars come back when it shows. */
  end: RefObject<HTMLElement | null>;
  like: ReactNode;
  /** Buttons of the chapter's own, for the bar above. */
  tools?: ReactNode;
  children: ReactNode;
}

/** What stands around a chapter, and the hands it is moved by: bars, sheets, swipes, taps and keys. */
export function ReaderFrame(props: ReaderFrameProps) {
  const { place, isWaiting, isNovel, pagesTurn, pageTotal, handle, end, like, tools, children } = props;
  const { t, dir } = useText();
  const { comic } = useReaderSettings();
  const stage = useRef<HTMLDivElement>(null);
  const likeRoom = useRef<HTMLDivElement>(null);
  const [isAutoScrolling, setAutoScrolling] = useState(false);
  const bars = useBars({ end, isAutoScrolling });
  const isFullscreen = useFullscreen();
  const magnifier = useMagnifier(stage);
  const turnChapter = useTurnChapter(place);
  const isPaged = pagesTurn !== null;
  const zones = { layout: isNovel ? 'off' : comic.tapZones, dir: pagesTurn ?? dir, isPaged } as const;
  const layers = useLayers(zones.layout);
  const isAnyOpen = layers.layer !== null || isAutoScrolling;
  const ReaderLayers = useLazyPart({ load: loadLayers, isWanted: isAnyOpen, onFail: () => fail() });
  const turnOf = (side: SwipeSide) => turnOfSwipe(side, pagesTurn ?? dir);

  function fail(): void {
    layers.reset();
    setAutoScrolling(false);
    showToast({ text: t('reading.partFailed') });
  }

  function turnPage(turn: Turn): void {
    magnifier.reset();
    handle.current?.move(turn);
  }

  /** Space and taps go through a chapter, and never beyond it. */
  function step(turn: Turn): void {
    if (!isPaged) scrollByShare((comic.stepPercent / 100) * (turn === 'next' ? 1 : -1));
    else if (turn === 'previous' || !isOnScreen(end.current)) turnPage(turn);
  }

  function goToPage(page: number): void {
    handle.current?.goTo({ index: page - 1, fraction: 0 });
    // A place is where the middle of the screen is; who asks for a page wants its upper edge at the top.
    if (!isPaged && page > 1) scrollBy({ top: innerHeight / 2, behavior: 'instant' });
  }

  function closeTop(): void {
    if (isAutoScrolling) setAutoScrolling(false);
    else if (!magnifier.reset()) leaveFullscreen();
  }

  const autoScroll = (isOn: boolean) => {
    if (isOn && bars.visible) bars.toggle();
    setAutoScrolling(isOn && !isPaged);
  };

  const actions: Record<ReaderAction, () => void> = {
    previousChapter: () => turnChapter('previous'),
    nextChapter: () => turnChapter('next'),
    previousPage: () => turnPage('previous'),
    nextPage: () => turnPage('next'),
    previousImage: () => handle.current?.move('previous'),
    nextImage: () => handle.current?.move('next'),
    stepBack: () => step('previous'),
    stepOn: () => step('next'),
    like: () => likeRoom.current?.querySelector<HTMLElement>('[data-like]')?.click(),
    toggleAutoScroll: () => autoScroll(!isAutoScrolling),
    goToPage: () => pageTotal !== null && layers.show('page'),
    toggleFullscreen,
    toggleBars: bars.toggle,
    showChapters: () => layers.show('chapters'),
    showHelp: () => layers.show('help'),
    closeTop,
  };

  useCarriedPlace({ chapterUuid: place.chapterUuid, isOpen: !isWaiting, handle });
  useIdleCursor(isFullscreen);
  useKeys({ waiting: isWaiting, paged: isPaged, dir, readingDirection: pagesTurn ?? 'ltr' }, (action, { isHeld }) => {
    // A held key stops where the pages end.
    if (isHeld && action === 'nextPage' && isOnScreen(end.current)) return;
    actions[action]();
  });
  useSwipe(stage, {
    isOn: isPaged || comic.swipesTurnChapters,
    leads: (side) => isPaged || place.neighbours[turnOf(side)] !== null,
    onSwipe: (side) => (isPaged ? turnPage(turnOf(side)) : turnChapter(turnOf(side), { canUndo: true })),
  });
  useTaps(stage, (point, { isDouble }) => {
    const action = actionOfTap(point, zones);
    if (action === 'next' || action === 'previous') {
      step(action);
      return;
    }
    // The first of two taps has called the bars already, or sent them away.
    if (action === 'bars') bars.toggle();
    if (isDouble && !isNovel) magnifier.toggle(point);
  });

  return (
    <div className={styles.frame} data-paged={isPaged ? '' : undefined} data-novel={isNovel ? '' : undefined}>
      <TopBar
        place={place}
        isVisible={bars.visible}
        isFullscreen={isFullscreen}
        isNovel={isNovel}
        tools={tools}
        onHelp={() => layers.show('help')}
        onSettings={() => layers.show('settings')}
      />
      <div ref={stage} className={styles.stage}>
        {children}
      </div>
      <BottomBar
        place={place}
        isVisible={bars.visible}
        likeRoom={likeRoom}
        like={like}
        onChapters={() => layers.show('chapters')}
      />
      {ReaderLayers && (
        <ReaderLayers
          layer={layers.layer}
          onClose={layers.close}
          onAutoScroll={autoScroll}
          onPage={goToPage}
          {...{ isAutoScrolling, place, isNovel, isPaged, zones, end, pageTotal }}
        />
      )}
    </div>
  );
}

/** What lies over the chapter. A newly chosen layout of taps is shown once, when the settings have gone. */
function useLayers(layout: TapLayout) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const seen = useRef(layout);
  const show = (next: Layer) => {
    seen.current = layout;
    setLayer(next);
  };
  // A dialog that has been closed says so once more, when another layer may be open already.
  const close = (closed: Layer) =>
    setLayer((before) => {
      if (before !== closed) return before;
      return closed === 'settings' && layout !== seen.current && layout !== 'off' ? 'zones' : null;
    });
  return { layer, show, close, reset: () => setLayer(null) };
}

/** Opens a neighbour where there is one. A swipe may be a slip: for five seconds there is a way back. */
function useTurnChapter(place: ChapterPlace): (turn: Turn, options?: { canUndo: boolean }) => void {
  const { t } = useText();
  const navigate = useNavigate();
  return (turn, options) => {
    const neighbour = place.neighbours[turn];
    if (!neighbour) return;
    navigate(neighbour.to);
    if (!options?.canUndo) return;
    const title = t('reading.chapterNumber', { number: neighbour.number });
    const goBack = () => location.pathname === neighbour.to && history.back();
    showToast(
      { text: t('reading.swiped', { title }), action: { label: t('reading.undo'), act: goBack } },
      { forMs: undoMs },
    );
  };
}

function scrollByShare(share: number): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: share * innerHeight, behavior: isStill ? 'instant' : 'smooth' });
}

function isOnScreen(element: HTMLElement | null): boolean {
  return element !== null && element.getBoundingClientRect().top < innerHeight && element.offsetParent !== null;
}
