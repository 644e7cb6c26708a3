import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { writeDay } from '../../../web/date-time.ts';
import { useText } from '../../../web/i18n.tsx';
import { useQuery } from '../../../web/query.ts';
import { type CurrentUser, keep, subscribeToKept } from '../../../web/session.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { PasswordAsk } from '../../accounts/web/PasswordAsk.tsx';
import { deletionQuery } from './leaving-queries.ts';
import styles from './OwnExport.module.css';

/** The end of an account, in 14 days, and the way back until then. */
export function OwnDeletion({ user }: { user: CurrentUser | null }) {
  const { t, language } = useText();
  const api = useApi();
  const { data, isError, isFetching, refetch } = useQuery(deletionQuery(api, user?.uuid));
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const close = () => setAsking(false);
  const day = data?.result?.deletes_at;
  // The notice on every page changes it too.
  const renew = useEffectEvent(() => void refetch());
  useEffect(() => subscribeToKept('DELETES_AT', renew), []);

  async function want(password: string): Promise<void> {
    const { result } = await api.send('POST', '/user/deletion', { body: { password } });
    // Every page says so from now on, and this card.
    keep('DELETES_AT', result.deletes_at);
  }

  async function stay(): Promise<void> {
    setFailed(false);
    try {
      await api.send('DELETE', '/user/deletion');
      keep('DELETES_AT', null);
    } catch {
      setFailed(true);
    }
  }

  return (
    <>
      {isError && (
        <Notice action={{ label: t('app.retry'), act: () => void refetch(), busy: isFetching }}>
          {t('app.partFailed')}
        </Notice>
      )}
      {hasFailed && <Notice>{t('leaving.deletionFailed')}</Notice>}
      {day ? (
        <Notice action={{ label: t('leaving.keep'), act: () => void stay() }}>
          {t('leaving.deletesOn', { date: writeDay(day, language) })}
        </Notice>
      ) : (
        <Button className={styles.act} disabled={!data} onClick={() => setAsking(true)}>
          {t('leaving.delete')}
        </Button>
      )}
      <Dialog open={isAsking} title={t('leaving.deletionTitle')} closeLabel={t('accounts.close')} onClose={close}>
        <PasswordAsk
          username={user?.username ?? ''}
          submitLabel={t('leaving.delete')}
          fallback="leaving.deletionFailed"
          send={want}
          onClose={close}
        >
          <p>{t('leaving.deletionAsk')}</p>
        </PasswordAsk>
      </Dialog>
    </>
  );
}
