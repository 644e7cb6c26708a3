import { useText } from '../../../web/i18n.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import styles from './KeyboardHelp.module.css';

interface KeyboardHelpProps {
  open: boolean;
  isPaged: boolean;
  onClose: () => void;
}

/** The reader's keys, as contract.md section 5 has them. */
export function KeyboardHelp({ open, isPaged, onClose }: KeyboardHelpProps) {
  const { t } = useText();
  const chapterKeys = isPaged ? ['[', ']'] : ['←', '→', '[', ']'];
  const rows: [keys: string[], action: string][] = [
    [chapterKeys, t('reading.key.chapters')],
    isPaged
      ? [['←', '→', 'J', 'K'], t('reading.key.pages')]
      : [['↑', '↓', t('reading.key.space'), t('reading.key.pageKeys')], t('reading.key.scroll')],
    ...(isPaged ? [] : [[['J', 'K'], t('reading.key.images')] satisfies [string[], string]]),
    [['F'], t('reading.fullscreen')],
    [['M'], t('reading.key.bars')],
    [['?'], t('reading.help')],
    [['Esc'], t('reading.close')],
  ];
  return (
    <Dialog open={open} title={t('reading.help')} closeLabel={t('reading.close')} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, action]) => (
          <div key={action} className={styles.row}>
            <dt className={styles.names}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
