export interface Sight {
  /** The index of the original at the middle of the screen, counted from 0. */
  index: number;
  /** Originals of the chapter. */
  total: number;
  /** The upper edge of the strip, from that of the screen. */
  top: number;
  height: number;
  screenHeight: number;
}

/** Where a reader is in a strip: the page, and for a chapter of one tall page, how much of it lies above. */
export function pagePlaceOf({
  index,
  total,
  top,
  height,
  screenHeight,
}: Sight): { page: number } | { percent: number } {
  if (total > 1) return { page: Math.min(total, index + 1) };
  const way = height - screenHeight;
  return { percent: way > 0 ? Math.round(Math.min(1, Math.max(0, -top / way)) * 100) : 100 };
}
