import { paths } from '../../../../shared/paths.ts';
import { useText } from '../../../../web/i18n.tsx';
import { withNext } from '../../../../web/next-address.ts';
import { Link, useOpenedPage } from '../../../../web/router.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { useReturns } from '../../../../web/use-returns.ts';
import { NoticePlace } from '../chapter/ChapterNotice.tsx';
import type { LockReason } from '../chapter/chapter.ts';
import { useSessionCheck } from '../chapter/membership.ts';
import { useViewer } from '../chapter/viewer.ts';
import styles from './ChapterLock.module.css';

export interface LockProps {
  reason: LockReason;
  ask: () => void;
  /** The chapter's right ended while it was read: what is on the screen stays. */
  isLost: boolean;
}

/** Why a chapter stays closed, and the ways to open it. */
export function ChapterLock({ isLost, ...lock }: LockProps) {
  return isLost ? <LostNotice {...lock} /> : <LockNotice {...lock} />;
}

type NoticeProps = Omit<LockProps, 'isLost'>;

/** In the chapter's place. A reader who comes back to it with the right finds it open. */
function LockNotice({ reason, ask }: NoticeProps) {
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
function LostNotice({ reason, ask }: NoticeProps) {
  const { t } = useText();
  const { path, search, params } = useOpenedPage();
  const isExpired = reason === 'membership_expired';
  useReturns(ask);
  return (
    <section role="status" className={styles.lost}>
      <p className={styles.what}>{t(isExpired ? 'reading.expired' : 'reading.locked')}</p>
      {isExpired && <p>{t('reading.expiredText')}</p>}
      <p>{t('reading.placeKept')}</p>
      <div className={styles.waysOn}>
        <Link to={`${withNext(paths.profile(), path + search)}#top-up`} className={buttonClass({ variant: 'primary' })}>
          {t(isExpired ? 'reading.topUp' : 'reading.buyNow')}
        </Link>
        <Link to={paths.book(params.bookid ?? '')} className={buttonClass({ variant: 'quiet' })}>
          {t('reading.toBook')}
        </Link>
      </div>
    </section>
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
