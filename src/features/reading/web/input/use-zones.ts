import { useText } from '../../../../web/i18n.tsx';
import { useReader } from '../chapter/reader.ts';
import { useReaderSettings } from '../settings/settings.ts';
import type { Zones } from './tap-zones.ts';

/** The tap zones of the open chapter: a text has the bars in its middle, and its sides where it has pages. */
export function useZones(): Zones {
  const { isNovel, pagesTurn } = useReader();
  const { dir } = useText();
  const { tapZones, tapsInverted } = useReaderSettings().comic;
  return {
    layout: isNovel ? 'off' : tapZones,
    inverted: tapsInverted,
    dir: pagesTurn ?? dir,
    isPaged: pagesTurn !== null,
  };
}
