import { useText } from '../../../web/i18n.tsx';
import { Range } from '../../../web/ui/Range.tsx';
import { Select } from '../../../web/ui/Select.tsx';
import styles from './ReaderSettings.module.css';
import { type ComicSettings as Comic, changeReaderSettings, useReaderSettings } from './settings.ts';

const layouts = ['off', 'sides', 'edges', 'lShape', 'kindle'] as const;

/** How a comic is shown and moved by taps; what a book of pages has no use for is left out. */
export function ComicSettings({ isPaged }: { isPaged: boolean }) {
  const { t } = useText();
  const { comic } = useReaderSettings();
  const change = (part: Partial<Comic>) => changeReaderSettings({ comic: part });
  // Pages are turned at their sides where nothing else is chosen.
  const offered = layouts.filter((layout) => !isPaged || layout !== 'off');
  return (
    <>
      {!isPaged && (
        <>
          <Range
            label={t('reading.width')}
            value={comic.widthPercent}
            valueText={t('reading.percent', { value: comic.widthPercent })}
            {...{ min: 30, max: 100, step: 5 }}
            onChange={(widthPercent) => change({ widthPercent })}
          />
          <Range
            label={t('reading.gap')}
            value={comic.gapPx}
            valueText={t('reading.pixels', { value: comic.gapPx })}
            {...{ min: 0, max: 20 }}
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
      {!isPaged && (
        <Range
          label={t('reading.step')}
          value={comic.stepPercent}
          valueText={t('reading.percent', { value: comic.stepPercent })}
          {...{ min: 50, max: 100, step: 5 }}
          onChange={(stepPercent) => change({ stepPercent })}
        />
      )}
    </>
  );
}
