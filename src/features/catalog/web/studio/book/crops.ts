import type { Crop } from '../../../studio-contract.ts';

/** The least that a cover shows, in pixels (spec: studio.md#pictures-by-hand). */
export const leastCover = { width: 240, height: 320 } as const;

export interface PercentOfShown {
  unit: '%';
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The form of a cover. */
export const coverAspect = 3 / 4;

/** The largest cover in what is shown: of a wide picture its middle, of a tall one its top. */
function largest({ width, height }: { width: number; height: number }): PercentOfShown {
  const isWide = width / height > coverAspect;
  const part = isWide ? (height * coverAspect * 100) / width : 100;
  const share = isWide ? 100 : ((width / coverAspect) * 100) / height;
  return { unit: '%', x: (100 - part) / 2, y: 0, width: part, height: share };
}

/** A crop in percent of what is shown, which is the upper `share` of the picture; null: the largest cover in it. */
export function percentOfCrop(
  crop: Crop | null,
  { share, ...shown }: { width: number; height: number; share: number },
): PercentOfShown {
  if (!crop) return largest(shown);
  const y = Math.min(1, crop.y / share);
  const height = Math.min(1 - y, crop.height / share);
  return { unit: '%', x: crop.x * 100, y: y * 100, width: crop.width * 100, height: height * 100 };
}

/** The reverse: fractions of the whole picture, never beyond it. */
export function cropOfPercent({ x, y, width, height }: Omit<PercentOfShown, 'unit'>, share: number): Crop {
  const within = (value: number) => Math.min(1, Math.max(0, Math.round(value * 1e6) / 1e6));
  const left = within(x / 100);
  const top = within((y / 100) * share);
  return {
    x: left,
    y: top,
    width: Math.min(1 - left, within(width / 100)),
    height: Math.min(1 - top, within((height / 100) * share)),
  };
}
