import { showToast } from '../../../web/ui/toasts.ts';
import styles from './ShortId.module.css';
import { useStudioText } from './words.ts';

/** The first 8 signs of an id, by which lists find it; a press copies them. */
export function ShortId({ id }: { id: string }) {
  const { t } = useStudioText();
  const short = id.slice(0, 8);

  async function copy(button: HTMLElement): Promise<void> {
    try {
      await navigator.clipboard.writeText(short);
      showToast({ text: t('kit.copied') });
    } catch {
      getSelection()?.selectAllChildren(button);
      showToast({ text: t('kit.selected') });
    }
  }

  return (
    <button
      type="button"
      className={styles.id}
      title={t('kit.copyId')}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    >
      <bdi dir="ltr">{short}</bdi>
    </button>
  );
}
