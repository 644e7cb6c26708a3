/** A double tap enlarges so much (spec: reader.md#touches). */
export const zoomFactor = 2;

/** The smallest and the largest size that a finger can choose. */
const limits = { least: 1, most: 3 };
/** A finger that is drawn down by this doubles the size; drawn up, it halves it. */
const doublingPx = 160;

/** The size after a finger was drawn down by `dy`, starting at `from` times the usual size. */
export function drawnZoom(from: number, dy: number): number {
  return Math.min(limits.most, Math.max(limits.least, from * 2 ** (dy / doublingPx)));
}

export interface Span {
  start: number;
  size: number;
}

/** How far a picture may be moved so that it still fills the screen; one smaller than the screen is not moved. */
export function panLimits({ start, size }: Span, screen: number): { least: number; most: number } {
  if (size <= screen) return { least: 0, most: 0 };
  return { least: Math.min(0, screen - (start + size)), most: Math.max(0, -start) };
}

export function panWithin(pan: number, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, pan));
}

/**
 * The pan that keeps the same point of an image under the finger while the image grows. `before` is where it was on the
 * screen, `after` where it would be now without a pan: an image from 0 to 100, held at 50, grows to 200; the pan is
 * -50.
 */
export function panToPoint({ at, before, after }: { at: number; before: Span; after: Span }): number {
  const share = before.size > 0 ? (at - before.start) / before.size : 0;
  return at - share * after.size - after.start;
}
