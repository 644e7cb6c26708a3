import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Switch } from '../../../web/ui/Switch.tsx';
import { kindsToChoose } from '../rules.ts';
import { noticeSettingsQuery } from './inbox-queries.ts';
import styles from './NoticeSettings.module.css';
import { Devices } from './push/Devices.tsx';

/** What comes to the inbox, kind by kind, and the devices on which its user is told at once. */
export function NoticeSettings({
  userUuid,
  isOpen,
  onClose,
}: {
  userUuid: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useText();
  return (
    <Dialog open={isOpen} title={t('notices.settings')} closeLabel={t('notices.close')} onClose={onClose}>
      <p>{t('notices.settingsText')}</p>
      <Switches userUuid={userUuid} />
      <h3 className={styles.title}>{t('notices.devicesTitle')}</h3>
      <Devices userUuid={userUuid} />
    </Dialog>
  );
}

function Switches({ userUuid }: { userUuid: string }) {
  const { t } = useText();
  const api = useApi();
  const client = useQueryClient();
  const query = noticeSettingsQuery(api, userUuid);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const [hasFailed, setFailed] = useState(false);

  async function choose(kind: (typeof kindsToChoose)[number], inbox: boolean): Promise<void> {
    if (!data) return;
    setFailed(false);
    const { kinds } = data.result;
    client.setQueryData(query.queryKey, { result: { kinds: { ...kinds, [kind]: { ...kinds[kind], inbox } } } });
    try {
      await api.send('PUT', '/user/notices/settings', { body: { kinds: { [kind]: { inbox } } } });
    } catch {
      client.setQueryData(query.queryKey, data);
      setFailed(true);
    }
  }

  if (!data)
    return (
      isError && (
        <Notice action={{ label: t('notices.retry'), act: () => void refetch(), busy: isFetching }}>
          {t('notices.changeFailed')}
        </Notice>
      )
    );
  return (
    <>
      {kindsToChoose.map((kind) => (
        <Switch
          key={kind}
          label={t(`notices.kinds.${kind}`)}
          isOn={data.result.kinds[kind].inbox}
          onChange={(isOn) => void choose(kind, isOn)}
        />
      ))}
      {hasFailed && <Notice>{t('notices.changeFailed')}</Notice>}
    </>
  );
}
