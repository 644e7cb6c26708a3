import type { ComicSettings } from '../../reader-settings.ts';

export type TapAction = 'next' | 'previous' | 'bars';
export type TapLayout = ComicSettings['tapZones'];

/** Where a tap fell on the screen, from its left upper corner. */
export interface TapPoint {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Rows = readonly (readonly (TapAction | null)[])[];

/** The action of each ninth of the screen, as it is read from left to right (spec: reader.md#tap-zones). */
const layouts: Record<TapLayout, Rows> = {
  off: rowsOf([null, 'bars', null]),
  sides: rowsOf(['previous', 'bars', 'next']),
  edges: [
    ['next', 'next', 'next'],
    ['next', 'bars', 'next'],
    ['next', 'previous', 'next'],
  ],
  lShape: [
    ['previous', 'previous', 'previous'],
    ['previous', 'bars', 'next'],
    ['next', 'next', 'next'],
  ],
  kindle: [
    ['bars', 'bars', 'bars'],
    ['previous', 'next', 'next'],
    ['previous', 'next', 'next'],
  ],
};

function rowsOf(row: readonly (TapAction | null)[]): Rows {
  return [row, row, row];
}

export interface Zones {
  layout: TapLayout;
  inverted: ComicSettings['tapsInverted'];
  /** The direction of the site's page, or of the book where it has pages; from right to left the zones are mirrored. */
  dir: 'ltr' | 'rtl';
  /** A book with pages: by default a tap at its sides turns them. */
  isPaged: boolean;
}

/** The three rows of zones as they lie on the screen. */
export function zonesOf({ layout, inverted, dir, isPaged }: Zones): Rows {
  const rows = layouts[isPaged && layout === 'off' ? 'sides' : layout];
  const isMirrored = (dir === 'rtl') !== (inverted === 'horizontal' || inverted === 'both');
  const isUpsideDown = inverted === 'vertical' || inverted === 'both';
  const columns = isMirrored ? rows.map((row) => [...row].reverse()) : rows;
  return isUpsideDown ? [...columns].reverse() : columns;
}

/**
 * The zones that get a label: from each group of neighbours with one action, the zone nearest to the group's middle.
 */
export function namedZones(rows: Rows): { x: number; y: number }[] {
  const left = rows.flatMap((row, y) => row.flatMap((action, x) => (action ? [{ x, y, action }] : [])));
  const named = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const area = [first];
    // The group grows during the loop, by each neighbour with the same action.
    for (const { x, y, action } of area) {
      const isNeighbour = (zone: typeof first) =>
        zone?.action === action && Math.abs(zone.x - x) + Math.abs(zone.y - y) === 1;
      for (let at = left.findIndex(isNeighbour); at >= 0; at = left.findIndex(isNeighbour)) {
        area.push(...left.splice(at, 1));
      }
    }
    named.push(middleOf(area));
  }
  return named;
}

function middleOf(area: readonly { x: number; y: number }[]): { x: number; y: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(area.map((zone) => zone.x));
  const y = mean(area.map((zone) => zone.y));
  const away = (zone: { x: number; y: number }) => Math.hypot(zone.x - x, zone.y - y);
  return area.reduce((nearest, zone) => (away(zone) < away(nearest) ? zone : nearest));
}

/** The action that a tap asks for; null where it means nothing. */
export function actionOfTap({ x, y, width, height }: TapPoint, zones: Zones): TapAction | null {
  return zonesOf(zones)[third(y, height)]?.[third(x, width)] ?? null;
}

function third(at: number, length: number): number {
  return Math.min(2, Math.max(0, Math.floor((at * 3) / length)));
}

/** Two taps this close in time and place are one double tap. */
const doubleMs = 200;
const doublePx = 40;

export interface TimedTap {
  x: number;
  y: number;
  at: number;
}

export function isDoubleTap(first: TimedTap | null, second: TimedTap): boolean {
  if (!first || second.at - first.at > doubleMs) return false;
  return Math.hypot(second.x - first.x, second.y - first.y) <= doublePx;
}
