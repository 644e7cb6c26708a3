import { type ReactNode, useEffect, useState } from 'react';
import { AccessTokens } from '../../features/accounts/web/AccessTokens.tsx';
import { AccountRow } from '../../features/accounts/web/AccountRow.tsx';
import { accessTokensQuery, sessionsQuery } from '../../features/accounts/web/account-queries.ts';
import { InviteLink } from '../../features/accounts/web/InviteLink.tsx';
import { logOut } from '../../features/accounts/web/log-out.ts';
import { PasskeyList } from '../../features/accounts/web/PasskeyList.tsx';
import { PasswordDialog } from '../../features/accounts/web/PasswordDialog.tsx';
import { RecoveryCodes } from '../../features/accounts/web/RecoveryCodes.tsx';
import { SessionList } from '../../features/accounts/web/SessionList.tsx';
import { TokenDialog } from '../../features/accounts/web/TokenDialog.tsx';
import { OwnDeletion } from '../../features/leaving/web/OwnDeletion.tsx';
import { OwnExport } from '../../features/leaving/web/OwnExport.tsx';
import { CouponDialog } from '../../features/membership/web/CouponDialog.tsx';
import { MembershipStatus } from '../../features/membership/web/MembershipStatus.tsx';
import { membershipQuery } from '../../features/membership/web/membership-query.ts';
import { OrderHistory } from '../../features/payments/web/OrderHistory.tsx';
import { siteQuery } from '../../features/payments/web/payment-queries.ts';
import { TopUp } from '../../features/payments/web/TopUp.tsx';
import { studioPages } from '../../features/studio/pages.ts';
import { membershipPath, paths } from '../../shared/paths.ts';
import { useApi } from '../../web/api.tsx';
import { useText } from '../../web/i18n.tsx';
import { nextOf, withNext } from '../../web/next-address.ts';
import type { PageModule } from '../../web/page.ts';
import { useQuery, useQueryClient } from '../../web/query.ts';
import { Link, useOpenedPage } from '../../web/router.tsx';
import { type CurrentUser, userStore } from '../../web/session.ts';
import { useSite } from '../../web/site.tsx';
import { useStore } from '../../web/store.ts';
import { Button, buttonClass } from '../../web/ui/Button.tsx';
import { classes } from '../../web/ui/classes.ts';
import { BackIcon } from '../../web/ui/icons.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { useIsBrowser } from '../../web/use-is-browser.ts';
import styles from './ProfilePage.module.css';

type OpenDialog = 'coupon' | 'password' | 'token' | null;

