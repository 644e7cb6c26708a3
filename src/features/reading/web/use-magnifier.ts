import { type RefObject, useEffect, useState } from 'react';
import { hearDrawnTaps } from './drawn-taps.ts';
import type { Magnifier } from './magnifier.ts';
import { drawnZoom } from './zoom.ts';

interface Point {
  x: number;
  y: number;
}

export interface Magnifying {
  /** Enlarges around a point, or back to the usual size. */
  toggle: (point: Point) => void;
  /** Back to the usual size; false when nothing was enlarged. */
  reset: () => boolean;
}

/** Enlarges what is on the stage: by two taps, or as far as the second is drawn. Its code comes with the first. */
export function useMagnifier(stage: RefObject<HTMLElement | null>): Magnifying {
  const [magnifying] = useState(() => createMagnifying(() => stage.current));
  useEffect(() => () => void magnifying.reset(), [magnifying]);
  useEffect(() => {
    if (!stage.current) return;
    return hearDrawnTaps(stage.current, magnifying);
  }, [stage, magnifying]);
  return magnifying;
}

/** So little is no enlargement: the finger came back. */
const least = 1.05;

function createMagnifying(findStage: () => HTMLElement | null) {
  let magnifier: Magnifier | null = null;
  let drawing: { at: Point; from: number; dy: number } | null = null;

  function reset(): boolean {
    const wasEnlarged = magnifier !== null;
    magnifier?.reset();
    magnifier = null;
    drawing = null;
    return wasEnlarged;
  }

  async function enlarge(place: Point & { zoom?: number }): Promise<void> {
    const { magnify } = await import('./magnifier.ts');
    const stage = findStage();
    if (stage && !magnifier) magnifier = magnify({ stage, ...place });
  }

  function show(): void {
    if (drawing) magnifier?.show(drawnZoom(drawing.from, drawing.dy), drawing.at);
  }

  return {
    toggle(point: Point) {
      // Without its code, pinching still enlarges.
      if (!reset()) enlarge(point).catch(() => undefined);
    },
    begin(at: Point) {
      drawing = { at, from: magnifier?.zoom() ?? 1, dy: 0 };
      enlarge({ ...at, zoom: 1 }).then(show, () => undefined);
    },
    draw(dy: number) {
      if (drawing) drawing.dy = dy;
      show();
    },
    end() {
      if (!drawing || !magnifier) return void reset();
      const zoom = drawnZoom(drawing.from, drawing.dy);
      if (zoom < least) return void reset();
      magnifier.zoomTo(zoom, drawing.at);
      drawing = null;
    },
    reset,
  };
}
