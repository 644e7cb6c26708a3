import { useLayoutEffect } from 'react';
import { useReaderSettings } from '../settings/settings.ts';
import { stripSizes } from './strip-sizes.ts';

/**
 * Lays the strip out as this reader has chosen, and gives the `sizes` of its images. The choice stands on the
 * document's root, where bootstrap.js writes it before the first paint.
 */
export function useStripSettings(): { sizes: string } {
  const { widthPercent, gapPx } = useReaderSettings().comic;
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--comic-width', String(widthPercent / 100));
    style.setProperty('--comic-gap', `${gapPx}px`);
  }, [widthPercent, gapPx]);
  return { sizes: stripSizes(widthPercent) };
}
