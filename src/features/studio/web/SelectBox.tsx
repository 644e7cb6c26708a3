import { useEffect, useRef } from 'react';
import styles from './SelectionBar.module.css';
import type { Selection } from './selection.ts';
import { useStudioText } from './words.ts';

/** The box that chooses a row; with Shift it chooses all up to the last one. */
export function SelectBox({ selection, id, name }: { selection: Selection; id: string; name: string }) {
  const { t } = useStudioText();
  const isShifted = useRef(false);
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={t('bulk.select', { title: name })}
        checked={selection.has(id)}
        onClick={(event) => {
          isShifted.current = event.shiftKey;
        }}
        onChange={({ target }) => selection.choose(id, { isChosen: target.checked, extends: isShifted.current })}
      />
    </label>
  );
}

/** The box above the rows, which chooses them all. */
export function SelectAllBox({ selection }: { selection: Selection }) {
  const { t } = useStudioText();
  const box = useRef<HTMLInputElement>(null);
  const isSome = selection.chosen.length > 0 && !selection.isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={t('bulk.selectAll')}
        checked={selection.isAll}
        onChange={({ target }) => selection.chooseAll(target.checked)}
      />
    </label>
  );
}
