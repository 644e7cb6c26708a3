import { useText } from '../../../web/i18n.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import type { WechatWay } from '../contract.ts';
import styles from './OtherWays.module.css';

/** The ways beside the one in use; what the browser says of itself only decides which stands first. */
export function OtherWays({
  ways,
  current,
  onChoose,
}: {
  ways: readonly WechatWay[];
  current: WechatWay;
  onChoose: (way: WechatWay) => void;
}) {
  const { t } = useText();
  const others = ways.filter((way) => way !== current);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="other-ways" className={styles.others}>
      <h4 id="other-ways" className={styles.title}>
        {t('payments.anotherWay')}
      </h4>
      <div className={styles.ways}>
        {others.map((way) => (
          <Button key={way} onClick={() => onChoose(way)}>
            {t(`payments.way.${way}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
