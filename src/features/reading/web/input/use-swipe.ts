import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isPinched } from '../../../../web/pinch.ts';
import { canStartSwipe, decideSwipe, followFinger, type SwipeSide } from './swipe.ts';
import { zoomFactor } from './zoom.ts';

/** Moves shorter than this have no direction yet. */
const directionPx = 10;

interface Swiping {
  onSwipe: (side: SwipeSide) => void;
  /** Whether a swipe to this side leads anywhere. */
  leads: (side: SwipeSide) => boolean;
  /** Whether swipes count; else a finger only scrolls. */
  isOn: boolean;
  /** Done before anybody listened. */
  early: readonly Event[];
}

/** Listens for swipes on the stage, which follows the finger meanwhile; vertical moves stay the browser's. */
export function useSwipe(stage: RefObject<HTMLElement | null>, { onSwipe, leads, isOn, early }: Swiping): void {
  const swiped = useEffectEvent(onSwipe);
  const hasNeighbour = useEffectEvent(leads);

  useEffect(() => {
    const element = stage.current;
    if (!element || !isOn) return;
    let start: { x: number; y: number; isSideways: boolean } | null = null;

    function begin(event: TouchEvent): void {
      const touch = event.touches[0];
      const isControl = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
      const fits = touch && !isControl && canStartSwipe(startOf(touch, { element, fingers: event.touches.length }));
      if (!fits && start) rest();
      start = fits ? { x: touch.clientX, y: touch.clientY, isSideways: false } : null;
    }

    function move(event: TouchEvent): void {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const dx = touch.clientX - start.x;
      const dy = touch.clientY - start.y;
      if (!start.isSideways) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) < directionPx) return;
        if (Math.abs(dy) >= Math.abs(dx)) return;
        start.isSideways = true;
      }
      show(followFinger({ dx, hasNeighbour: hasNeighbour(dx > 0 ? 'right' : 'left') }));
    }

    function end(event: TouchEvent): void {
      const touch = event.changedTouches[0];
      if (!start || !touch) return;
      const side = decideSwipe({ dx: touch.clientX - start.x, dy: touch.clientY - start.y });
      rest();
      if (side) swiped(side);
    }

    function show(px: number): void {
      element?.style.setProperty('--swipe', `${px}px`);
      element?.setAttribute('data-swiping', '');
    }

    function rest(): void {
      start = null;
      element?.style.removeProperty('--swipe');
      element?.removeAttribute('data-swiping');
    }

    const handlers: Record<string, (event: TouchEvent) => void> = { touchstart: begin, touchmove: move, touchend: end };
    for (const event of early) if (isTouchOn(element, event)) handlers[event.type]?.(event);
    const listening = new AbortController();
    const options = { passive: true, signal: listening.signal };
    for (const [name, handler] of Object.entries(handlers))
      element.addEventListener(name, (event) => event instanceof TouchEvent && handler(event), options);
    element.addEventListener('touchcancel', rest, options);
    // While zoomed a finger pans the picture in any direction.
    const followZoom = () => element.toggleAttribute('data-zoomed', isPinched());
    visualViewport?.addEventListener('resize', followZoom, options);
    return () => listening.abort();
  }, [stage, isOn, early]);
}

/** Browsers without touch do not know such events at all. */
function isTouchOn(stage: HTMLElement, event: Event): event is TouchEvent {
  // The target of a touch is an element.
  return typeof TouchEvent === 'function' && event instanceof TouchEvent && stage.contains(event.target as Node);
}

function startOf(touch: Touch, { element, fingers }: { element: HTMLElement | null; fingers: number }) {
  const isMagnified = element?.hasAttribute('data-magnified') ?? false;
  const zoom = isMagnified ? zoomFactor : (visualViewport?.scale ?? 1);
  return { x: touch.clientX, screenWidth: innerWidth, zoom, fingers };
}
