import { useText } from '../../../web/i18n.tsx';
import { apiToken } from '../../../web/stored-session.ts';
import { CopyField } from '../../../web/ui/CopyField.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import styles from './TokenDialog.module.css';

/** Shows the token of this session, for copying. */
export function TokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog open={open} title={t('accounts.token')} closeLabel={t('accounts.close')} onClose={onClose}>
      <div className={styles.content}>
        <Notice>{t('accounts.tokenWarning')}</Notice>
        <CopyField
          label={t('accounts.tokenText')}
          value={apiToken()}
          rows={6}
          copyLabel={t('accounts.copy')}
          copiedText={t('accounts.copied')}
          selectedText={t('accounts.selected')}
        />
      </div>
    </Dialog>
  );
}
