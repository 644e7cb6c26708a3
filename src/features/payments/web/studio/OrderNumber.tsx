import { CopyButton } from '../../../studio/web/CopyButton.tsx';
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
  return <CopyButton words={number} label={t('sales.copyNumber')} />;
}

/** A provider's name of an order, which may be long. */
export function OrderReference({ reference }: { reference: string }) {
  return (
    <bdi dir="ltr" className={styles.reference}>
      {reference}
    </bdi>
  );
}
