import type { ReactNode } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { createPart, usePart } from '../../../../web/part.ts';
import { readKept } from '../../../../web/session.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useReader } from '../chapter/reader.ts';
import { useEarlyEvents } from '../input/use-early-events.ts';
import { useCarriedPlace } from '../place/use-carried-place.ts';
import { useFullscreen } from '../screen/use-fullscreen.ts';
import { useScreen } from '../screen/use-screen.ts';
import { BottomBar, TopBar } from './ReaderBars.tsx';
import styles from './ReaderFrame.module.css';

const inputPart = createPart(() => import('../input/ReaderInput.tsx').then((module) => module.ReaderInput));
const layersPart = createPart(() => import('./ReaderLayers.tsx').then((module) => module.ReaderLayers));

const pagePlacePart = createPart(() => import('../place/PagePlace.tsx').then((module) => module.PagePlace));

interface ReaderFrameProps {
  like: ReactNode;
  /** Buttons of the chapter's own, for the bar above. */
  tools?: ReactNode;
  children: ReactNode;
}

/** The frame around a chapter: bars, sheets, and the input by keys and gestures. */
export function ReaderFrame({ like, tools, children }: ReaderFrameProps) {
  const { isWaiting, isNovel, pagesTurn, pageTotal, stage } = useReader();
  const { t } = useText();
  const isPaged = pagesTurn !== null;
  const screen = useScreen({ isPaged });
  const { areBarsVisible, layer, setLayer, isAutoScrolling, setAutoScrolling } = screen;
  const isFullscreen = useFullscreen();
  const isAlone = isPaged && (screen.haveBarsGone || isFullscreen);
  const isAnyOpen = layer !== null || isAutoScrolling;
  const { Component: ReaderLayers } = usePart(layersPart, { isWanted: isAnyOpen, onFail: fail });
  const early = useEarlyEvents();
  const { Component: ReaderInput } = usePart(inputPart, {
    // Its code shows new readers the tap zones of pages, and does so at once.
    isWanted: early.isAwaited || (isPaged && !isWaiting && readKept('ZONES_SHOWN') === null),
    onFail: failInput,
  });
  const isStrip = pageTotal !== null && !isPaged && !isWaiting;
  const { Component: PagePlace } = usePart(pagePlacePart, { isWanted: isStrip && early.isAwaited });

  function failInput(): void {
    early.drop();
    showToast({ text: t('reading.partFailed') });
  }

  function fail(): void {
    setLayer(null);
    setAutoScrolling(false);
    showToast({ text: t('reading.partFailed') });
  }

  useCarriedPlace();

  return (
    <div
      className={styles.frame}
      data-paged={isPaged ? '' : undefined}
      data-novel={isNovel ? '' : undefined}
      data-alone={isAlone ? '' : undefined}
      data-bars={areBarsVisible ? undefined : 'away'}
    >
      <TopBar {...{ screen, isFullscreen, tools }} />
      <div ref={stage} className={styles.stage}>
        {children}
      </div>
      <BottomBar
        {...{ screen, like }}
        progress={PagePlace && isStrip && <PagePlace total={pageTotal} onGoToPage={() => setLayer('page')} />}
      />
      {ReaderInput && <ReaderInput screen={screen} earlyEvents={early} />}
      {ReaderLayers && <ReaderLayers screen={screen} />}
    </div>
  );
}
