import { paths } from '../../../shared/paths.ts';
import { useText } from '../../../web/i18n.tsx';
import { withNext } from '../../../web/next-address.ts';
import { Link } from '../../../web/router.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';

/** Tells a visitor why to follow books, and how to begin; after the login the page `next` opens. */
export function FollowInvitation({ next }: { next: string }) {
  const { t } = useText();
  return (
    <EmptyState
      title={t('library.followInvitation')}
      action={
        <Link to={withNext(paths.login(), next)} className={buttonClass({ variant: 'primary' })}>
          {t('library.login')}
        </Link>
      }
    >
      {t('library.followInvitationText')}
    </EmptyState>
  );
}
