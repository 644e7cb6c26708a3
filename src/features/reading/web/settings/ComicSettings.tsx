import { useText } from '../../../../web/i18n.tsx';
import { Range } from '../../../../web/ui/Range.tsx';
import { Select } from '../../../../web/ui/Select.tsx';
import { type ComicSettings as Comic, settingsTable } from '../../reader-settings.ts';
import { changeReaderSettings, limitsOf } from './change-settings.ts';
import styles from './ReaderSettings.module.css';
import { useReaderSettings } from './settings.ts';

const table = settingsTable.comic;

/** How a comic is shown and moved by taps; what a book of pages has no use for is left out. */
export function ComicSettings({ isPaged }: { isPaged: boolean }) {
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
      <div className={styles.choice}>
        <span aria-hidden="true">{t('reading.tapZones')}</span>
        <Select
          label={t('reading.tapZones')}
          options={offered.map((value) => ({ value, label: t(`reading.zones.${value}`) }))}
          value={isPaged && comic.tapZones === 'off' ? 'sides' : comic.tapZones}
          onChange={(tapZones) => change({ tapZones })}
        />
      </div>
      {(isPaged || comic.tapZones !== 'off') && (
        <div className={styles.choice}>
          <span aria-hidden="true">{t('reading.tapsInverted')}</span>
          <Select
            label={t('reading.tapsInverted')}
            options={table.tapsInverted.map((value) => ({ value, label: t(`reading.inversions.${value}`) }))}
            value={comic.tapsInverted}
            onChange={(tapsInverted) => change({ tapsInverted })}
          />
        </div>
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
