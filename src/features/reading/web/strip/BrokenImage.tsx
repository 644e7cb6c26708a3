import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { RetryIcon, WarningIcon } from '../../../../web/ui/icons.tsx';
import styles from './BrokenImage.module.css';
import type { ImageState } from './image-states.ts';
import type { PageImages } from './use-page-images.ts';

/** Stands in the room of an image that does not come; one press asks for all of them again. */
export function BrokenImage({
  state,
  images,
}: {
  state: ImageState;
  images: Pick<PageImages, 'failedCount' | 'retryAll'>;
}) {
  const { t } = useText();
  const count = images.failedCount;
  if (state.status === 'offline') {
    return (
      <div className={styles.broken}>
        <WarningIcon />
        <p>{t('reading.offline')}</p>
      </div>
    );
  }
  if (state.status !== 'failed') return null;
  return (
    <div className={styles.broken}>
      <WarningIcon />
      <p>{t('reading.imageFailed')}</p>
      <Button variant="primary" onClick={images.retryAll}>
        <RetryIcon />
        {count > 1 ? t('reading.retryAllImages', { count }) : t('reading.retryImages')}
      </Button>
    </div>
  );
}
