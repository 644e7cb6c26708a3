import type { ReactNode } from 'react';
import { useApi } from '../../../web/api.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import letters from '../../../web/ui/Title.module.css';
import type { MembershipAnswer } from '../contract.ts';
import styles from './MembershipStatus.module.css';
import { membershipQuery } from './membership-query.ts';

/** How the user's membership stands and until when it holds; '--': not known (spec: membership.md#shown-to-users). */
export function MembershipStatus({ userUuid }: { userUuid: string | undefined }) {
  const { t } = useText();
  const { data, isError, isFetching, refetch } = useQuery(membershipQuery(useApi(), userUuid));
  return (
    <div className={styles.status}>
      {data ? <Standing membership={data.result} /> : <Unknown isWaiting={!isError} />}
      {isError && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>{t('membership.failed')}</Notice>
      )}
    </div>
  );
}

function Standing({ membership }: { membership: MembershipAnswer['result'] }) {
  const { t, language } = useText();
  if (!membership) {
    return (
      <>
        <Badge tone="line">{t('membership.none')}</Badge>
        <Expiry label={t('membership.until')} />
        <p className={styles.text}>{t('membership.noneText')}</p>
      </>
    );
  }
  const { expire_at: at, is_expired: isExpired } = membership;
  return (
    <>
      <Badge tone={isExpired ? 'line' : 'accent'}>{t(isExpired ? 'membership.expired' : 'membership.active')}</Badge>
      <Expiry label={t(isExpired ? 'membership.ended' : 'membership.until')}>
        <time dateTime={at}>{writeDateTime(at, language)}</time>
      </Expiry>
      <p className={styles.text}>{t(isExpired ? 'membership.expiredText' : 'membership.activeText')}</p>
    </>
  );
}

function Unknown({ isWaiting }: { isWaiting: boolean }) {
  const { t } = useText();
  if (!isWaiting) return <Expiry label={t('membership.until')} />;
  return (
    <>
      <Skeleton className={styles.waitingBadge} />
      <Expiry label={t('membership.until')}>
        <Skeleton className={styles.waitingDate} />
      </Expiry>
      <Skeleton className={styles.waitingText} />
    </>
  );
}

function Expiry({ label, children = '--' }: { label: string; children?: ReactNode }) {
  return (
    <dl className={styles.expiry}>
      <dt>{label}</dt>
      <dd className={letters.title}>{children}</dd>
    </dl>
  );
}
