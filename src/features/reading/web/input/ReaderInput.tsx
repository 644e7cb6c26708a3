import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { printedName } from '../../../../shared/printed-name.ts';
import { useText } from '../../../../web/i18n.tsx';
import { isPinched } from '../../../../web/pinch.ts';
import { useNavigate } from '../../../../web/router.tsx';
import { keep, readKept } from '../../../../web/session.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { bookSettings, type ReaderSettings } from '../../reader-settings.ts';
import type { ChapterPlace } from '../chapter/chapter-place.ts';
import type { Turn } from '../chapter/content-handle.ts';
import { useReader } from '../chapter/reader.ts';
import { useIsDouble } from '../paged/use-is-double.ts';
import { useCarryingPlace } from '../place/use-carrying-place.ts';
import { leaveFullscreen, toggleFullscreen, useFullscreen } from '../screen/use-fullscreen.ts';
import { useIdleCursor } from '../screen/use-idle-cursor.ts';
import { useMovedBars } from '../screen/use-moved-bars.ts';
import type { ReaderScreen } from '../screen/use-screen.ts';
import { changeReaderSettings } from '../settings/change-settings.ts';
import { bindingsOf } from '../settings/key-bindings.ts';
import { useReaderSettings } from '../settings/settings.ts';
import type { ReaderAction } from './keyboard.ts';
import type { Point } from './magnifier.ts';
import { type SwipeSide, turnOfSwipe } from './swipe.ts';
import { actionOfTap, type TapPoint } from './tap-zones.ts';
import type { EarlyEvents } from './use-early-events.ts';
import { useKeys } from './use-keys.ts';
import { useMagnifier } from './use-magnifier.ts';
import { useSwipe } from './use-swipe.ts';
import { isOnControl, useTaps } from './use-taps.ts';
import { useZones } from './use-zones.ts';

const undoMs = 5000;

interface ReaderInputProps {
  screen: ReaderScreen;
  /** The events that came before this code was there. */
  earlyEvents: EarlyEvents;
}

