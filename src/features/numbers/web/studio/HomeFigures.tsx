import type { ReactNode } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { Link } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Section } from '../../../studio/web/Page.tsx';
import { isolate, useStudioText } from '../../../studio/web/words.ts';
import type { Home } from '../../studio-contract.ts';
import styles from './Home.module.css';

type Sales = NonNullable<Home['sales']>;

/** What came of the last seven days, as far as the role may see it: money, members, accounts and readers. */
export function HomeFigures({ home }: { home: Home }) {
  const { t, number } = useStudioText();
  const { sales, members, accounts, readers } = home;
  if (!sales && !accounts && !readers) return null;
  return (
    <Section
      title={t('today.figures')}
      actions={readers && <Link to={studioPaths.numbers()}>{t('numbers.title')}</Link>}
    >
      <dl className={styles.figures}>
        {sales && <Revenue sales={sales} />}
        {sales && (
          <Figure
            name={t('today.buyers')}
            value={number(sales.buyers)}
            beside={t('today.weekBefore', { value: number(sales.previous.buyers) })}
          />
        )}
        {members && (
          <Figure
            name={t('today.newMembers')}
            value={number(members.new)}
            beside={t('today.members', { now: number(members.now), leaving: number(members.leaving) })}
          />
        )}
        {accounts && <Figure name={t('today.accounts')} value={number(accounts.new)} />}
        {readers && (
          <Figure
            name={t('today.readers')}
            value={number(readers.today)}
            beside={t('today.yesterday', { value: number(readers.previous) })}
          >
            <Sparkline values={readers.days} />
          </Figure>
        )}
      </dl>
    </Section>
  );
}

function Revenue({ sales }: { sales: Sales }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const { currency, by_currency: sums, refunded, previous } = sales;
  const money = (amount: number, of: string | null) =>
    of === null ? number(amount) : isolate(writeMoney(amount, of, language));
  const net = sums.map((row) => money(row.net, row.currency)).join(' + ') || number(0);
  const beside = [
    ...(refunded > 0 ? [t('today.refundedOf', { value: money(refunded, currency) })] : []),
    t('today.weekBefore', { value: money(previous.net, currency) }),
  ];
  return <Figure name={t('today.net')} value={net} beside={beside.join(' · ')} />;
}

function Figure({
  name,
  value,
  beside,
  children,
}: {
  name: string;
  value: string;
  beside?: string;
  children?: ReactNode;
}) {
  return (
    <div className={styles.figure}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {beside && <dd className={styles.beside}>{beside}</dd>}
      {children && <dd>{children}</dd>}
    </div>
  );
}

const box = { width: 100, height: 24 };

/** The course of some days: its figures stand in Analytics, so whoever does not see it misses none. */
function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, at) => `${(at / Math.max(1, values.length - 1)) * box.width},${box.height * (1 - value / most)}`,
  );
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${box.width} ${box.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
