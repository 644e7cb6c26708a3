import { useText } from '../../../../../web/i18n.tsx';
import { type NovelProgress, useNovelProgress } from '../../place/progress.ts';
import { minutesLeft, paceOf } from './reading-speed.ts';
import styles from './TimeLeft.module.css';
import { useReadingSpeed } from './use-reading-speed.ts';

/** How far one is in a novel's chapter, and how long the rest takes at one's own pace; nothing beside a comic. */
export function TimeLeft() {
  const progress = useNovelProgress();
  return progress && <Left progress={progress} />;
}

function Left({ progress }: { progress: NovelProgress }) {
  const { t, dir } = useText();
  const charactersPerMinute = useReadingSpeed(paceOf(progress.words));
  const count = minutesLeft({ ...progress, charactersPerMinute });
  return (
    // The page's own words, beside a title that may run the other way.
    <span className={styles.left} dir={dir}>
      <span>{t('reading.percent', { value: Math.round(progress.share * 100) })}</span>
      {progress.share < 1 && (
        <span>{count === 0 ? t('reading.novel.almostDone') : t('reading.novel.minutesLeft', { count })}</span>
      )}
    </span>
  );
}
