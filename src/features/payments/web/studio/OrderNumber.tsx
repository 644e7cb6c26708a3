import styles from './OrderNumber.module.css';

/** The number of an order, in one piece. */
export function OrderNumber({ number }: { number: string }) {
  return (
    <bdi dir="ltr" className={styles.number}>
      {number}
    </bdi>
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
