import type { ComicPage } from '../../contract.ts';
import type { Position } from '../chapter/content-handle.ts';
import type { Sight } from '../pictures/image-loading.ts';
import { isOwnScroll, scrollThere } from '../place/own-scroll.ts';
import { heightOf, positionAt, type Room, rangeBetween, type StripLayout } from './strip-layout.ts';

/** A screen that changes its height by more was turned, or its window resized; by less, a phone's address bar slid. */
const turnedBy = 0.2;

/** Images further away than so many screens give their memory back (spec: reader.md#images). */
const screensKept = 10;

interface Watched {
  element: HTMLElement;
  pages: readonly ComicPage[];
  /** Reports the images on the screen and near it, whenever they may have changed. */
  onSight: (sight: Sight) => void;
}

/** Where the reader is; `beyondPx`: how far past that position, at the ends of the strip. */
interface Place {
  position: Position;
  beyondPx: number;
}

export interface StripWatch {
  position(): Position | null;
  goTo(position: Position, options?: { behavior?: ScrollBehavior }): void;
  /** The images' upper edges as seen from the screen's top. */
  tops(): number[];
  stop(): void;
}

/**
 * Knows where each image of a strip stands, and where the reader is in it: at the middle of the screen. Whenever the
 * images change their size, by a turned phone or a setting, the reader is brought back to the same place.
 */
export function watchStrip({ element, pages, onSight }: Watched): StripWatch {
  let layout: StripLayout | null = null;
  /** Null at the strip's top, where there is nothing to be kept. */
  let place: Place | null = null;
  let screenHeight = innerHeight;
  let frame = 0;

  function look(): void {
    const box = element.getBoundingClientRect();
    if (box.width === 0) return;
    const isTurned = Math.abs(innerHeight - screenHeight) > turnedBy * screenHeight;
    screenHeight = innerHeight;
    if (layout && isSameSize(layout, box) && !isTurned) {
      if (!isOwnScroll()) place = placeIn(layout, box);
    } else {
      const isFirstLook = layout === null;
      layout = measure(element, { pages, box });
      if (place) stand(layout, box);
      else if (isFirstLook) place = placeIn(layout, box);
    }
    onSight(sightOf(layout, element.getBoundingClientRect()));
  }

  function stand({ rooms }: StripLayout, box: DOMRect): void {
    if (!place) return;
    const y = heightOf(rooms, place.position) + place.beyondPx;
    scrollThere(scrollY + box.top + y - aboveIt(place.position));
  }

  function goTo(position: Position, { behavior = 'instant' }: { behavior?: ScrollBehavior } = {}): void {
    const box = element.getBoundingClientRect();
    layout = measure(element, { pages, box });
    if (behavior !== 'instant') {
      scrollBy({ top: box.top + heightOf(layout.rooms, position) - aboveIt(position), behavior });
      return;
    }
    const isTop = position.index === 0 && position.fraction === 0;
    place = isTop ? null : { position, beyondPx: 0 };
    if (isTop) scrollThere(0);
    else stand(layout, box);
    look();
  }

  const lookSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const resizing = new ResizeObserver(look);
  resizing.observe(element);
  addEventListener('scroll', lookSoon, { passive: true });
  addEventListener('resize', lookSoon);
  // A chapter that opens is scrolled to its place at the same moment.
  queueMicrotask(look);

  return {
    position() {
      const box = element.getBoundingClientRect();
      if (box.width === 0) return null;
      if (!layout || !isSameSize(layout, box) || !isOwnScroll()) look();
      return place?.position ?? { index: pages[0]?.page ?? 0, fraction: 0 };
    },
    goTo,
    tops() {
      const box = element.getBoundingClientRect();
      if (!layout || !isSameSize(layout, box)) layout = measure(element, { pages, box });
      return layout.rooms.map((room) => room.top + box.top);
    },
    stop() {
      cancelAnimationFrame(frame);
      resizing.disconnect();
      removeEventListener('scroll', lookSoon);
      removeEventListener('resize', lookSoon);
    },
  };
}

function isSameSize(layout: StripLayout, { width, height }: DOMRect): boolean {
  return Math.abs(layout.width - width) < 0.5 && Math.abs(layout.height - height) < 0.5;
}

function measure(element: HTMLElement, { pages, box }: { pages: readonly ComicPage[]; box: DOMRect }): StripLayout {
  const rooms: Room[] = [];
  for (const [index, { page }] of pages.entries()) {
    const { top, height } = element.children[index]?.getBoundingClientRect() ?? new DOMRect();
    rooms.push({ top: Math.max(0, top - box.top), height, page });
  }
  return { width: box.width, height: box.height, rooms };
}

/** How far from the screen's top a place is put: a page not begun at the top, any other place in the middle. */
function aboveIt({ fraction }: Position): number {
  return fraction === 0 ? 0 : innerHeight / 2;
}

function placeIn({ rooms, height }: StripLayout, { top }: DOMRect): Place | null {
  if (top >= 0) return null;
  const y = innerHeight / 2 - top;
  const position = positionAt(rooms, y);
  return position && { position, beyondPx: Math.max(0, y - height) };
}

function sightOf({ rooms }: StripLayout, { top }: DOMRect): Sight {
  const far = screensKept * innerHeight;
  return {
    visible: rangeBetween(rooms, -top, innerHeight - top),
    near: rangeBetween(rooms, -top - far, innerHeight - top + far),
  };
}
