import type { ComicSettings } from '../../reader-settings.ts';
import type { Root } from './root-settings.ts';

/** Writes the width and the gap of a comic's strip on the document, for CSS to follow. */
export function applyComicToRoot(
  { style }: Pick<Root, 'style'>,
  { widthPercent, gapPx }: Pick<ComicSettings, 'widthPercent' | 'gapPx'>,
): void {
  // A change on the root has the styles of the whole page computed anew.
  const write = (property: string, value: string) => {
    if (style.getPropertyValue(property) !== value) style.setProperty(property, value);
  };
  write('--comic-width', widthPercent === 100 ? '' : String(widthPercent / 100));
  write('--comic-gap', gapPx === 0 ? '' : `${gapPx}px`);
}
