import { useEffect, useId, useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { byDay } from '../../../web/by-day.ts';
import { useText } from '../../../web/i18n.tsx';
import { useInfiniteQuery } from '../../../web/infinite-query.ts';
import { Link } from '../../../web/router.tsx';
import { Button, buttonClass } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { focusAfterRemoval } from '../../../web/ui/focus-after-removal.ts';
import { Notice as Problem } from '../../../web/ui/Notice.tsx';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import { NextPages } from '../../library/web/NextPages.tsx';
import type { Notice } from '../contract.ts';
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
  const id = useId();
  const [hasFailed, setFailed] = useState(false);
  const [removed, setRemoved] = useState<readonly string[]>([]);
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

  /** Takes a notice off the screen at once, and puts it back where that fails. */
  function remove({ id }: Notice, button: Element): void {
    const focusNext = focusAfterRemoval(button);
    setRemoved((before) => [...before, id]);
    focusNext();
    void change(async () => {
      try {
        await api.send('DELETE', '/user/inbox/:id', { params: { id } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return; // it is gone already
        setRemoved((before) => before.filter((each) => each !== id));
        throw error;
      }
    });
  }

  const notices = data?.pages.flatMap(({ result }) => result).filter((each) => !removed.includes(each.id)) ?? [];
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
      {data && notices.length === 0 && !list.hasNextPage && <Nothing />}
      {byDay(notices, { language, now: new Date(), momentOf: (notice) => notice.created_at }).map((day, index) => (
        <section key={day.date} aria-labelledby={`${id}-${index}`} className={styles.day}>
          <h2 id={`${id}-${index}`} className={styles.date}>
            {day.kind === 'other' ? day.date : t(`library.${day.kind}`)}
          </h2>
          <ul className={styles.list}>
            {day.items.map((notice) => (
              <NoticeRow
                key={notice.id}
                notice={notice}
                onOpen={() => {
                  if (notice.read_at === null)
                    void change(() => api.send('POST', '/user/inbox/read', { body: { ids: [notice.id] } }));
                }}
                onRemove={(button) => remove(notice, button)}
              />
            ))}
          </ul>
        </section>
      ))}
      <NextPages list={list} retry={t('notices.retry')} failed={t('notices.failed')} />
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
