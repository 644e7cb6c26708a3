import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { listenForQuickScale, type QuickTaps } from './listen-for-quick-scale.ts';
import type { Magnifier, Point } from './magnifier.ts';
import { drawnZoom } from './zoom.ts';

export interface Magnifying {
  isOn: () => boolean;
  /** Enlarges around a point, or back to the usual size. */
  toggle: (point: Point) => void;
  /** Back to the usual size; false when nothing was enlarged. */
  reset: () => boolean;
}

/** Below this factor nothing counts as enlarged: the finger came back to where it began. */
const least = 1.05;

/** Enlarges what is on the stage, by as much as the second of two taps is drawn. Its code loads at the first use. */
export function useMagnifier(
  stage: RefObject<HTMLElement | null>,
  taps: Pick<QuickTaps, 'fits' | 'double'> & { isPaged: boolean },
): Magnifying {
  const [magnifying] = useState(() => createMagnifying(() => stage.current));
  const fits = useEffectEvent(taps.fits);
  const double = useEffectEvent(taps.double);
  const { isPaged } = taps;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was enlarged goes with its layout
  useEffect(() => () => void magnifying.reset(), [magnifying, isPaged]);
  useEffect(() => {
    if (!stage.current) return;
    const { begin, draw, end } = magnifying;
    const handlers = { fits: (...touch: Parameters<QuickTaps['fits']>) => fits(...touch), begin, draw, end };
    return listenForQuickScale(stage.current, { ...handlers, double: (at) => double(at) });
  }, [stage, magnifying]);
  return magnifying;
}

function createMagnifying(findStage: () => HTMLElement | null) {
  let magnifier: Magnifier | null = null;
  let drawing: { at: Point; from: number; dy: number; isDone: boolean } | null = null;

  function reset(): boolean {
    const wasEnlarged = magnifier !== null;
    magnifier?.reset();
    magnifier = null;
    drawing = null;
    return wasEnlarged;
  }

  async function load(place: Point & { zoom?: number }): Promise<void> {
    const { magnify } = await import('./magnifier.ts');
    const stage = findStage();
    if (stage && !magnifier) magnifier = magnify({ stage, ...place });
  }

  /** The finger may have gone before the code was there: what it chose holds all the same. */
  function follow(): void {
    if (!drawing || !magnifier) return;
    const zoom = drawnZoom(drawing.from, drawing.dy);
    if (!drawing.isDone) magnifier.show(zoom, drawing.at);
    else if (zoom < least) reset();
    else {
      magnifier.zoomTo(zoom, drawing.at);
      drawing = null;
    }
  }

  return {
    isOn: () => magnifier !== null,
    toggle(point: Point) {
      // Without its code, pinching still enlarges.
      if (!reset()) load(point).catch(() => undefined);
    },
    begin(at: Point) {
      const begun = { at, from: magnifier?.zoom() ?? 1, dy: 0, isDone: false };
      drawing = begun;
      if (magnifier) return;
      load({ ...at, zoom: 1 }).then(
        // If the page was reset meanwhile, it must not be enlarged again, not even by a factor of one.
        () => (drawing === begun ? follow() : reset()),
        () => {
          drawing = null;
        },
      );
    },
    draw(dy: number) {
      if (drawing) drawing.dy = dy;
      follow();
    },
    end() {
      if (drawing) drawing.isDone = true;
      follow();
    },
    reset,
  };
}
