import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { ApiError } from '../../../web/api-client.ts';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { focusAfterRemoval } from '../../../web/ui/focus-after-removal.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import row from '../../../web/ui/Row.module.css';
import { Skeleton } from '../../../web/ui/Skeleton.tsx';
import type { Session, SessionsAnswer } from '../contract.ts';
import { sessionsQuery } from './account-queries.ts';
import styles from './SessionList.module.css';
import { useWhen } from './use-when.ts';

/** A longer list shows so many first. */
const fewSessions = 5;

/** The user's logins; the user can end any of them here except the current one. */
export function SessionList({ userUuid }: { userUuid: string | undefined }) {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const query = sessionsQuery(api, userUuid);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const [hasFailed, setFailed] = useState(false);
  const [showsAll, setShowsAll] = useState(false);

  function put(change: (sessions: Session[]) => Session[]): void {
    const known = client.getQueryData<SessionsAnswer>(query.queryKey) ?? { result: [], role: null };
    client.setQueryData<SessionsAnswer>(query.queryKey, { ...known, result: change(known.result) });
  }

  async function end(session: Session, button: Element): Promise<void> {
    const focusNext = focusAfterRemoval(button);
    setFailed(false);
    put((sessions) => sessions.filter(({ id }) => id !== session.id));
    focusNext();
    try {
      await api.send('DELETE', '/user/sessions/:id', { params: { id: session.id } });
    } catch (error) {
      // A session that is not there any more has ended already.
      if (error instanceof ApiError && error.status === 404) return;
      put((sessions) => [...sessions, session]);
      setFailed(true);
    }
  }

  const sessions = inOrder(data?.result ?? []);
  const shown = showsAll ? sessions : sessions.slice(0, fewSessions);
  return (
    <>
      {isError && (
        <Notice action={{ label: t('app.retry'), act: refetch, busy: isFetching }}>
          {t('accounts.sessionsFailed')}
        </Notice>
      )}
      {hasFailed && <Notice>{t('accounts.endFailed')}</Notice>}
      {!data && !isError && <WaitingRow />}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={t('accounts.sessions')}>
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={(button) => end(session, button)} />
          ))}
        </ul>
      )}
      {sessions.length > shown.length && (
        <Button className={styles.all} onClick={() => setShowsAll(true)}>
          {t('accounts.allSessions', { count: sessions.length })}
        </Button>
      )}
    </>
  );
}

/** The current session first, then the last used ones. */
function inOrder(sessions: readonly Session[]): Session[] {
  return [...sessions].sort(
    (a, b) => Number(b.current) - Number(a.current) || Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at),
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: (button: Element) => void }) {
  const { t, language } = useText();
  const whenOf = useWhen();
  const device = session.device || t('accounts.unknownDevice');
  const when = session.current ? t('accounts.justNow') : whenOf(session.last_seen_at);
  return (
    <li className={styles.row}>
      <div className={row.words}>
        <p className={row.name}>
          <bdi>{device}</bdi>
          {session.current && <Badge tone="accent">{t('accounts.thisSession')}</Badge>}
        </p>
        <p className={row.facts}>
          <span>{t('accounts.lastSeen', { when })}</span>
          <span>{t('accounts.loggedIn', { date: writeDateTime(session.created_at, language) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button aria-label={t('accounts.endSessionOn', { device })} onClick={(event) => onEnd(event.currentTarget)}>
          {t('accounts.endSession')}
        </Button>
      )}
    </li>
  );
}

function WaitingRow() {
  return (
    <div className={styles.row}>
      <div className={row.words}>
        <Skeleton className={styles.waitingDevice} />
        <Skeleton className={styles.waitingTimes} />
      </div>
    </div>
  );
}
