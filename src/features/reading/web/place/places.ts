import type { Turn } from '../chapter/content-handle.ts';

/** An image this near to the screen's top edge counts as being there. */
const nearPx = 8;

/**
 * The index of the image to go to, from the images' upper edges as seen from the screen's top; null at either end. A
 * reader who stands above the first image is reading it: the next is the second.
 */
export function imageToGoTo(tops: readonly number[], turn: Turn): number | null {
  const index =
    turn === 'next' ? tops.findIndex((top, at) => at > 0 && top > nearPx) : tops.findLastIndex((top) => top < -nearPx);
  return index === -1 ? null : index;
}

export interface Extent {
  /** The upper edge of the chapter's content, from that of the screen. */
  top: number;
  height: number;
  screenHeight: number;
  /** Images of the chapter; 0 for text. */
  images: number;
}

/** How much of the content lies above the screen's lower edge, 0 to 1. */
export function shareRead({ top, height, screenHeight }: Extent): number {
  if (height <= 0) return 0;
  return Math.min(1, Math.max(0, (screenHeight - top) / height));
}

/** Whether it is time to fetch what the next chapter opens with: at most 5 images or 2 screens are left. */
export function isNearEnd(extent: Extent): boolean {
  if (shareRead(extent) < 0.5) return false;
  const left = Math.max(0, extent.top + extent.height - extent.screenHeight);
  return left <= 2 * extent.screenHeight || (extent.images > 0 && left * extent.images <= 5 * extent.height);
}
