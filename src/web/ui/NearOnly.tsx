import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Draws its children only within `reach` pixels above and below the screen; elsewhere it keeps their place, as high as
 * they last were. So a list of thousands weighs no more than what is near. What holds the focus stays, and so does what
 * `isWanted`: somebody is about to go there. `name` says what it holds, for its height to be known again after Back;
 * what was never drawn takes the height of others of its `kind`, and is drawn at once where none is known.
 */
export function NearOnly({
  name,
  kind,
  reach,
  isWanted = false,
  className,
  children,
}: {
  name: string;
  kind?: string;
  reach: number;
  isWanted?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  /** Null: its children are drawn. */
  const [height, setHeight] = useState(() => recallHeight(name) ?? (kind === undefined ? null : recallHeight(kind)));
  if (isWanted && height !== null) setHeight(null);

  useEffect(() => {
    if (!box.current) return;
    return watch(box.current, reach, {
      onNear: ({ height }) => {
        if (kind !== undefined) noteHeight(kind, height);
        setHeight(null);
      },
      onFar: (element, { height }) => {
        if (!element.contains(document.activeElement)) setHeight(noteHeight(name, height));
      },
    });
  }, [name, kind, reach]);

  return (
    <div ref={box} className={className} style={height === null ? undefined : { blockSize: height }}>
      {height === null && children}
    </div>
  );
}

interface Watched {
  onNear: (box: DOMRect) => void;
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

/** What has come near and is not drawn yet, and where it was. */
const awaited = new Map<Element, DOMRect>();

/** Draws one box with each frame, the nearest first: many at once would stop a fling on a cheap phone. */
function drawSoon(element: Element, box: DOMRect): void {
  if (awaited.size === 0) requestAnimationFrame(drawNext);
  awaited.set(element, box);
}

function drawNext(): void {
  const [nearest] = [...awaited].sort(([, one], [, other]) => outside(one) - outside(other));
  if (!nearest) return;
  const [element, box] = nearest;
  awaited.delete(element);
  watched.get(element)?.onNear(box);
  if (awaited.size > 0) requestAnimationFrame(drawNext);
}

/** How far from the screen it was, px. */
function outside({ top, bottom }: DOMRect): number {
  return Math.max(0, top - innerHeight, -bottom);
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
