import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Draws its children only within `reach` pixels above and below the screen; elsewhere it keeps their place, as high as
 * they last were. So a list of thousands weighs no more than what is near. What holds the focus stays, and so does what
 * `isWanted`: somebody is about to go there. `name` says what it holds, for its height to be known again after Back.
 */
export function NearOnly({
  name,
  reach,
  isWanted = false,
  className,
  children,
}: {
  name: string;
  reach: number;
  isWanted?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  /** Null: its children are drawn. */
  const [height, setHeight] = useState(() => recallHeight(name));
  if (isWanted && height !== null) setHeight(null);

  useEffect(() => {
    if (!box.current) return;
    return watch(box.current, reach, {
      onNear: () => setHeight(null),
      onFar: (element, { height }) => {
        if (!element.contains(document.activeElement)) setHeight(noteHeight(name, height));
      },
    });
  }, [name, reach]);

  return (
    <div ref={box} className={className} style={height === null ? undefined : { blockSize: height }}>
      {height === null && children}
    </div>
  );
}

interface Watched {
  onNear: () => void;
  onFar: (element: Element, box: DOMRect) => void;
}
const watched = new WeakMap<Element, Watched>();
/** One for all boxes of a reach: each observer costs something with every frame. */
const observers = new Map<number, IntersectionObserver>();

function watch(element: Element, reach: number, hear: Watched): () => void {
  const observer = observers.get(reach) ?? observe(reach);
  observers.set(reach, observer);
  watched.set(element, hear);
  observer.observe(element);
  return () => {
    observer.unobserve(element);
    awaited.delete(element);
  };
}

function observe(reach: number): IntersectionObserver {
  return new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect: box } of entries) {
        if (isIntersecting) drawSoon(target, box);
        else {
          awaited.delete(target);
          watched.get(target)?.onFar(target, box);
        }
      }
    },
    { rootMargin: `${reach}px 0px` },
  );
}

/** What has come near and is not drawn yet, and how far it was from the middle of the screen. */
const awaited = new Map<Element, number>();

/** Draws one box with each frame, the nearest first: many at once would stop a fling on a cheap phone. */
function drawSoon(element: Element, box: DOMRect): void {
  if (awaited.size === 0) requestAnimationFrame(drawNext);
  awaited.set(element, Math.max(0, box.top - innerHeight, -box.bottom));
}

function drawNext(): void {
  const [nearest] = [...awaited].sort(([, one], [, other]) => one - other);
  if (!nearest) return;
  awaited.delete(nearest[0]);
  watched.get(nearest[0])?.onNear();
  if (awaited.size > 0) requestAnimationFrame(drawNext);
}

/** Heights by name, of one width of the window: on another, lines break elsewhere. */
const heights = new Map<string, number>();
let widthOfHeights = 0;

function recallHeight(name: string): number | null {
  if (heights.size === 0 || widthOfHeights !== innerWidth) return null;
  return heights.get(name) ?? null;
}

function noteHeight(name: string, height: number): number {
  if (widthOfHeights !== innerWidth) heights.clear();
  widthOfHeights = innerWidth;
  heights.set(name, height);
  return height;
}
