/** A tab that slept, or a slow frame, must not make the page leap. */
const longestFrameMs = 100;

export interface AutoScroll {
  /** Where the page is to stand, with the part of a pixel that it cannot show. */
  top: number;
  /** When it was put there. */
  at: number;
}

/** Where the page stands after another frame, at a speed in px a second. */
export function autoScrollAfter({ top, at }: AutoScroll, { now, speed }: { now: number; speed: number }): AutoScroll {
  const elapsedMs = Math.min(longestFrameMs, Math.max(0, now - at));
  return { top: top + (speed * elapsedMs) / 1000, at: now };
}

export const autoScrollSpeeds = { min: 10, max: 400, step: 10 } as const;

/** A quarter slower or faster, in whole steps. */
export function changedSpeed(speed: number, change: 'slower' | 'faster'): number {
  const { min, max, step } = autoScrollSpeeds;
  const by = Math.max(step, Math.round(speed / 4 / step) * step);
  return Math.min(max, Math.max(min, change === 'faster' ? speed + by : speed - by));
}

export interface AutoScrollSight {
  /** Of what follows the chapter, from the screen's top; null where nothing does. */
  endTop: number | null;
  screenHeight: number;
}

/** The chapter's end fills half of the screen: there is nothing left to move. */
export function isAutoScrollOver({ endTop, screenHeight }: AutoScrollSight): boolean {
  return endTop !== null && endTop <= screenHeight / 2;
}
