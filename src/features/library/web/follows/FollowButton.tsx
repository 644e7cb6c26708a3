import { useState } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { useApi } from '../../../../web/api.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { withNext } from '../../../../web/next-address.ts';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import { useNavigate, useOpenedPage } from '../../../../web/router.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { showToast } from '../../../../web/ui/toasts.ts';
import { BellIcon } from '../icons.tsx';
import { useReader } from '../use-reader.ts';
import styles from './FollowButton.module.css';
import { followedQuery } from './follows.ts';

/** Follows a book: its new chapters stand on the updates page. A visitor is led to the login, and back here. */
export function FollowButton({
  bookUuid,
  size = 'medium',
  className,
}: {
  bookUuid: string;
  size?: 'medium' | 'large';
  className?: string | undefined;
}) {
  const text = useText();
  const { t } = text;
  const api = useApi();
  const queryClient = useQueryClient();
  const reader = useReader();
  const navigate = useNavigate();
  const { path, search } = useOpenedPage();
  const [isChanging, setChanging] = useState(false);
  const followed = useQuery(followedQuery(api, reader?.uuid));
  const isFollowed = Boolean(reader && followed.data?.includes(bookUuid));

  async function press(): Promise<void> {
    if (!reader) return navigate(withNext(paths.login(), path + search));
    if (isChanging || (!followed.data && !followed.isError)) return;
    setChanging(true);
    const press = { api, queryClient, text, userUuid: reader.uuid, bookUuid, wish: !isFollowed, again };
    await import('./press-follow.ts')
      .then(({ pressFollow }) => pressFollow(press))
      .catch(() => showToast({ text: t('app.partFailed') }));
    setChanging(false);
  }
  const again = () => void press();

  return (
    <button
      type="button"
      aria-pressed={isFollowed}
      className={classes(buttonClass({ size }), styles.follow, className)}
      onClick={again}
    >
      <BellIcon filled={isFollowed} />
      <span className={styles.words}>
        <span className={classes(isFollowed && styles.other)} aria-hidden={isFollowed}>
          {t('library.follow')}
        </span>
        <span className={classes(!isFollowed && styles.other)} aria-hidden={!isFollowed}>
          {t('library.following')}
        </span>
      </span>
    </button>
  );
}
