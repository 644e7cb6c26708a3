import { isDoubleTap, type TimedTap } from './tap-zones.ts';

/** A tap is short, and the finger stays where it is. */
const tapMs = 250;
const tapPx = 10;
/** The second touch of a double tap has come by then, or never. */
const waitMs = 300;

interface Drawing {
  begin: (at: { x: number; y: number }) => void;
  draw: (dy: number) => void;
  end: () => void;
}

/**
 * Hears a double tap whose second touch stays and is drawn up or down: neither scrolled nor swiped by anyone else. Only
 * between the two does the browser wait for us before it scrolls.
 */
export function hearDrawnTaps(stage: HTMLElement, drawing: Drawing): () => void {
  const listening = new AbortController();
  let first: TimedTap | null = null;
  let touch: (TimedTap & { isSecond: boolean; isDrawn: boolean }) | null = null;
  let waiting: AbortController | null = null;

  function start(event: TouchEvent): void {
    const [finger] = event.touches;
    if (touch?.isDrawn) finish();
    touch = null;
    if (!finger || event.touches.length > 1) return;
    const tap = { x: finger.clientX, y: finger.clientY, at: event.timeStamp };
    touch = { ...tap, isSecond: isDoubleTap(first, tap), isDrawn: false };
  }

  function move(event: TouchEvent): void {
    const [finger] = event.touches;
    if (!touch?.isSecond || !finger) return;
    const dx = Math.abs(finger.clientX - touch.x);
    const dy = finger.clientY - touch.y;
    if (!touch.isDrawn && (Math.abs(dy) < tapPx || dx > Math.abs(dy))) return;
    if (!touch.isDrawn) drawing.begin(touch);
    touch.isDrawn = true;
    drawing.draw(dy);
    take(event);
  }

  function end(event: TouchEvent): void {
    const [finger] = event.changedTouches;
    if (touch?.isDrawn) {
      finish();
      take(event);
    } else if (touch && finger && isTap(touch, { finger, at: event.timeStamp })) {
      first = touch.isSecond ? null : { x: touch.x, y: touch.y, at: event.timeStamp };
      if (first) wait();
      else stopWaiting();
    }
    touch = null;
  }

  function finish(): void {
    first = null;
    stopWaiting();
    drawing.end();
  }

  function wait(): void {
    stopWaiting();
    waiting = new AbortController();
    const { signal } = waiting;
    stage.addEventListener('touchmove', move, { capture: true, passive: false, signal });
    setTimeout(() => !signal.aborted && !touch?.isSecond && stopWaiting(), waitMs);
  }

  function stopWaiting(): void {
    waiting?.abort();
    waiting = null;
  }

  const options = { capture: true, signal: listening.signal };
  stage.addEventListener('touchstart', start, { ...options, passive: true });
  stage.addEventListener('touchend', end, options);
  stage.addEventListener('touchcancel', end, options);
  return () => {
    listening.abort();
    stopWaiting();
  };
}

/** Nobody else is to hear of it. */
function take(event: TouchEvent): void {
  if (event.cancelable) event.preventDefault();
  event.stopImmediatePropagation();
}

function isTap(start: TimedTap, { finger, at }: { finger: Touch; at: number }): boolean {
  return at - start.at < tapMs && Math.hypot(finger.clientX - start.x, finger.clientY - start.y) < tapPx;
}
