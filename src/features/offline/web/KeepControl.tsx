import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { showToast } from '../../../web/ui/toasts.ts';
import { sizeQuery } from './chapter-sizes.ts';
import styles from './KeepChapter.module.css';
import { type KeepChapterProps, KeepIcon, KeptIcon } from './KeepIcon.tsx';
import { type Keeping, keep, remove, stopKeeping, useKeeping } from './kept-store.ts';
import { writeSize } from './sizes.ts';

/** Keeps a chapter, shows the progress, stops, and removes it; an error is shown beside it. */
export function KeepControl(props: KeepChapterProps) {
  const { t } = useText();
  const keeping = useKeeping(props.chapterUuid);
  return (
    <span className={styles.control} data-keeping={keeping.state}>
      <Control {...props} keeping={keeping} />
      {keeping.state === 'failed' && (
        <span role="alert" className={styles.fault}>
          {t(`offline.fault.${keeping.fault}`)}
        </span>
      )}
    </span>
  );
}

type ControlProps = KeepChapterProps & { keeping: Keeping };

function Control({ keeping, chapterUuid, number }: ControlProps) {
  const text = useText();
  const { t } = text;
  const { begin, takeAway } = useActions({ keeping, chapterUuid, number });
  if (keeping.state === 'keeping') {
    return (
      <>
        <span className={styles.state}>
          {t('offline.keeping')} <KeepProgress keeping={keeping} number={number} />
        </span>
        <Button onClick={() => stopKeeping(chapterUuid)}>{t('offline.stop')}</Button>
      </>
    );
  }
  if (keeping.state === 'kept') {
    return (
      <>
        <span className={styles.state}>
          <KeptIcon />
          {t('offline.kept', { size: writeSize(keeping.chapter.bytes, text) })}
        </span>
        <Button variant="quiet" onClick={takeAway}>
          {t('offline.remove')}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={() => void begin()}>
        <KeepIcon />
        {t('offline.keep')}
      </Button>
      <Size chapterUuid={chapterUuid} />
    </>
  );
}

/** The chapter's approximate size; nothing until it is known. */
function Size({ chapterUuid }: { chapterUuid: string }) {
  const text = useText();
  const { t, language } = text;
  const { data: size } = useQuery(sizeQuery({ api: useApi(), language, chapterUuid }));
  return size ? <span className={styles.size}>{t('offline.about', { size: writeSize(size.bytes, text) })}</span> : null;
}

function useActions({ keeping, chapterUuid, number }: ControlProps) {
  const { t, language } = useText();
  const begin = () => keep(chapterUuid, language);
  function takeAway(): void {
    if (keeping.state !== 'kept') return;
    void remove([keeping.chapter]);
    showToast({
      text: t('offline.removed', { number }),
      action: { label: t('offline.keepAgain'), act: () => void begin() },
    });
  }
  return { begin, takeAway };
}

interface KeepProgressProps {
  keeping: Keeping & { state: 'keeping' };
  number: string | number;
  className?: string | undefined;
}

/** The progress of keeping a chapter. */
export function KeepProgress({ keeping, number, className }: KeepProgressProps) {
  const { t } = useText();
  const { done, total } = keeping;
  // There is no progress to show before the images are counted.
  const progress = total > 0 ? { value: done, max: total } : {};
  return (
    <progress
      className={classes(styles.progress, className)}
      aria-label={t('offline.keepingChapter', { number })}
      {...progress}
    />
  );
}
