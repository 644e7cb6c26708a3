import { useCallback, useEffect, useState } from 'react';
import { useApi } from '../../../../web/api.tsx';
import { ApiError } from '../../../../web/api-client.ts';
import { writeDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useQuery, useQueryClient } from '../../../../web/query.ts';
import { useSite } from '../../../../web/site.tsx';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { focusAfterRemoval } from '../../../../web/ui/focus-after-removal.ts';
import { Notice } from '../../../../web/ui/Notice.tsx';
import row from '../../../../web/ui/Row.module.css';
import type { PushDevice } from '../../contract.ts';
import styles from './Devices.module.css';
import { devicesQuery } from './devices-query.ts';
import { lookAtDevice, type Obstacle, startTelling, stopTelling, type ThisDevice } from './this-device.ts';

/** Where a user is told at once: this browser, and the others. */
export function Devices({ userUuid }: { userUuid: string }) {
  const { t, language } = useText();
  const api = useApi();
  const { name: siteName } = useSite();
  const client = useQueryClient();
  const key = useQuery({ queryKey: ['push-key'], queryFn: async () => (await api.get('/site')).push_key });
  const pushKey = key.data;
  const query = devicesQuery(api, userUuid);
  const list = useQuery(query);
  const [here, setHere] = useState<ThisDevice | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);

  const look = useCallback(async () => {
    if (pushKey) setHere(await lookAtDevice(pushKey));
  }, [pushKey]);
  useEffect(() => void look(), [look]);

  const devices = list.data?.result ?? [];
  // The server may have dropped it, or another device removed it.
  const isTold = here?.id != null && devices.some(({ id }) => id === here.id);

  async function change(act: () => Promise<Obstacle | null>): Promise<void> {
    setBusy(true);
    setObstacle(await act().catch((): Obstacle => 'failed'));
    await Promise.all([look(), list.refetch()]);
    setBusy(false);
  }

  async function remove({ id }: Pick<PushDevice, 'id'>): Promise<null> {
    if (id === here?.id) await stopTelling();
    await api.send('DELETE', '/user/push/:id', { params: { id } }).catch((error: unknown) => {
      if (!(error instanceof ApiError && error.status === 404)) throw error; // it is gone already
    });
    client.setQueryData(query.queryKey, { result: devices.filter((device) => device.id !== id) });
    return null;
  }

  if (list.isError || key.isError)
    return (
      <Notice
        action={{
          label: t('notices.retry'),
          act: () => void Promise.all([list.refetch(), key.refetch()]),
          busy: list.isFetching || key.isFetching,
        }}
      >
        {t('notices.devices.failed')}
      </Notice>
    );
  if (!here || !pushKey || !list.data) return null;
  const trouble = here.obstacle ?? obstacle;
  return (
    <>
      <p className={styles.text}>{t('notices.devices.text')}</p>
      {trouble && <Notice>{t(`notices.devices.obstacle.${trouble}`)}</Notice>}
      {!trouble && here.oldKey && <Notice tone="word">{t('notices.devices.oldKey')}</Notice>}
      {here.obstacle === null && (
        <Button
          className={styles.press}
          variant={isTold ? 'plain' : 'primary'}
          disabled={isBusy}
          onClick={() =>
            void change(() =>
              isTold && here.id ? remove({ id: here.id }) : startTelling({ api, language, siteName, pushKey }),
            )
          }
        >
          {t(isTold ? 'notices.devices.stop' : 'notices.devices.start')}
        </Button>
      )}
      {devices.length > 0 && (
        <ul className={styles.list} aria-label={t('notices.devices.title')}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isThis={device.id === here.id}
              onRemove={(button) => void change(() => remove(device)).then(focusAfterRemoval(button))}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function DeviceRow({
  device,
  isThis,
  onRemove,
}: {
  device: PushDevice;
  isThis: boolean;
  onRemove: (button: Element) => void;
}) {
  const { t, language } = useText();
  const name = device.device || t('accounts.unknownDevice');
  return (
    <li className={styles.row}>
      <div className={row.words}>
        <p className={row.name}>
          <bdi>{name}</bdi>
          {isThis && <Badge tone="accent">{t('accounts.thisSession')}</Badge>}
        </p>
        <p className={row.facts}>{t('notices.devices.since', { date: writeDay(device.created_at, language) })}</p>
      </div>
      <Button
        aria-label={t('notices.devices.removeNamed', { device: name })}
        onClick={(event) => onRemove(event.currentTarget)}
      >
        {t('notices.devices.remove')}
      </Button>
    </li>
  );
}
