import { useLayoutEffect } from 'react';
import { stripSizes } from '../pictures/sizes.ts';
import { useReaderSettings } from '../settings/settings.ts';
import { applyComicToRoot } from '../settings/strip-on-root.ts';

/**
 * Lays the strip out as this reader has chosen, and gives the `sizes` of its images. The choice stands on the
 * document's root, where the early script writes it before the first paint (early.ts).
 */
export function useStripSettings(): { sizes: string } {
  const { widthPercent, gapPx } = useReaderSettings().comic;
  useLayoutEffect(() => {
    applyComicToRoot(document.documentElement, { widthPercent, gapPx });
  }, [widthPercent, gapPx]);
  return { sizes: stripSizes(widthPercent) };
}
