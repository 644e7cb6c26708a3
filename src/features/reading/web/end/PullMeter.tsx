import { useText } from '../../../../web/i18n.tsx';
import { useNavigate } from '../../../../web/router.tsx';
import styles from './PullMeter.module.css';
import { usePull } from './use-pull.ts';

/** Fills while a finger pulls at the end of the page; full and held, the next chapter opens. The link does so too. */
export function PullMeter({ to }: { to: string }) {
  const { t } = useText();
  const navigate = useNavigate();
  const share = usePull(() => navigate(to));
  const words = share === 0 ? 'reading.pull' : share < 1 ? 'reading.pullOn' : 'reading.pullHold';
  return (
    <div className={styles.pull} aria-hidden="true" data-pull={share}>
      <span>{t(words)}</span>
      <span className={styles.meter}>
        <span className={styles.filled} style={{ inlineSize: `${share * 100}%` }} />
      </span>
    </div>
  );
}
