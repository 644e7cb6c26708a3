import { scrollThere } from '../place/own-scroll.ts';
import { panLimits, panToPoint, panWithin, type Span, zoomFactor } from './zoom.ts';

export interface Point {
  x: number;
  y: number;
}

export interface Magnifier {
  zoom: () => number;
  /** Shows another size around a point while a finger still chooses it. */
  show: (zoom: number, point: Point) => void;
  zoomTo: (zoom: number, point: Point) => void;
  reset: () => void;
}

interface Place extends Point {
  stage: HTMLElement;
  zoom?: number;
}

const across = ({ left, width }: DOMRect): Span => ({ start: left, size: width });
const down = ({ top, height }: DOMRect): Span => ({ start: top, size: height });

/**
 * Enlarges the strip, or the open page, around a point until it is reset. A strip is laid out anew at its larger size:
 * it is scrolled downwards as before, and moved sideways by finger or wheel. A page is moved both ways within its
 * frame.
 */
export function magnify({ stage, x, y, zoom: first = zoomFactor }: Place): Magnifier | null {
  const strip = stage.querySelector<HTMLElement>('[data-strip]');
  const picture = strip ?? stage.querySelector<HTMLElement>('[data-open]');
  if (!picture) return null;
  const frame = strip ? null : picture.parentElement;
  const pan = { x: 0, y: 0 };
  let zoom = 1;
  stage.dataset.magnified = strip ? 'strip' : 'page';
  const listening = new AbortController();

  function move(to: { x: number; y: number }): void {
    const box = picture?.getBoundingClientRect();
    if (!box) return;
    const horizontal = across(box);
    const vertical = down(box);
    const limits = frame ? frame.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, innerHeight);
    pan.x = panWithin(to.x, panLimits({ ...horizontal, start: horizontal.start - pan.x - limits.left }, limits.width));
    if (frame)
      pan.y = panWithin(to.y, panLimits({ ...vertical, start: vertical.start - pan.y - limits.top }, limits.height));
    stage.style.setProperty('--pan-x', `${pan.x}px`);
    stage.style.setProperty('--pan-y', `${pan.y}px`);
  }

  function zoomTo(next: number, at: Point): void {
    if (!picture) return;
    const before = picture.getBoundingClientRect();
    picture.style.removeProperty('transform');
    zoom = next;
    stage.style.setProperty('--zoom', String(zoom));
    const grown = picture.getBoundingClientRect();
    move({
      x: panToPoint({ at: at.x, before: across(before), after: unmoved(across(grown), pan.x) }),
      y: frame ? panToPoint({ at: at.y, before: down(before), after: unmoved(down(grown), pan.y) }) : 0,
    });
    // After its size changes, a strip first keeps the middle of the screen in place; only then the tapped point can be
    // kept.
    if (strip) afterLayout(strip, () => keepHeight(strip, { y: at.y, before: down(before) }));
  }

  /** While a finger moves, a strip is only drawn larger: laying it out anew at each move would be too slow. */
  function show(next: number, at: Point): void {
    if (!strip) {
      zoomTo(next, at);
      return;
    }
    strip.style.removeProperty('transform');
    const { left, top } = strip.getBoundingClientRect();
    strip.style.transformOrigin = `${at.x - left}px ${at.y - top}px`;
    strip.style.transform = `scale(${next / zoom})`;
  }

  zoomTo(first, { x, y });
  followFingers({
    stage,
    signal: listening.signal,
    isStrip: strip !== null,
    panBy: (dx, dy) => move({ x: pan.x + dx, y: pan.y + dy }),
  });

  return {
    zoom: () => zoom,
    show,
    zoomTo,
    reset() {
      listening.abort();
      picture.style.removeProperty('transform');
      const middle = down(picture.getBoundingClientRect());
      delete stage.dataset.magnified;
      for (const name of ['--zoom', '--pan-x', '--pan-y']) stage.style.removeProperty(name);
      if (strip?.isConnected) afterLayout(strip, () => keepHeight(strip, { y: innerHeight / 2, before: middle }));
    },
  };
}

const unmoved = ({ start, size }: Span, pan: number): Span => ({ start: start - pan, size });

/** Observers run in the order of their creation, so this one runs after the strip's own. */
function afterLayout(element: HTMLElement, run: () => void): void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe(element);
}

function keepHeight(strip: HTMLElement, { y, before }: { y: number; before: Span }): void {
  const after = down(strip.getBoundingClientRect());
  const pan = panToPoint({ at: y, before, after });
  if (Math.abs(pan) >= 1) scrollThere(scrollY - pan);
}

interface Following {
  stage: HTMLElement;
  signal: AbortSignal;
  isStrip: boolean;
  panBy: (dx: number, dy: number) => void;
}

function followFingers({ stage, signal, isStrip, panBy }: Following): void {
  let last: { x: number; y: number } | null = null;
  const options = { passive: true, signal };
  const begin = (event: TouchEvent) => {
    const [finger] = event.touches;
    last = finger && event.touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
  };
  const follow = (event: TouchEvent) => {
    const [finger] = event.touches;
    if (!last || !finger) return;
    const dx = finger.clientX - last.x;
    const dy = finger.clientY - last.y;
    last = { x: finger.clientX, y: finger.clientY };
    panBy(dx, dy);
    // A move that began sideways is ours alone; one that began downwards the browser scrolls by itself.
    if (isStrip && event.cancelable) scrollBy({ top: -dy, behavior: 'instant' });
  };
  stage.addEventListener('touchstart', begin, options);
  stage.addEventListener('touchmove', follow, options);
  stage.addEventListener('wheel', (event) => panBy(-event.deltaX, isStrip ? 0 : -event.deltaY), options);
}
