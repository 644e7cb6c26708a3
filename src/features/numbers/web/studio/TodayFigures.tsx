import type { ReactNode } from 'react';
import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { Link } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { Facts, Loaded, Section } from '../../../studio/web/Page.tsx';
import { isolate, useStudioText } from '../../../studio/web/words.ts';
import type { Home } from '../../studio-contract.ts';

/** What came of the last seven days, as far as the role may see it: money, accounts and readers as they are. */
export function TodayFigures({ hasNumbers }: { hasNumbers: boolean }) {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/home');
  const factsOf = useFacts();
  return (
    <Section
      title={t('today.figures')}
      actions={hasNumbers && <Link to={studioPaths.numbers()}>{t('numbers.title')}</Link>}
    >
      <Loaded asked={asked}>{({ data }) => <Facts facts={factsOf(data.result)} />}</Loaded>
    </Section>
  );
}

function useFacts(): (home: Home) => (readonly [string, ReactNode])[] {
  const { t, number } = useStudioText();
  const { language } = useText();
  return ({ sales, accounts, readers }) => {
    const sums = (field: 'net' | 'gross' | 'refunded') =>
      sales?.by_currency
        .filter((row) => row[field] !== 0)
        .map((row) => isolate(writeMoney(row[field], row.currency, language)))
        .join(' + ') || number(0);
    return [
      ...(sales
        ? ([
            [t('today.net'), sums('net')],
            [t('today.sales'), sums('gross')],
            [t('today.refunded'), sums('refunded')],
            [t('today.buyers'), number(sales.buyers)],
          ] as const)
        : []),
      ...(accounts ? ([[t('today.accounts'), number(accounts.new)]] as const) : []),
      ...(readers
        ? ([
            [
              t('today.readers'),
              t('today.readersText', { today: number(readers.today), previous: number(readers.previous) }),
            ],
          ] as const)
        : []),
    ];
  };
}