/** The user's own page. The server renders its frame, the same for everybody; the browser adds the rest. */
function ProfilePage() {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const user = useStore(userStore, null);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const { hasPasskeys, sells } = useSite();
  const { search } = useOpenedPage();
  // The rendered page is the same for everybody: only the browser knows the reader's `next` address.
  const next = useIsBrowser() ? nextOf(search) : null;

  const { data: membership } = useQuery(membershipQuery(api, user?.uuid));
  const expireAt = membership === undefined ? undefined : (membership.result?.expire_at ?? null);

  // The lock of a chapter leads to the coupon by this name.
  useEffect(() => {
    if (location.hash === '#coupon') setDialog('coupon');
  }, []);

  function showMembership(expireAt: string): void {
    const { queryKey } = membershipQuery(api, user?.uuid);
    client.setQueryData(queryKey, { result: { expire_at: expireAt, is_expired: false } });
  }

  /** A payment is in the ledger by now, so the membership is loaded again. */
  function refreshMembership(): void {
    const { queryKey, queryFn } = membershipQuery(api, user?.uuid);
    void client.prefetchQuery({ queryKey, queryFn, staleTime: 0 });
  }

  /** A new password has ended the other sessions, and the keys of programs. */
  function showWhatEnded(): void {
    const sessions = sessionsQuery(api, user?.uuid);
    void client.prefetchQuery({ queryKey: sessions.queryKey, queryFn: sessions.queryFn, staleTime: 0 });
    const tokens = accessTokensQuery(api, user?.uuid);
    void client.prefetchQuery({ queryKey: tokens.queryKey, queryFn: tokens.queryFn, staleTime: 0 });
  }

  return (
    <div className={styles.page}>
      <ProfileHeader user={user} />
      <div className={styles.cards}>
        <Card id="membership" title={t('membership.title')} className={classes(styles.wide, styles.membership)}>
          <MembershipStatus userUuid={user?.uuid} />
          <Button className={styles.action} onClick={() => setDialog('coupon')}>
            {t('membership.useCoupon')}
          </Button>
        </Card>
        <Card id="top-up" title={t('payments.topUp')} className={styles.wide}>
          <TopUp userUuid={user?.uuid} next={next} expireAt={expireAt} section="top-up" onPaid={refreshMembership} />
          {sells && (
            <Link to={withNext(membershipPath, next)} className={styles.action}>
              {t('app.comparePlans')}
            </Link>
          )}
        </Card>
        <Card id="orders" title={t('payments.orders')} className={styles.wide}>
          <OrderHistory userUuid={user?.uuid} />
        </Card>
        <Card id="security" title={t('accounts.security')}>
          <AccountRow title={t('accounts.password')} text={t('accounts.passwordText')}>
            <Button onClick={() => setDialog('password')}>{t('accounts.changePassword')}</Button>
          </AccountRow>
          <RecoveryCodes user={user} />
          <AccountRow title={t('accounts.token')} text={t('accounts.tokenPurpose')}>
            <Button onClick={() => setDialog('token')}>{t('accounts.showToken')}</Button>
          </AccountRow>
        </Card>
        <Card id="invitations" title={t('accounts.invite')}>
          <p className={styles.text}>{t('accounts.inviteText')}</p>
          <InviteLink userUuid={user?.uuid} />
        </Card>
        {hasPasskeys && (
          <Card id="passkeys" title={t('passkeys.title')} className={styles.wide}>
            <p className={styles.text}>{t('passkeys.text')}</p>
            <PasskeyList user={user} />
          </Card>
        )}
        <Card id="apps" title={t('tokens.title')} className={styles.wide}>
          <p className={styles.text}>{t('tokens.text')}</p>
          <AccessTokens user={user} />
        </Card>
        <Card id="sessions" title={t('accounts.sessions')} className={styles.wide}>
          <SessionList userUuid={user?.uuid} />
        </Card>
        <Card id="data" title={t('leaving.title')} className={styles.wide}>
          <p className={styles.text}>{t('leaving.exportText')}</p>
          <OwnExport user={user} />
        </Card>
        <Card id="deletion" title={t('leaving.deletionTitle')} className={styles.wide}>
          <p className={styles.text}>{t('leaving.deletionText')}</p>
          <OwnDeletion user={user} />
        </Card>
      </div>
      <CouponDialog open={dialog === 'coupon'} next={next} onRedeemed={showMembership} onClose={close} />
      <TokenDialog open={dialog === 'token'} onClose={close} />
      <PasswordDialog
        open={dialog === 'password'}
        username={user?.username ?? ''}
        onChanged={showWhatEnded}
        onClose={close}
      />
    </div>
  );
}

function ProfileHeader({ user }: { user: CurrentUser | null }) {
  const { t } = useText();
  const api = useApi();
  const { search } = useOpenedPage();
  const [isLeaving, setLeaving] = useState(false);
  const name = user && (user.username ?? t('app.user'));
  const role = useQuery(sessionsQuery(api, user?.uuid)).data?.role;

  function leave(): void {
    setLeaving(true);
    void logOut(api, search);
  }

  return (
    <header className={styles.header}>
      <span aria-hidden="true" className={styles.initial}>
        {name && <bdi>{[...name][0]?.toLocaleUpperCase()}</bdi>}
      </span>
      <h1 className={styles.name}>
        {name ? (
          <bdi>{name}</bdi>
        ) : (
          <>
            <span className="visually-hidden">{t('app.profile')}</span>
            <Skeleton className={styles.waitingName} />
          </>
        )}
      </h1>
      <div className={styles.ways}>
        <Link to={paths.home()} className={buttonClass({ variant: 'quiet' })}>
          <BackIcon />
          {t('app.toHome')}
        </Link>
        {role && (
          <a href={studioPages.today} className={buttonClass()}>
            {t('app.studio')}
          </a>
        )}
        <Button disabled={isLeaving} onClick={leave}>
          {t('accounts.logOut')}
        </Button>
      </div>
    </header>
  );
}

function Card({
  id,
  title,
  className,
  children,
}: {
  id: string;
  title: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={classes(styles.card, className)}>
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export const profilePage: PageModule = {
  Component: ProfilePage,
  hasOwnPolicy: true,
  guard: ({ isUser, search }) => (isUser ? null : withNext(paths.login(), withNext(paths.profile(), nextOf(search)))),
  async prefetch({ api, queryClient }) {
    await queryClient.prefetchQuery(siteQuery(api));
    return { status: 200 };
  },
  head: ({ text }) => ({
    title: text.t('app.profile'),
    description: text.t('app.profileDescription'),
    noindex: true,
  }),
};
