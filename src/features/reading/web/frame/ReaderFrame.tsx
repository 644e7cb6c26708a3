import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { readKept } from '../../../../web/session.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import type { ChapterPlace } from '../chapter/chapter-place.ts';
import type { ContentHandle } from '../chapter/content-handle.ts';
import { useEarlyEvents } from '../hands/use-early-events.ts';
import { useCarriedPlace } from '../place/use-carried-place.ts';
import { type Layer, useBars } from '../screen/use-bars.ts';
import { useFullscreen } from '../screen/use-fullscreen.ts';
import { BottomBar, TopBar } from './ReaderBars.tsx';
import styles from './ReaderFrame.module.css';

const handsPart = createPart(() => import('../hands/Hands.tsx').then((module) => module.Hands));
const layersPart = createPart(() => import('./ReaderLayers.tsx').then((module) => module.ReaderLayers));

const pagePlacePart = createPart(() => import('../place/PagePlace.tsx').then((module) => module.PagePlace));

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
  const { t } = useText();
  const stage = useRef<HTMLDivElement>(null);
  const likeRoom = useRef<HTMLDivElement>(null);
  const [isAutoScrolling, setAutoScrolling] = useState(false);
  const bars = useBars();
  const isFullscreen = useFullscreen();
  const isPaged = pagesTurn !== null;
  const isAlone = isPaged && (bars.haveGone || isFullscreen);
  const [layer, setLayer] = useState<Layer | null>(null);
  const isAnyOpen = layer !== null || isAutoScrolling;
  const { Component: ReaderLayers } = usePart(layersPart, { isWanted: isAnyOpen, onFail: fail });
  const early = useEarlyEvents();
  const { Component: ReaderHands } = usePart(handsPart, {
    // Pages are turned at their sides: whoever has not been told is told at once.
    isWanted: early.isAwaited || (isPaged && !isWaiting && readKept('ZONES_SHOWN') === null),
    onFail: failHands,
  });
  const isStrip = pageTotal !== null && !isPaged && !isWaiting;
  const { Component: PagePlace } = usePart(pagePlacePart, { isWanted: isStrip && early.isAwaited });

  function failHands(): void {
    early.drop();
    showToast({ text: t('reading.partFailed') });
  }

  function fail(): void {
    setLayer(null);
    setAutoScrolling(false);
    showToast({ text: t('reading.partFailed') });
  }

  const autoScroll = (isOn: boolean) => {
    if (isOn) bars.change(() => ({ visible: false, turnedAt: scrollY }));
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
        onHelp={() => setLayer('help')}
        onSettings={() => setLayer('settings')}
      />
      <div ref={stage} className={styles.stage}>
        {children}
      </div>
      <BottomBar
        place={place}
        isVisible={bars.visible}
        progress={
          PagePlace &&
          isStrip && <PagePlace total={pageTotal} onGoToPage={() => setLayer('page')} {...{ handle, stage }} />
        }
        likeRoom={likeRoom}
        like={like}
        onChapters={() => setLayer('chapters')}
      />
      {ReaderHands && (
        <ReaderHands
          onAutoScroll={autoScroll}
          areBarsVisible={bars.visible}
          onBars={bars.toggle}
          changeBars={bars.change}
          onLayer={setLayer}
          takeEarly={early.take}
          endEarly={early.end}
          {...{ place, isWaiting, isNovel, pagesTurn, pageTotal, stage, likeRoom, handle, end, isAutoScrolling }}
        />
      )}
      {ReaderLayers && (
        <ReaderLayers
          onLayer={setLayer}
          onAutoScroll={autoScroll}
          {...{ layer, isAutoScrolling, place, isNovel, pagesTurn, handle, end, pageTotal }}
        />
      )}
    </div>
  );
}
