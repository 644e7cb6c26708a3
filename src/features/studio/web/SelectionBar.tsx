import { Button } from '../../../web/ui/Button.tsx';
import styles from './SelectionBar.module.css';
import type { Selection } from './selection.ts';
import { useStudioText } from './words.ts';

/** Something that can be done with the chosen rows. */
export interface BulkAction {
  key: string;
  label: string;
  act(): void;
}

/** What can be done with the chosen rows; it stands at the end of the window while there are any. */
export function SelectionBar({ selection, actions }: { selection: Selection; actions: readonly BulkAction[] }) {
  const { t } = useStudioText();
  const { chosen, isAll } = selection;
  if (chosen.length === 0) return null;
  return (
    <div role="toolbar" aria-label={t('bulk.actions')} className={styles.bar}>
      <p role="status" className={styles.count}>
        {t('bulk.selected', { count: chosen.length })}
      </p>
      <select
        className={styles.menu}
        aria-label={t('bulk.actions')}
        value=""
        onChange={(event) => actions.find(({ key }) => key === event.target.value)?.act()}
      >
        <option value="">{t('bulk.actions')}</option>
        {actions.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
      <div className={styles.actions}>
        {actions.map(({ key, label, act }) => (
          <Button key={key} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
      <div className={styles.all}>
        {!isAll && (
          <Button variant="quiet" onClick={() => selection.chooseAll(true)}>
            {t('bulk.selectAll')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => selection.chooseAll(false)}>
          {t('bulk.clear')}
        </Button>
      </div>
    </div>
  );
}
