import styles from './ShortId.module.css';
import { useCopy } from './use-copy.ts';
import { useStudioText } from './words.ts';

/** The first 8 signs of an id, by which lists find it; a press copies them. `title` says what is copied. */
export function ShortId({ id, title }: { id: string; title?: string }) {
  const { t } = useStudioText();
  const copy = useCopy();
  const short = id.slice(0, 8);
  return (
    <button
      type="button"
      className={styles.id}
      title={title ?? t('kit.copyId')}
      onClick={({ currentTarget }) => void copy(short, currentTarget)}
    >
      <bdi dir="ltr">{short}</bdi>
    </button>
  );
}
