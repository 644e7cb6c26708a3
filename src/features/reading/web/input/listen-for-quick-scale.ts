import { noQuickScale, quickScaleAfter, type TouchStep } from './quick-scale.ts';
import type { TimedTap } from './tap-zones.ts';

export interface QuickTaps {
  /** Whether a touch may belong to a double tap; other touches are left to other listeners. */
  fits: (event: TouchEvent, at: TimedTap) => boolean;
  double: (at: TimedTap) => void;
  begin: (at: TimedTap) => void;
  draw: (dy: number) => void;
  end: () => void;
}

/**
 * Listens for two quick taps, and for a tap whose second touch is drawn up or down; such a touch neither scrolls nor
 * swipes. Only between a tap and the end of the next touch does the browser have to wait for us before it scrolls.
 */
export function listenForQuickScale(stage: HTMLElement, { fits, double, begin, draw, end }: QuickTaps): () => void {
  const listening = new AbortController();
  let state = noQuickScale;
  let waiting: AbortController | null = null;

  function happen(step: TouchStep): void {
    const wasDrawing = state.phase === 'drawing';
    state = quickScaleAfter(state, step);
    if (state.phase === 'drawing') {
      if (!wasDrawing) begin(state.start);
      draw(state.dy);
    } else if (wasDrawing) end();
    if (state.phase === 'double') double(state.tap);
    const isAwaited = state.phase === 'tapped' || state.phase === 'second' || state.phase === 'drawing';
    if (isAwaited && !waiting) waiting = listenToMoves();
    if (!isAwaited && waiting) {
      waiting.abort();
      waiting = null;
    }
  }

  function listenToMoves(): AbortController {
    const moves = new AbortController();
    stage.addEventListener('touchmove', move, { capture: true, passive: false, signal: moves.signal });
    return moves;
  }

  function start(event: TouchEvent): void {
    const at = placeOf(event);
    if (!at || !fits(event, at)) happen({ type: 'cancel' });
    else happen({ type: 'down', ...at, fingers: event.touches.length });
  }

  function move(event: TouchEvent): void {
    const at = placeOf(event);
    if (!at) return;
    happen({ type: 'move', ...at });
    // We cannot wait until the direction is clear: the browser asks only once, at the first move.
    if (state.phase !== 'idle' && event.cancelable) event.preventDefault();
    if (state.phase === 'drawing') event.stopImmediatePropagation();
  }

  function finish(event: TouchEvent): void {
    const at = placeOf(event);
    const wasDrawing = state.phase === 'drawing';
    happen(at && event.type === 'touchend' ? { type: 'up', ...at } : { type: 'cancel' });
    // Such a touch must not become a click, nor a swipe.
    if ((wasDrawing || state.phase === 'double') && event.cancelable) event.preventDefault();
    if (wasDrawing) event.stopImmediatePropagation();
  }

  const options = { capture: true, signal: listening.signal };
  stage.addEventListener('touchstart', start, { ...options, passive: true });
  stage.addEventListener('touchend', finish, options);
  stage.addEventListener('touchcancel', finish, options);
  return () => {
    happen({ type: 'cancel' });
    listening.abort();
  };
}

function placeOf(event: TouchEvent): TimedTap | null {
  const finger = event.touches[0] ?? event.changedTouches[0];
  return finger ? { x: finger.clientX, y: finger.clientY, at: event.timeStamp } : null;
}
