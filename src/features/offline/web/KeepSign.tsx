import { useText } from '../../../web/i18n.tsx';
import { KeepProgress } from './KeepControl.tsx';
import { KeptIcon } from './KeepIcon.tsx';
import styles from './KeepSign.module.css';
import { useKeeping } from './kept-store.ts';

/** On a chapter's button in a list: whether the chapter is on this device, or the progress of keeping it. */
export function KeepSign({ chapterUuid, number }: { chapterUuid: string; number: string | number }) {
  const { t } = useText();
  const keeping = useKeeping(chapterUuid);
  if (keeping.state === 'keeping') {
    return <KeepProgress keeping={keeping} number={number} className={styles.progress} />;
  }
  if (keeping.state !== 'kept') return null;
  return (
    <span role="img" aria-label={t('offline.keptChapter', { number })} className={styles.kept}>
      <KeptIcon />
    </span>
  );
}
