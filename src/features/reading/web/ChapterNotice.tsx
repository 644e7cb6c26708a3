import type { ReactNode } from 'react';
import { paths } from '../../../shared/paths.ts';
import { ApiError } from '../../../web/api-client.ts';
import { useText } from '../../../web/i18n.tsx';
import { withNext } from '../../../web/next-address.ts';
import { Link, useNavigate, useOpenedPage } from '../../../web/router.tsx';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { useReturns } from '../../../web/use-returns.ts';
import styles from './ChapterNotice.module.css';
import type { LockReason } from './chapter.ts';
import { useSessionCheck } from './membership.ts';
import { useViewer } from './viewer.ts';

/** Why a chapter stays closed, and the ways to open it. Who comes back to it with the right finds it open. */
export function LockNotice({ reason, ask }: { reason: LockReason; ask: () => void }) {
  const { t } = useText();
  const viewer = useViewer();
  const { path, search } = useOpenedPage();
  const isExpired = reason === 'membership_expired';
  useSessionCheck({ enabled: viewer !== null && !isExpired });
  useReturns(ask);
  return (
    <NoticePlace>
      <EmptyState
        title={t(isExpired ? 'reading.expired' : 'reading.locked')}
        action={
          <div className={styles.ways}>
            <Link
              to={`${withNext(paths.profile(), path + search)}#top-up`}
              className={buttonClass({ variant: 'primary', size: 'large' })}
            >
              {t(isExpired ? 'reading.topUp' : 'reading.buyNow')}
            </Link>
            {viewer === null && <MemberLogin />}
          </div>
        }
      >
        {t(isExpired ? 'reading.expiredText' : 'reading.lockedText')}
      </EmptyState>
    </NoticePlace>
  );
}

/** Beside a chapter whose right ended while it was read: what is on the screen stays, the way on is one press away. */
export function LostNotice({ reason, ask }: { reason: LockReason; ask: () => void }) {
  const { t } = useText();
  const navigate = useNavigate();
  const { path, search } = useOpenedPage();
  const isExpired = reason === 'membership_expired';
  useReturns(ask);
  const topUp = () => navigate(`${withNext(paths.profile(), path + search)}#top-up`);
  return (
    <Notice
      tone="word"
      className={styles.lost}
      action={{ label: t(isExpired ? 'reading.topUp' : 'reading.buyNow'), act: topUp }}
    >
      {t(isExpired ? 'reading.expired' : 'reading.locked')}
    </Notice>
  );
}

/** A member who is not logged in comes back here from the login. */
function MemberLogin() {
  const { t } = useText();
  const { path, search } = useOpenedPage();
  return (
    <Link to={withNext(paths.login(), path + search)} className={buttonClass({ variant: 'quiet' })} rel="nofollow">
      {t('reading.memberLogin')}
    </Link>
  );
}

/** A chapter that did not come for another cause than membership (contract.md section 6). */
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

function NoticePlace({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.place}>
      {children}
    </div>
  );
}
