import type { Seller } from '../../../shared/site-settings.ts';
import { useText } from '../../../web/i18n.tsx';
import { icpRegister } from '../../../web/site.tsx';
import styles from './SellerFacts.module.css';

const facts = [
  ...(['name', 'form', 'address', 'phone', 'email', 'registration', 'tax_id', 'director', 'host'] as const),
  ...(['icp', 'police', 'licence'] as const),
];

/** Who sells here: what is empty is not there. */
export function SellerFacts({ seller }: { seller: Seller }) {
  const { t } = useText();
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => {
        const value = seller[fact];
        if (value === null) return null;
        return (
          <div key={fact} className={styles.fact}>
            <dt>{t(`documents.seller.${fact}`)}</dt>
            <dd>
              <Value fact={fact} value={value} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Value({ fact, value }: { fact: (typeof facts)[number]; value: string }) {
  if (fact === 'icp')
    return (
      <a href={icpRegister} rel="noopener">
        <bdi>{value}</bdi>
      </a>
    );
  if (fact === 'email')
    return (
      <a href={`mailto:${value}`}>
        <bdi>{value}</bdi>
      </a>
    );
  return <bdi>{value}</bdi>;
}
