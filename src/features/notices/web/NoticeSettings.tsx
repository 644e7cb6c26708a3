import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../web/query.ts';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Switch } from '../../../web/ui/Switch.tsx';
import { kindsToChoose, mayLeaveInbox, type Places } from '../rules.ts';
import { noticeSettingsQuery } from './inbox-queries.ts';
import styles from './NoticeSettings.module.css';
import { Devices } from './push/Devices.tsx';
import { devicesQuery } from './push/devices-query.ts';
import { obstacleHere } from './push/this-device.ts';

/** What comes to the inbox and to devices, kind by kind, and the devices on which the user is told. */
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
  const devices = useQuery(devicesQuery(api, userUuid));
  const [hasFailed, setFailed] = useState(false);

  async function choose(kind: (typeof kindsToChoose)[number], change: Partial<Places>): Promise<void> {
    if (!data) return;
    setFailed(false);
    const { kinds } = data.result;
    client.setQueryData(query.queryKey, { result: { kinds: { ...kinds, [kind]: { ...kinds[kind], ...change } } } });
    try {
      await api.send('PUT', '/user/notices/settings', { body: { kinds: { [kind]: change } } });
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
  const { kinds } = data.result;
  // Nothing rings where neither this browser nor another device can.
  const hasPush = obstacleHere() === null || (devices.data?.result.length ?? 0) > 0;
  return (
    <>
      <table className={styles.kinds}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('notices.places.inbox')}</th>
            {hasPush && <th scope="col">{t('notices.places.push')}</th>}
          </tr>
        </thead>
        <tbody>
          {kindsToChoose
            .filter((kind) => hasPush || mayLeaveInbox(kind))
            .map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`notices.kinds.${kind}`)}</th>
                <td>
                  {mayLeaveInbox(kind) ? (
                    <Switch
                      hidesLabel
                      label={t('notices.places.inInbox', { kind: t(`notices.kinds.${kind}`) })}
                      isOn={kinds[kind].inbox}
                      onChange={(inbox) => void choose(kind, { inbox })}
                    />
                  ) : (
                    t('notices.places.always')
                  )}
                </td>
                {hasPush && (
                  <td>
                    <Switch
                      hidesLabel
                      label={t('notices.places.onDevices', { kind: t(`notices.kinds.${kind}`) })}
                      isOn={kinds[kind].push}
                      onChange={(push) => void choose(kind, { push })}
                    />
                  </td>
                )}
              </tr>
            ))}
        </tbody>
      </table>
      {hasFailed && <Notice>{t('notices.changeFailed')}</Notice>}
    </>
  );
}
