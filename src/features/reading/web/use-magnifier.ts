import { type RefObject, useEffect, useState } from 'react';
import type { Magnifier } from './magnifier.ts';

export interface Magnifying {
  /** Enlarges around a point, or back to the usual size. */
  toggle: (point: { x: number; y: number }) => void;
  /** Back to the usual size; false when nothing was enlarged. */
  reset: () => boolean;
}

/** Enlarges what is on the stage. Its code comes with the first double tap. */
export function useMagnifier(stage: RefObject<HTMLElement | null>): Magnifying {
  const [magnifying] = useState(() => createMagnifying(() => stage.current));
  useEffect(() => () => void magnifying.reset(), [magnifying]);
  return magnifying;
}

function createMagnifying(findStage: () => HTMLElement | null): Magnifying {
  let magnifier: Magnifier | null = null;

  function reset(): boolean {
    const wasEnlarged = magnifier !== null;
    magnifier?.reset();
    magnifier = null;
    return wasEnlarged;
  }

  async function enlarge({ x, y }: { x: number; y: number }): Promise<void> {
    const { magnify } = await import('./magnifier.ts');
    const stage = findStage();
    if (stage && !magnifier) magnifier = magnify({ stage, x, y });
  }

  return {
    toggle(point) {
      // Without its code, pinching still enlarges.
      if (!reset()) enlarge(point).catch(() => undefined);
    },
    reset,
  };
}
