import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether a box is within `reach` pixels above or below the screen, so that only near boxes are rendered in full. A box
 * with the focus stays near. The result is `atFirst` before the first observation, and does not change while the box is
 * not watched.
 */
export function useNear(
  box: RefObject<HTMLElement | null>,
  { reach, atFirst, isWatched = true }: { reach: number; atFirst: boolean; isWatched?: boolean },
): boolean {
  const [isNear, setIsNear] = useState(atFirst);
  useEffect(() => {
    if (!isWatched || !box.current) return;
    return watch(box.current, reach, (element, isComing) => {
      if (isComing || !element.contains(document.activeElement)) setIsNear(isComing);
    });
  }, [box, reach, isWatched]);
  return isNear;
}

type Hear = (element: Element, isNear: boolean) => void;
const heard = new WeakMap<Element, Hear>();
/** One observer for all boxes of a reach: each observer costs time in every frame. */
const observers = new Map<number, IntersectionObserver>();

function watch(element: Element, reach: number, hear: Hear): () => void {
  const observer = observers.get(reach) ?? observe(reach);
  observers.set(reach, observer);
  heard.set(element, hear);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    coming.delete(element);
  };
}

function observe(reach: number): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect: box, rootBounds } of entries) {
        if (isIntersecting) tellSoon(target, outside(box, rootBounds, reach));
        else {
          coming.delete(target);
          heard.get(target)?.(target, false);
        }
      }
    },
    { rootMargin: `${reach}px 0px` },
  );
}

/** Boxes that came near and are not notified yet, with their distance from the screen in px. */
const coming = new Map<Element, number>();

/** Notifies one box per frame, the nearest first: many at once would stop a fling on a slow phone. */
function tellSoon(element: Element, away: number): void {
  if (coming.size === 0) requestAnimationFrame(tellNext);
  coming.set(element, away);
}

function tellNext(): void {
  const [nearest] = [...coming].sort(([, one], [, other]) => one - other);
  if (!nearest) return;
  const [element] = nearest;
  coming.delete(element);
  heard.get(element)?.(element, true);
  if (coming.size > 0) requestAnimationFrame(tellNext);
}

/** Uses the observer's values: reading the window's height would force a new layout. */
function outside({ top, bottom }: DOMRect, root: DOMRect | null, reach: number): number {
  return Math.max(0, top + reach - (root?.bottom ?? 0), -bottom);
}
