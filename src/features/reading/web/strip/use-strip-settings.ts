import { useLayoutEffect } from 'react';
import { stripSizes } from '../pictures/sizes.ts';
import { useReaderSettings } from '../settings/settings.ts';

/**
 * Lays the strip out as this reader has chosen, and gives the `sizes` of its images. The choice stands on the
 * document's root, where bootstrap.js writes it before the first paint.
 */
export function useStripSettings(): { sizes: string } {
  const { widthPercent, gapPx } = useReaderSettings().comic;
  useLayoutEffect(() => {
    write('--comic-width', widthPercent === 100 ? '' : String(widthPercent / 100));
    write('--comic-gap', gapPx === 0 ? '' : `${gapPx}px`);
  }, [widthPercent, gapPx]);
  return { sizes: stripSizes(widthPercent) };
}

/** Whatever is written on the root has the styles of the whole page computed anew. */
function write(property: string, value: string): void {
  const { style } = document.documentElement;
  if (style.getPropertyValue(property) !== value) style.setProperty(property, value);
}
