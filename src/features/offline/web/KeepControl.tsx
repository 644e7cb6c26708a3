import { useText } from '../../../web/i18n.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { IconButton } from '../../../web/ui/IconButton.tsx';
import { CloseIcon } from '../../../web/ui/icons.tsx';
import { showToast } from '../../../web/ui/toasts.ts';
import styles from './KeepChapter.module.css';
import { type KeepChapterProps, KeepIcon, KeptIcon } from './KeepIcon.tsx';
import { type Keeping, keep, remove, stopKeeping, useKeeping } from './kept-store.ts';
import { writeSize } from './sizes.ts';

/** Keeps, says how far it is, stops, and takes away; what went wrong stands beside it, or where rows have no room, below. */
export function KeepControl({ look = 'button', ...props }: KeepChapterProps) {
  const { t } = useText();
  const keeping = useKeeping(props.chapterUuid);
  if (look === 'icon') {
    return (
      <span className={styles.round} data-keeping={keeping.state}>
        <RoundControl {...props} keeping={keeping} />
      </span>
    );
  }
  return (
    <span className={styles.control} data-keeping={keeping.state}>
      <WordyControl {...props} keeping={keeping} />
      {keeping.state === 'failed' && (
        <span role="alert" className={styles.fault}>
          {t(`offline.fault.${keeping.fault}`)}
        </span>
      )}
    </span>
  );
}

type ControlProps = Omit<KeepChapterProps, 'look'> & { keeping: Keeping };

function WordyControl({ keeping, chapterUuid, number }: ControlProps) {
  const { t, language } = useText();
  const { begin, takeAway } = useActions({ keeping, chapterUuid, number });
  if (keeping.state === 'keeping') {
    return (
      <>
        <span className={styles.state}>
          {t('offline.keeping')} <Progress keeping={keeping} number={number} />
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
          {t('offline.kept', { size: writeSize(keeping.chapter.bytes, language) })}
        </span>
        <Button variant="quiet" onClick={takeAway}>
          {t('offline.remove')}
        </Button>
      </>
    );
  }
  return (
    <Button onClick={() => void begin()}>
      <KeepIcon />
      {t('offline.keep')}
    </Button>
  );
}

function RoundControl({ keeping, chapterUuid, number }: ControlProps) {
  const { t } = useText();
  const { begin, takeAway } = useActions({ keeping, chapterUuid, number });

  async function beginInRow(): Promise<void> {
    const fault = await begin();
    if (fault) showToast({ text: t(`offline.fault.${fault}`) });
  }

  switch (keeping.state) {
    case 'keeping':
      return (
        <>
          <IconButton label={t('offline.stopChapter', { number })} onClick={() => stopKeeping(chapterUuid)}>
            <CloseIcon />
          </IconButton>
          <Progress keeping={keeping} number={number} />
        </>
      );
    case 'kept':
      return (
        <IconButton label={t('offline.removeChapter', { number })} onClick={takeAway}>
          <KeptIcon />
        </IconButton>
      );
    case 'none':
    case 'failed':
      return (
        <IconButton label={t('offline.keepChapter', { number })} onClick={() => void beginInRow()}>
          <KeepIcon />
        </IconButton>
      );
  }
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

function Progress({ keeping, number }: { keeping: Keeping & { state: 'keeping' }; number: number }) {
  const { t } = useText();
  const { done, total } = keeping;
  // Until the images are counted nobody knows how far it is.
  const progress = total > 0 ? { value: done, max: total } : {};
  return <progress className={styles.progress} aria-label={t('offline.keepingChapter', { number })} {...progress} />;
}
