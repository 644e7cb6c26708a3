import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { CopyField } from '../../../web/ui/CopyField.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { inviteCodeQuery } from './account-queries.ts';
import styles from './InviteLink.module.css';

/** The user's invite code, as a link for the person who is invited. */
export function InviteLink({ userUuid }: { userUuid: string | undefined }) {
  const { t } = useText();
  const { data, isError, isFetching, refetch } = useQuery(inviteCodeQuery(useApi(), userUuid));
  if (data) {
    return (
      <CopyField
        label={t('accounts.inviteLink')}
        value={inviteAddress(data.result)}
        copyLabel={t('accounts.copy')}
        copiedText={t('accounts.copied')}
        selectedText={t('accounts.selected')}
      />
    );
  }
  if (isError) {
    const action = { label: t('app.retry'), act: refetch, busy: isFetching };
    return <Notice action={action}>{t('accounts.inviteFailed')}</Notice>;
  }
  return (
    <div className={styles.waiting}>
      <Skeleton className={styles.label} />
      <Skeleton className={styles.field} />
    </div>
  );
}

/** Uses the site's public address, from the page's canonical link, whatever address this browser uses. */
function inviteAddress(code: string): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href;
  return `${new URL(canonical).origin}${paths.register()}?${new URLSearchParams({ invite_code: code })}`;
}
