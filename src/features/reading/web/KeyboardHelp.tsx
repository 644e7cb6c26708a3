import { useText } from '../../../web/i18n.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import styles from './KeyboardHelp.module.css';

interface KeyboardHelpProps {
  open: boolean;
  isPaged: boolean;
  isNovel: boolean;
  onClose: () => void;
}

type Row = [keys: string[], action: string];

/** The reader's keys, as contract.md section 5 has them. */
export function KeyboardHelp({ open, isPaged, isNovel, onClose }: KeyboardHelpProps) {
  const { t } = useText();
  const rows: Row[] = [
    [isPaged ? ['[', ']', ',', '.'] : ['←', '→', '[', ']', ',', '.'], t('reading.key.chapters')],
    isPaged
      ? [['←', '→', 'J', 'K', t('reading.key.space')], t('reading.key.pages')]
      : [['↑', '↓', t('reading.key.space'), t('reading.key.pageKeys')], t('reading.key.scroll')],
    ...(isPaged || isNovel ? [] : [[['J', 'K'], t('reading.key.images')] satisfies Row]),
    ...(isNovel
      ? ([
          [['S'], t('reading.novel.search')],
          [['R'], t('reading.novel.aloud')],
        ] satisfies Row[])
      : []),
    ...(isNovel ? [] : [[['G'], t('reading.key.goToPage')] satisfies Row]),
    ...(isPaged ? [] : [[['A'], t('reading.autoScroll')] satisfies Row]),
    [['C'], t('reading.key.list')],
    [['L'], t('reading.key.like')],
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