/** Moves a chapter by swipes, taps and keys. It draws nothing. */
export function ReaderInput({ screen, earlyEvents }: ReaderInputProps) {
  const { place, isWaiting, isNovel, pagesTurn, pageTotal, handle, stage, end, buttons } = useReader();
  const { areBarsVisible, toggleBars, setLayer, isAutoScrolling, setAutoScrolling } = screen;
  const [early] = useState(earlyEvents.take);
  const { dir } = useText();
  const settings = useReaderSettings();
  const { comic, keys } = settings;
  const bindings = useMemo(() => bindingsOf(keys), [keys]);
  const zones = useZones();
  const isDouble = useIsDouble();
  const isFullscreen = useFullscreen();
  const magnifier = useMagnifier(stage, {
    isPaged: pagesTurn !== null,
    fits: (event, point) => !isNovel && !isPinched() && !isOnControl(event) && !turnOfTap(onScreen(point)),
    double: (point) => tap(onScreen(point), { isDouble: true }),
  });
  const navigate = useNavigate();
  const turnChapter = useTurnChapter(place);
  const isPaged = pagesTurn !== null;
  const moveBars = useMovedBars(screen);
  const turnOf = (side: SwipeSide) => turnOfSwipe(side, pagesTurn ?? dir);

  /** While the picture is enlarged a tap turns nothing: a finger that moves the picture could lose its place. */
  function turnOfTap(point: TapPoint): Turn | null {
    const action = actionOfTap(point, zones);
    return action === 'bars' || magnifier.isOn() ? null : action;
  }

  function tap(point: TapPoint, { isDouble }: { isDouble: boolean }): void {
    const turn = turnOfTap(point);
    if (turn) {
      step(turn);
      return;
    }
    // This runs at the second tap; the first one has already shown or hidden the bars, and this undoes it.
    if (actionOfTap(point, zones) === 'bars') toggleBars();
    if (isDouble && !isNovel) magnifier.toggle(point);
  }

  function turnPage(turn: Turn): void {
    magnifier.reset();
    handle.current?.move(turn);
    if (isPaged) moveBars(turn);
  }

  /** Space and taps go through a chapter, and never beyond it. */
  function step(turn: Turn): void {
    if (!isPaged) scrollByShare((comic.stepPercent / 100) * (turn === 'next' ? 1 : -1));
    else if (turn === 'previous' || !isOnScreen(end.current)) turnPage(turn);
  }

  /** The highest layer closes first (spec: reader.md#keys); sheets and panels have closed themselves before. */
  function closeTop(): void {
    if (isAutoScrolling) setAutoScrolling(false);
    else if (magnifier.reset()) return;
    else if (isFullscreen) leaveFullscreen();
    else if (areBarsVisible) toggleBars();
    else navigate(paths.book(place.bookUuid));
  }

  const actions: Record<ReaderAction, () => void> = {
    previousChapter: () => turnChapter('previous'),
    nextChapter: () => turnChapter('next'),
    previousPage: () => turnPage('previous'),
    nextPage: () => turnPage('next'),
    previousImage: () => handle.current?.move('previous'),
    nextImage: () => handle.current?.move('next'),
    stepBack: () => step('previous'),
    stepOn: () => step('next'),
    like: () => buttons.current.like?.(),
    toggleAutoScroll: () => setAutoScrolling(!isAutoScrolling),
    goToPage: () => pageTotal !== null && pageTotal > 1 && setLayer('page'),
    // Where pages stand alone this key would have no visible effect.
    offsetPages: () => isDouble && offsetPages(settings, place.bookUuid),
    toggleFullscreen,
    toggleBars,
    showChapters: () => setLayer('chapters'),
    showHelp: () => setLayer('help'),
    search: () => buttons.current.search?.(),
    readAloud: () => buttons.current.readAloud?.(),
    closeTop,
  };

  useIdleCursor(isFullscreen);
  useCarryingPlace();
  useZonesOnce({ isPaged: isPaged && !isWaiting, onShow: () => setLayer((before) => before ?? 'zones') });
  useKeys(
    {
      waiting: isWaiting,
      bindings,
      paged: isPaged,
      novel: isNovel,
      dir,
      readingDirection: pagesTurn ?? 'ltr',
      early,
    },
    (action, { isHeld }) => {
      // A held key stops where the pages end.
      if (isHeld && action === 'nextPage' && isOnScreen(end.current)) return;
      actions[action]();
    },
  );
  useSwipe(stage, {
    early,
    isOn: isPaged || comic.swipesTurnChapters,
    leads: (side) => isPaged || place.neighbours[turnOf(side)] !== null,
    onSwipe: (side) => (isPaged ? turnPage(turnOf(side)) : turnChapter(turnOf(side), { canUndo: true })),
  });
  useTaps(stage, early, tap);

  // Must be the last effect: by now all listeners stand, and no event came in between.
  const endEarly = useEffectEvent(earlyEvents.end);
  useEffect(() => endEarly(), []);
  return null;
}

/** Shows the tap zones once: readers cannot know by themselves that a tap at a side turns the page. */
function useZonesOnce({ isPaged, onShow }: { isPaged: boolean; onShow: () => void }): void {
  const isNew = isPaged && readKept('ZONES_SHOWN') === null;
  const show = useEffectEvent(onShow);
  useEffect(() => {
    if (!isNew) return;
    keep('ZONES_SHOWN', true);
    show();
  }, [isNew]);
}

/** Opens a neighbour where there is one. A swipe may be a mistake: for five seconds a button undoes it. */
function useTurnChapter(place: ChapterPlace): (turn: Turn, options?: { canUndo: boolean }) => void {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  return (turn, options) => {
    const neighbour = place.neighbours[turn];
    if (!neighbour) return;
    navigate(neighbour.to);
    if (!options?.canUndo) return;
    const title = printedName(text, neighbour);
    const goBack = () => location.pathname === neighbour.to && history.back();
    showToast(
      { text: t('reading.swiped', { title }), action: { label: t('reading.undo'), act: goBack } },
      { forMs: undoMs },
    );
  };
}

/** Changes whether the first page stands beside the second or alone. */
function offsetPages(settings: ReaderSettings, bookUuid: string): void {
  const { isOffset } = bookSettings(settings, bookUuid);
  changeReaderSettings({ books: { [bookUuid]: { ...Object(settings.books[bookUuid]), isOffset: !isOffset } } });
}

const onScreen = ({ x, y }: Point): TapPoint => ({ x, y, width: innerWidth, height: innerHeight });

function scrollByShare(share: number): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollBy({ top: share * innerHeight, behavior: isStill ? 'instant' : 'smooth' });
}

function isOnScreen(element: HTMLElement | null): boolean {
  return element !== null && element.getBoundingClientRect().top < innerHeight && element.offsetParent !== null;
}
