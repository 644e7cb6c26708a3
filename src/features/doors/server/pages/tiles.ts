import type { DoorPage } from './pages.ts';

/** A point in a comic's chapter as the library keeps it: an original's number, and the share of its height. */
export interface PointOfOriginal {
  index: number;
  fraction: number;
}

type Tile = Pick<DoorPage, 'original' | 'width' | 'height'>;

/** The heights of tiles add up to their original's once they are as wide as each other. */
const heightOf = ({ width, height }: Tile) => height / width;

/** The point at the top of a page; pages count from 0 (spec: doors.md#tiles). */
export function pointOfPage(pages: readonly Tile[], page: number): PointOfOriginal | null {
  const tile = pages[page];
  if (!tile) return null;
  const first = pages.findIndex(({ original }) => original === tile.original);
  const above = sumOf(pages.slice(first, page));
  return { index: tile.original, fraction: above / sumOf(tilesOf(pages, tile.original)) };
}

/** The page that holds a point: the last one where the point is behind all of them; null: there are no pages. */
export function pageOfPoint(pages: readonly Tile[], { index, fraction }: PointOfOriginal): number | null {
  if (pages.length === 0) return null;
  const first = pages.findIndex(({ original }) => original >= index);
  if (first === -1) return pages.length - 1;
  if (pages[first]?.original !== index) return first;
  const tiles = tilesOf(pages, index);
  const whole = sumOf(tiles);
  const held = tiles.findIndex((_, at) => fraction * whole < sumOf(tiles.slice(0, at + 1)) - tolerance);
  return first + (held === -1 ? tiles.length - 1 : held);
}

/** A share that was kept as a number of less digits still is at the top of its tile. */
const tolerance = 1e-6;

const tilesOf = (pages: readonly Tile[], index: number) => pages.filter(({ original }) => original === index);
const sumOf = (tiles: readonly Tile[]) => tiles.reduce((sum, tile) => sum + heightOf(tile), 0);
