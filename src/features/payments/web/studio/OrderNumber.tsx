import { CopyIcon } from '../../../../web/ui/field-icons.tsx';
import { useCopy } from '../../../studio/web/use-copy.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './OrderNumber.module.css';

/** The number of an order, in one piece. */
export function OrderNumber({ number }: { number: string }) {
  return (
    <bdi dir="ltr" className={styles.number}>
      {number}
    </bdi>
  );
}

/** Copies the number of an order, which stands before it. */
export function CopyNumber({ number }: { number: string }) {
  const { t } = useStudioText();
  const copy = useCopy();
  const label = t('sales.copyNumber');
  return (
    <button
      type="button"
      className={styles.copy}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => void copy(number, currentTarget.parentElement ?? currentTarget)}
    >
      <CopyIcon />
    </button>
  );
}

/** A provider's name of an order, which may be long. */
export function OrderReference({ reference }: { reference: string }) {
  return (
    <bdi dir="ltr" className={styles.reference}>
      {reference}
    </bdi>
  );
}
