import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { RetryIcon, WarningIcon } from '../../../../web/ui/icons.tsx';
import styles from './BrokenImage.module.css';
import type { ImageState } from './image-states.ts';

/** Stands in the room of an image that does not come; one press asks for all of them again. */
export function BrokenImage({ state, onRetry }: { state: ImageState; onRetry: () => void }) {
  const { t } = useText();
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
      <Button variant="primary" onClick={onRetry}>
        <RetryIcon />
        {t('reading.retryImages')}
      </Button>
    </div>
  );
}
