import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../web/ui/Skeleton.tsx';
import styles from './ChapterNotice.module.css';

/** A chapter that did not come for another cause than membership (spec: reader.md#notices). */
export function FailureNotice({ error, retry }: { error: unknown; retry: () => void }) {
  const { t } = useText();
  const status = error instanceof ApiError ? error.status : 500;
  if (status === 404) {
    return (
      <NoticePlace>
        <EmptyState
          title={t('reading.notFound')}
          action={
            <Link to={paths.home()} className={buttonClass({ variant: 'primary', size: 'large' })}>
              {t('reading.toBooks')}
            </Link>
          }
        >
          {t('reading.notFoundText')}
        </EmptyState>
      </NoticePlace>
    );
  }
  return (
    <NoticePlace>
      <EmptyState
        title={t('reading.failed')}
        action={
          <Button variant="primary" size="large" onClick={retry}>
            {t('reading.retry')}
          </Button>
        }
      >
        {t(status === 0 ? 'reading.failedNetwork' : 'reading.failedServer')}
      </EmptyState>
    </NoticePlace>
  );
}

/** The room of a chapter that is on its way, or of one that the reader's session may yet open. */
export function ChapterSkeleton() {
  const { t } = useText();
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{t('reading.loading')}</span>
      <Skeleton className={styles.page} />
    </div>
  );
}

export function NoticePlace({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.place}>
      {children}
    </div>
  );
}
