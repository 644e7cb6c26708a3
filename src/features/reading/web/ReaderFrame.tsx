import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { createPart, usePart } from '../../../web/part.ts';
import { showToast } from '../../../web/ui/toasts.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';
import { BottomBar, TopBar } from './ReaderBars.tsx';
import styles from './ReaderFrame.module.css';
import type { Layer } from './ReaderLayers.tsx';
import { useReaderSettings } from './settings.ts';
import type { TapLayout } from './tap-zones.ts';
import { useBars } from './use-bars.ts';
import { useCarriedPlace } from './use-carried-place.ts';
import { useEarlyEvents } from './use-early-events.ts';
import { useFullscreen } from './use-fullscreen.ts';

const handsPart = createPart(() => import('./Hands.tsx').then((module) => module.Hands));
const layersPart = createPart(() => import('./ReaderLayers.tsx').then((module) => module.ReaderLayers));

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

/** What stands around a chapter: bars, sheets, and the hands it is moved by. */
export function ReaderFrame(props: ReaderFrameProps) {
  const { place, isWaiting, isNovel, pagesTurn, pageTotal, handle, end, like, tools, children } = props;
  const { t, dir } = useText();
  const { comic } = useReaderSettings();
  const stage = useRef<HTMLDivElement>(null);
  const likeRoom = useRef<HTMLDivElement>(null);
  const [isAutoScrolling, setAutoScrolling] = useState(false);
  const bars = useBars();
  const isFullscreen = useFullscreen();
  const isPaged = pagesTurn !== null;
  const isAlone = isPaged && (bars.haveGone || isFullscreen);
  const zones = { layout: isNovel ? 'off' : comic.tapZones, dir: pagesTurn ?? dir, isPaged } as const;
  const layers = useLayers(zones.layout);
  const isAnyOpen = layers.layer !== null || isAutoScrolling;
  const { Component: ReaderLayers } = usePart(layersPart, { isWanted: isAnyOpen, onFail: fail });
  const early = useEarlyEvents();
  const { Component: ReaderHands } = usePart(handsPart, { isWanted: early.isAwaited, onFail: failHands });

  function failHands(): void {
    early.drop();
    showToast({ text: t('reading.partFailed') });
  }

  function fail(): void {
    layers.reset();
    setAutoScrolling(false);
    showToast({ text: t('reading.partFailed') });
  }

  function goToPage(page: number): void {
    handle.current?.goTo({ index: page - 1, fraction: 0 });
    // A place is where the middle of the screen is; who asks for a page wants its upper edge at the top.
    if (!isPaged && page > 1) scrollBy({ top: innerHeight / 2, behavior: 'instant' });
  }

  const autoScroll = (isOn: boolean) => {
    if (isOn && bars.visible) bars.toggle();
    setAutoScrolling(isOn && !isPaged);
  };

  useCarriedPlace({ chapterUuid: place.chapterUuid, isOpen: !isWaiting, handle });

  return (
    <div
      className={styles.frame}
      data-paged={isPaged ? '' : undefined}
      data-novel={isNovel ? '' : undefined}
      data-alone={isAlone ? '' : undefined}
      data-bars={bars.visible ? undefined : 'away'}
    >
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
      {ReaderHands && (
        <ReaderHands
          onAutoScroll={autoScroll}
          onBars={bars.toggle}
          changeBars={bars.change}
          onLayer={layers.show}
          takeEarly={early.take}
          {...{ place, isWaiting, isNovel, pagesTurn, pageTotal, zones, stage, likeRoom, handle, end, isAutoScrolling }}
        />
      )}
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
