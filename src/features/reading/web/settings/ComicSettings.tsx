import { useText } from '../../../../web/i18n.tsx';
import { Range } from '../../../../web/ui/Range.tsx';
import { type ComicSettings as Comic, settingsTable } from '../../reader-settings.ts';
import { useReader } from '../chapter/reader.ts';
import { Choice } from './Choice.tsx';
import { changeReaderSettings, limitsOf } from './change-settings.ts';
import { useReaderSettings } from './settings.ts';

const table = settingsTable.comic;

/** How a comic is shown and moved by taps; what a book of pages has no use for is left out. */
export function ComicSettings() {
  const isPaged = useReader().pagesTurn !== null;
  const { t } = useText();
  const { comic } = useReaderSettings();
  const change = (part: Partial<Comic>) => changeReaderSettings({ comic: part });
  // Pages are turned at their sides where nothing else is chosen.
  const offered = table.tapZones.filter((layout) => !isPaged || layout !== 'off');
  return (
    <>
      {!isPaged && (
        <>
          <Range
            label={t('reading.width')}
            value={comic.widthPercent}
            valueText={t('reading.percent', { value: comic.widthPercent })}
            {...limitsOf(table.widthPercent)}
            step={5}
            onChange={(widthPercent) => change({ widthPercent })}
          />
          <Range
            label={t('reading.gap')}
            value={comic.gapPx}
            valueText={t('reading.pixels', { value: comic.gapPx })}
            {...limitsOf(table.gapPx)}
            onChange={(gapPx) => change({ gapPx })}
          />
        </>
      )}
      <Choice
        label={t('reading.tapZones')}
        values={offered}
        wordsOf={(value) => t(`reading.zones.${value}`)}
        value={isPaged && comic.tapZones === 'off' ? 'sides' : comic.tapZones}
        onChange={(tapZones) => change({ tapZones })}
      />
      {(isPaged || comic.tapZones !== 'off') && (
        <Choice
          label={t('reading.tapsInverted')}
          values={table.tapsInverted}
          wordsOf={(value) => t(`reading.inversions.${value}`)}
          value={comic.tapsInverted}
          onChange={(tapsInverted) => change({ tapsInverted })}
        />
      )}
      {!isPaged && (
        <Range
          label={t('reading.imagesAhead')}
          value={comic.imagesAhead}
          valueText={t('reading.imageCount', { count: comic.imagesAhead })}
          {...limitsOf(table.imagesAhead)}
          onChange={(imagesAhead) => change({ imagesAhead })}
        />
      )}
    </>
  );
}
