import { useState } from 'react';
import { MembershipStatus } from '../../features/membership/web/MembershipStatus.tsx';
import { membershipQuery } from '../../features/membership/web/membership-query.ts';
import { TopUp } from '../../features/payments/web/TopUp.tsx';
import { paths } from '../../shared/paths.ts';
import { useApi } from '../../web/api.tsx';
import { useText } from '../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../web/query.ts';
import { Link } from '../../web/router.tsx';
import type { CurrentUser } from '../../web/session.ts';
import { buttonClass } from '../../web/ui/Button.tsx';
import styles from './MembershipPage.module.css';

/** How a user's membership stands, and the ways to pay for more; with a plan chosen, for that one. */
export function Paying({ user, next, plan }: { user: CurrentUser; next: string | null; plan: string | null }) {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const [isPaid, setPaid] = useState(false);
  const query = membershipQuery(api, user.uuid);
  const { data } = useQuery(query);
  const expireAt = data === undefined ? undefined : (data.result?.expire_at ?? null);

  function refresh(): void {
    void client.prefetchQuery({ queryKey: query.queryKey, queryFn: query.queryFn, staleTime: 0 });
  }

  return (
    <section id="pay" className={styles.section} aria-labelledby="pay-title">
      <h2 id="pay-title">{t(data?.result?.is_expired === false ? 'shop.extend' : 'payments.topUp')}</h2>
      <MembershipStatus userUuid={user.uuid} />
      <TopUp
        userUuid={user.uuid}
        {...{ next, expireAt, plan }}
        section="pay"
        onPaid={() => {
          setPaid(true);
          refresh();
        }}
      />
      {isPaid && next === null && data?.result?.is_expired === false && (
        <Link to={paths.search()} className={buttonClass({ variant: 'primary' })}>
          {t('shop.findBooks')}
        </Link>
      )}
    </section>
  );
}
