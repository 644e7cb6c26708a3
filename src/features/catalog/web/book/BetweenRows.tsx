import { useText } from '../../../../web/i18n.tsx';
import { missingBetween, type PrintedChapter } from '../../rules.ts';
import styles from './BetweenRows.module.css';

interface BetweenRowsProps {
  /** The row above; undefined: none, or nobody knows. */
  before: PrintedChapter | undefined;
  chapter: PrintedChapter;
}

/** Above a row of a list of chapters: that chapters are missing, and the season that begins. */
export function BetweenRows({ before, chapter }: BetweenRowsProps) {
  const { t } = useText();
  const { season } = chapter;
  const missing = before ? missingBetween(before, chapter) : 0;
  return (
    <>
      {missing > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: an item of a list that is no `ol`
        <div role="listitem" className={styles.gap}>
          {t('reading.gapBefore', { count: missing })}
        </div>
      )}
      {season !== null && season !== before?.season && (
        // biome-ignore lint/a11y/useSemanticElements: an item of a list that is no `ol`
        <div role="listitem" className={styles.season}>
          <h3>{t('catalog.season', { season })}</h3>
        </div>
      )}
    </>
  );
}
