import { useEffect, useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { writeDateTime } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { keepOwnFile } from '../../../web/keep-file.ts';
import { problemOf } from '../../../web/problem.ts';
import { useQuery } from '../../../web/query.ts';
import type { CurrentUser } from '../../../web/session.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { PasswordAsk } from '../../accounts/web/PasswordAsk.tsx';
import { exportQuery } from './leaving-queries.ts';
import styles from './OwnExport.module.css';

/** How often to look whether an export is ready. */
const lookEveryMs = 5000;

/** All that the site keeps of the user, as a file to take along. */
export function OwnExport({ user }: { user: CurrentUser | null }) {
  const text = useText();
  const { t, language } = text;
  const api = useApi();
  const { data, refetch } = useQuery(exportQuery(api, user?.uuid));
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const state = data?.result.state;
  const isMaking = state === 'making';

  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => void refetch(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isMaking, refetch]);

  async function want(password: string): Promise<void> {
    await api.send('POST', '/user/export', { body: { password, language } });
    await refetch();
  }

  async function take(): Promise<void> {
    try {
      await keepOwnFile('/user/export/file');
      setProblem(null);
    } catch (error) {
      setProblem(problemOf(error, { text, fallback: 'leaving.exportFailed' }).text);
      void refetch();
    }
  }

  const close = () => setAsking(false);
  const until = data?.result.expires_at;
  return (
    <>
      <p role="status" className={styles.state}>
        {isMaking && t('leaving.making')}
        {state === 'ready' && until && t('leaving.ready', { date: writeDateTime(until, language) })}
        {state === 'expired' && t('leaving.expired')}
      </p>
      {problem && <Notice>{problem}</Notice>}
      {state === 'ready' ? (
        <Button className={styles.act} onClick={() => void take()}>
          {t('leaving.take')}
        </Button>
      ) : (
        <Button className={styles.act} disabled={isMaking} onClick={() => setAsking(true)}>
          {t('leaving.export')}
        </Button>
      )}
      <Dialog open={isAsking} title={t('leaving.export')} closeLabel={t('accounts.close')} onClose={close}>
        <PasswordAsk
          username={user?.username ?? ''}
          submitLabel={t('leaving.export')}
          fallback="leaving.exportFailed"
          send={want}
          onClose={close}
        >
          <p>{t('leaving.exportAsk')}</p>
        </PasswordAsk>
      </Dialog>
    </>
  );
}
