/** A double tap enlarges so much (spec: reader.md#touches). */
export const zoomFactor = 2;

/** Of what a finger chooses. */
const limits = { least: 1, most: 3 };
/** So far a finger is drawn down for twice the size, or up for half of it. */
const doublingPx = 160;

/** The size after a finger has been drawn down by so much from where it was `from` times the usual. */
export function drawnZoom(from: number, dy: number): number {
  return Math.min(limits.most, Math.max(limits.least, from * 2 ** (dy / doublingPx)));
}

export interface Span {
  start: number;
  size: number;
}

/** How far a span may be moved, so that it keeps filling the screen; a smaller one stays where it is. */
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
