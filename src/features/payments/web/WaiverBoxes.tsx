import { useText } from '../../../web/i18n.tsx';
import styles from './WaiverBoxes.module.css';

/** The two boxes by which a buyer gives up the withdrawal; neither is ever ticked before. */
export interface Waiver {
  begin: boolean;
  loss: boolean;
}

export const noWaiver: Waiver = { begin: false, loss: false };

export function WaiverBoxes({
  days,
  waiver,
  onChange,
}: {
  /** How long one may withdraw without them. */
  days: number;
  waiver: Waiver;
  onChange: (waiver: Waiver) => void;
}) {
  const { t } = useText();
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.text}>{t('withdrawal.offer', { count: days })}</legend>
      {(['begin', 'loss'] as const).map((name) => (
        <label key={name} className={styles.box}>
          <input
            type="checkbox"
            checked={waiver[name]}
            onChange={({ target }) => onChange({ ...waiver, [name]: target.checked })}
          />
          <span>{t(`withdrawal.${name}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
