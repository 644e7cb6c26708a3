import { useEffect, useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useInfiniteQuery } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { LoadWhenSeen } from '../../../web/ui/LoadWhenSeen.tsx';
import { Notice as Problem } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { byDay } from './by-day.ts';
import styles from './Inbox.module.css';
import { inboxQuery } from './inbox-queries.ts';
import { NoticeRow } from './NoticeRow.tsx';
import { NoticeSettings } from './NoticeSettings.tsx';
import { showUnread } from './unread.ts';

/** What a user was told, day by day. */
export function Inbox({ userUuid }: { userUuid: string }) {
  const text = useText();
  const { t, language } = text;
  const api = useApi();
  const list = useInfiniteQuery(inboxQuery({ api, userUuid, language }));
  const [hasFailed, setFailed] = useState(false);
  const [showsSettings, setShowsSettings] = useState(false);
  const { data } = list;
  const unread = data?.pages[0]?.unread;
  useEffect(() => {
    if (unread !== undefined) showUnread(text, unread);
  }, [text, unread]);

  /** Makes a change, and shows the inbox as it then is. */
  async function change(send: () => Promise<unknown>): Promise<void> {
    setFailed(false);
    try {
      await send();
    } catch {
      setFailed(true);
    }
    await list.refetch();
  }

  const retry = { label: t('notices.retry'), busy: list.isFetching };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{t('notices.title')}</h1>
        <p role="status" className={styles.count}>
          {unread !== undefined && (unread > 0 ? t('notices.unreadCount', { count: unread }) : t('notices.allRead'))}
        </p>
        <div className={styles.actions}>
          <Button
            disabled={!unread}
            onClick={() => void change(() => api.send('POST', '/user/inbox/read', { body: { all: true } }))}
          >
            {t('notices.markAll')}
          </Button>
          <Button onClick={() => setShowsSettings(true)}>{t('notices.settings')}</Button>
        </div>
      </header>
      {hasFailed && <Problem>{t('notices.changeFailed')}</Problem>}
      {!data && !list.isError && <Waiting />}
      {!data && list.isError && (
        <Problem action={{ ...retry, act: () => void list.refetch() }}>{t('notices.failed')}</Problem>
      )}
      {data?.pages[0]?.total === 0 && <Nothing />}
      {byDay(data?.pages.flatMap(({ result }) => result) ?? [], { language, now: new Date() }).map((day) => (
        <section key={day.date} aria-labelledby={`day-${day.date}`} className={styles.day}>
          <h2 id={`day-${day.date}`} className={styles.date}>
            {day.kind === 'other' ? day.date : t(`library.${day.kind}`)}
          </h2>
          <ul className={styles.list}>
            {day.notices.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onOpen={() => {
                  if (notice.read_at === null)
                    void change(() => api.send('POST', '/user/inbox/read', { body: { ids: [notice.id] } }));
                }}
                onRemove={() => void change(() => api.send('DELETE', '/user/inbox/:id', { params: { id: notice.id } }))}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && !list.isFetching && !list.isError && (
        <LoadWhenSeen key={data?.pages.length} load={() => void list.fetchNextPage()} />
      )}
      {list.isFetchNextPageError && (
        <Problem action={{ ...retry, act: () => void list.fetchNextPage() }}>{t('notices.failed')}</Problem>
      )}
      <NoticeSettings userUuid={userUuid} isOpen={showsSettings} onClose={() => setShowsSettings(false)} />
    </div>
  );
}

function Nothing() {
  const { t } = useText();
  return (
    <EmptyState
      title={t('notices.empty')}
      action={
        <Link to={paths.home()} className={buttonClass({ variant: 'primary' })}>
          {t('notices.toBooks')}
        </Link>
      }
    >
      {t('notices.emptyText')}
    </EmptyState>
  );
}

function Waiting() {
  const { t } = useText();
  return (
    <div aria-busy="true" className={styles.list}>
      <span className="visually-hidden">{t('notices.loading')}</span>
      <Skeleton className={styles.waiting} />
      <Skeleton className={styles.waiting} />
      <Skeleton className={styles.waiting} />
    </div>
  );
}
