import type { Position } from '../chapter/content-handle.ts';
import type { Range } from '../pictures/image-loading.ts';

/** The room of one image, or of a tile of one, in px from the strip's upper edge. */
export interface Room {
  top: number;
  height: number;
  /** The original that it shows, or a part of. */
  page: number;
}

export interface StripLayout {
  width: number;
  height: number;
  rooms: readonly Room[];
}

/** Fractions have six digits: exact to a pixel in the tallest strip, and short to store. */
const precision = 1e6;

/** The original at a height, and how far into it; in the gap between two images that is the end of the upper one. */
export function positionAt(rooms: readonly Room[], y: number): Position | null {
  const room = rooms[indexAt(rooms, y)];
  if (!room) return null;
  const { top, height } = roomOfPage(rooms, room.page);
  const fraction = height > 0 ? Math.min(1, Math.max(0, (y - top) / height)) : 0;
  return { index: room.page, fraction: Math.round(fraction * precision) / precision };
}

/**
 * The height of a place in the strip. A place beyond the last image is at that one's end: the chapter may have become
 * shorter.
 */
export function heightOf(rooms: readonly Room[], { index, fraction }: Position): number {
  const last = rooms.at(-1);
  if (!last) return 0;
  if (index > last.page) return last.top + last.height;
  const { top, height } = roomOfPage(rooms, index);
  return top + height * fraction;
}

/** Less than this of an image is the rounding of an edge. */
const hairPx = 1;

/** The images that show between two heights; where none does, the nearest. */
export function rangeBetween(rooms: readonly Room[], from: number, to: number): Range {
  const above = indexAt(rooms, from);
  const { top, height } = rooms[above] ?? { top: 0, height: 0 };
  const first = top + height < from + hairPx && above < rooms.length - 1 ? above + 1 : above;
  const end = indexAt(rooms, to);
  const last = (rooms[end]?.top ?? 0) > to - hairPx ? end - 1 : end;
  return { first, last: Math.max(first, last) };
}

/** The last image that begins at or above a height; the first one, above all. */
function indexAt(rooms: readonly Room[], y: number): number {
  let low = 0;
  let high = rooms.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rooms[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** All tiles of an original together. */
function roomOfPage(rooms: readonly Room[], page: number): { top: number; height: number } {
  const tiles = rooms.filter((room) => room.page === page);
  const [first] = tiles;
  const last = tiles.at(-1);
  if (!first || !last) return { top: rooms.find((room) => room.page > page)?.top ?? 0, height: 0 };
  return { top: first.top, height: last.top + last.height - first.top };
}
