import { useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import styles from './SelectionBar.module.css';
import type { Selection } from './selection.ts';
import { useStudioText } from './words.ts';

/** Something that can be done with the chosen rows. */
export interface BulkAction {
  key: string;
  label: string;
  act(): void;
}

interface Given {
  selection: Selection;
  actions: readonly BulkAction[];
}

/** What can be done with the chosen rows; it stands at the end of the window while there are any. */
export function SelectionBar(given: Given) {
  // The next selection has a bar of its own, whose actions are folded on a phone.
  return given.selection.chosen.length > 0 && <Bar {...given} />;
}

function Bar({ selection, actions }: Given) {
  const { t } = useStudioText();
  const { chosen, isAll } = selection;
  const [isOpen, setOpen] = useState(false);
  return (
    <div role="toolbar" aria-label={t('bulk.actions')} className={styles.bar}>
      <p role="status" className={styles.count}>
        {t('bulk.selected', { count: chosen.length })}
      </p>
      <Button className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('bulk.actions')}
      </Button>
      <div className={classes(styles.actions, isOpen && styles.open)}>
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
