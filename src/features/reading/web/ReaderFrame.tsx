import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { useNavigate } from '../../../web/router.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ContentHandle } from './content-handle.ts';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import type { ReaderAction } from './keyboard.ts';
import { BottomBar, TopBar } from './ReaderBars.tsx';
import styles from './ReaderFrame.module.css';
import { type SwipeSide, type Turn, turnOfSwipe } from './swipe.ts';
import { useBars } from './use-bars.ts';
import { leaveFullscreen, toggleFullscreen, useFullscreen } from './use-fullscreen.ts';
import { useKeys } from './use-keys.ts';
import { useSwipe } from './use-swipe.ts';
import { useTaps } from './use-taps.ts';

const undoMs = 5000;

interface ReaderFrameProps {
  place: ChapterPlace;
  /** The chapter is still on its way. */
  isWaiting: boolean;
  /** The direction in which a paged book turns; null for what is scrolled. */
  pagesTurn: 'ltr' | 'rtl' | null;
  handle: RefObject<ContentHandle | null>;
  /** What stands below the chapter; the bars come back when it shows. */
  end: RefObject<HTMLElement | null>;
  like: ReactNode;
  children: ReactNode;
}

/** What stands around a chapter, and the hands it is moved by: bars, swipes, taps and keys. */
export function ReaderFrame({ place, isWaiting, pagesTurn, handle, end, like, children }: ReaderFrameProps) {
  const { dir } = useText();
  const stage = useRef<HTMLDivElement>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const bars = useBars(end);
  const isFullscreen = useFullscreen();
  const turnChapter = useTurnChapter(place);
  const turnOf = (side: SwipeSide) => turnOfSwipe(side, pagesTurn ?? dir);

  const actions: Record<ReaderAction, () => void> = {
    previousChapter: () => turnChapter('previous'),
    nextChapter: () => turnChapter('next'),
    previousPage: () => handle.current?.move('previous'),
    nextPage: () => handle.current?.move('next'),
    previousImage: () => handle.current?.move('previous'),
    nextImage: () => handle.current?.move('next'),
    toggleFullscreen,
    toggleBars: bars.toggle,
    showHelp: () => setHelpOpen(true),
    closeTop: leaveFullscreen,
  };

  const keys = { waiting: isWaiting, paged: pagesTurn !== null, dir, readingDirection: pagesTurn ?? 'ltr' };
  useKeys(keys, (action) => actions[action]());
  useSwipe(stage, {
    leads: (side) => pagesTurn !== null || place.neighbours[turnOf(side)] !== null,
    onSwipe: (side) => (pagesTurn ? handle.current?.move(turnOf(side)) : turnChapter(turnOf(side), { canUndo: true })),
  });
  useTaps(stage, (zone) => {
    if (zone === 'centre') bars.toggle();
    // The side that is tapped is where the page lies that is wanted; a finger pulls it from there.
    else if (pagesTurn) handle.current?.move(turnOf(zone === 'right' ? 'left' : 'right'));
  });

  return (
    <div className={styles.frame} data-paged={pagesTurn ? '' : undefined}>
      <TopBar place={place} isVisible={bars.visible} isFullscreen={isFullscreen} onHelp={() => setHelpOpen(true)} />
      <div ref={stage} className={styles.stage}>
        {children}
      </div>
      <BottomBar place={place} isVisible={bars.visible} like={like} />
      <KeyboardHelp open={isHelpOpen} isPaged={pagesTurn !== null} onClose={() => setHelpOpen(false)} />
    </div>
  );
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
