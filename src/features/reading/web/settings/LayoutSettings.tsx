import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { useQueryClient } from '../../../../web/query.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { type BookSettings, bookSettings, settingsTable } from '../../reader-settings.ts';
import { chapterQuery } from '../chapter/chapter.ts';
import { isTall } from '../chapter/comic-layout.ts';
import { useReader } from '../chapter/reader.ts';
import { Choice } from './Choice.tsx';
import { changeReaderSettings } from './change-settings.ts';
import styles from './ReaderSettings.module.css';
import { useReaderSettings } from './settings.ts';

const table = settingsTable.book;

/** How this comic is laid out: it is remembered for the book, and may be made the habit for all. */
export function LayoutSettings() {
  const { t } = useText();
  const { place, pagesTurn } = useReader();
  const { bookUuid } = place;
  const settings = useReaderSettings();
  const { comic } = settings;
  const book = bookSettings(settings, bookUuid);
  const hasTallImages = useHasTallImages(place.chapterUuid);
  const change = (part: Partial<BookSettings>) => changeReaderSettings({ books: { [bookUuid]: { ...book, ...part } } });
  const { layout, direction } = book;
  const isHabit = layout === comic.layout && direction === comic.direction;
  // A layout that this chapter cannot have is not offered for all comics here.
  const isRefused = hasTallImages && layout === 'pages';
  return (
    <>
      <Choice
        label={t('reading.layout')}
        values={table.layout.filter((value) => !hasTallImages || value !== 'pages')}
        wordsOf={(value) => t(`reading.layouts.${value}`)}
        value={isRefused ? 'book' : layout}
        onChange={(value) => change({ layout: value })}
      />
      {hasTallImages && <p className={styles.note}>{t('reading.tallImages')}</p>}
      {pagesTurn && (
        <>
          <Choice
            label={t('reading.direction')}
            values={table.direction}
            wordsOf={(value) => t(`reading.directions.${value}`)}
            value={direction}
            onChange={(value) => change({ direction: value })}
          />
          <Choice
            label={t('reading.spread')}
            values={settingsTable.comic.spread}
            wordsOf={(value) => t(`reading.spreads.${value}`)}
            value={comic.spread}
            onChange={(spread) => changeReaderSettings({ comic: { spread } })}
          />
          {comic.spread !== 'off' && (
            <Switch label={t('reading.offset')} isOn={book.isOffset} onChange={(isOffset) => change({ isOffset })} />
          )}
        </>
      )}
      {!isHabit && !isRefused && (
        <Button variant="quiet" onClick={() => changeReaderSettings({ comic: { layout, direction } })}>
          {t('reading.forAllComics')}
        </Button>
      )}
    </>
  );
}

/** An original that was cut into tiles is no page (comic-layout.ts). */
function useHasTallImages(chapterUuid: string): boolean {
  const { language } = useText();
  const { queryKey } = chapterQuery(useApi(), { chapterUuid, language });
  const opened = useQueryClient().getQueryData(queryKey);
  return opened?.state === 'open' && isTall(opened.chapter.pages);
}
