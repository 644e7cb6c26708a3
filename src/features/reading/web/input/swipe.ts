import type { Turn } from '../chapter/content-handle.ts';

/** A swipe that starts so close to the screen's edge is the system's own way back (spec: reader.md#touches). */
const edgePx = 24;
/** spec: reader.md#touches. */
const thresholdPx = 60;

export interface SwipeStart {
  /** Counted from the screen's left edge. */
  x: number;
  screenWidth: number;
  /** The scale of the visual viewport; above 1 a finger pans the picture. */
  zoom: number;
  fingers: number;
}

export interface SwipeMove {
  dx: number;
  dy: number;
}

export type SwipeSide = 'left' | 'right';

export function canStartSwipe({ x, screenWidth, zoom, fingers }: SwipeStart): boolean {
  // A pinch leaves the scale a hair off 1 on some phones.
  return fingers === 1 && zoom <= 1.01 && x >= edgePx && x <= screenWidth - edgePx;
}

/** The side a finished move was a swipe to; null when it was none (spec: reader.md#touches). */
export function decideSwipe({ dx, dy }: SwipeMove): SwipeSide | null {
  if (Math.abs(dx) <= thresholdPx || Math.abs(dx) <= Math.abs(dy)) return null;
  return dx > 0 ? 'right' : 'left';
}

/**
 * Where a swipe or an arrow to that side leads in a text of direction `dir`, e.g. a swipe to the left in English: the
 * next.
 */
export function turnOfSwipe(side: SwipeSide, dir: 'ltr' | 'rtl'): Turn {
  return (side === 'left') === (dir === 'ltr') ? 'next' : 'previous';
}

/** How far the content follows the finger; where nothing comes it resists. */
export function followFinger({ dx, hasNeighbour }: { dx: number; hasNeighbour: boolean }): number {
  return hasNeighbour ? dx : dx / 4;
}
