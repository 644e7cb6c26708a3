import { useEffect, useState } from 'react';
import { ApiError } from '../../../../../web/api-client.ts';
import { currentUser } from '../../../../../web/session.ts';
import { useStudioCalls } from '../../../../studio/web/calls.ts';
import { isolate, useStudioText } from '../../../../studio/web/words.ts';

const everyMs = 15_000;

/** The line that says who else has the book open; the server learns at the same time that it is open here. */
export function Presence({ bookId }: { bookId: string }) {
  const { t } = useStudioText();
  const calls = useStudioCalls().quiet;
  const [others, setOthers] = useState<readonly string[]>([]);

  useEffect(() => {
    const given = { params: { uuid: bookId } };
    let isOpen = true;
    const ignore = (error: unknown) => {
      // The page itself reports a lost connection, or that the book is gone.
      if (!(error instanceof ApiError)) throw error;
    };
    const tell = async () => {
      if (document.visibilityState === 'hidden') return;
      const { data } = await calls.send('PUT', '/studio/books/:uuid/presence', given);
      const own = currentUser()?.uuid;
      if (isOpen) setOthers(data.result.filter(({ uuid }) => uuid !== own).map(({ username }) => username));
    };
    const again = () => void tell().catch(ignore);
    again();
    const timer = setInterval(again, everyMs);
    document.addEventListener('visibilitychange', again);
    return () => {
      isOpen = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      void calls.send('DELETE', '/studio/books/:uuid/presence', given).catch(ignore);
    };
  }, [bookId, calls]);

  return (
    <div role="status">
      {others.map((name) => (
        <p key={name}>{t('presence.open', { name: isolate(name) })}</p>
      ))}
    </div>
  );
}
