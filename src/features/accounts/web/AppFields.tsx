import { useState } from 'react';
import { useText } from '../../../web/i18n.tsx';
import { CopyField } from '../../../web/ui/CopyField.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import type { AppAddresses } from '../contract.ts';
import styles from './AppFields.module.css';

const apps = ['opds', 'komga', 'koreader'] as const;

/** What to type where in other people's apps, with a key that is shown this once. */
export function AppFields({
  addresses,
  username,
  token,
}: {
  addresses: Extract<AppAddresses, { kind: 'reading' }>;
  username: string;
  token: string;
}) {
  const { t } = useText();
  const [app, setApp] = useState<(typeof apps)[number]>('opds');
  return (
    // One child of the dialog, whose gap would part the tabs from their panel.
    <div>
      <Tabs
        label={t('tokens.whereTo')}
        tabs={apps.map((value) => ({ value, label: t(`tokens.apps.${value}`) }))}
        value={app}
        onChange={setApp}
      >
        <div className={styles.fields}>
          <p>{t(`tokens.appsText.${app}`)}</p>
          <Copied label={t('tokens.address')} value={addresses[app]} rows={2} />
          <Copied label={t('tokens.userName')} value={username} />
          <Copied label={t('tokens.asPassword')} value={token} rows={2} />
          {app === 'opds' && (
            <img className={styles.code} src={addresses.opds_qr} alt={t('tokens.qrCode')} width={232} height={232} />
          )}
        </div>
      </Tabs>
    </div>
  );
}

/** The same for a program that publishes. */
export function ProgramFields({ address, token }: { address: string; token: string }) {
  const { t } = useText();
  return (
    <div className={styles.fields}>
      <p>{t('tokens.appsText.programs')}</p>
      <Copied label={t('tokens.address')} value={address} rows={2} />
      <Copied label={t('tokens.token')} value={token} rows={2} />
    </div>
  );
}

export function Copied({ label, value, rows }: { label: string; value: string; rows?: number }) {
  const { t } = useText();
  const words = {
    copyLabel: t('accounts.copy'),
    copiedText: t('accounts.copied'),
    selectedText: t('accounts.selected'),
  };
  return <CopyField {...{ label, value, ...words }} {...(rows && { rows })} />;
}
