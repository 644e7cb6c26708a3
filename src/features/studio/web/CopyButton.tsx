import { CopyIcon } from '../../../web/ui/field-icons.tsx';
import styles from './CopyButton.module.css';
import { useCopy } from './use-copy.ts';

/** Copies words that stand before it. */
export function CopyButton({ words, label }: { words: string; label: string }) {
  const copy = useCopy();
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => void copy(words, currentTarget.parentElement ?? currentTarget)}
    >
      <CopyIcon />
    </button>
  );
}
