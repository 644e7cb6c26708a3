import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { Link } from '../../../../web/router.tsx';
import { useSite } from '../../../../web/site.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { Facts, Loaded, Section } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { FunnelRow, RevenueRow, VisitsRow } from '../../studio-contract.ts';
import { dayNow, type Figures } from './range-query.ts';

/** The numbers of the day that is not over yet, in the studio's zone; those of money for who may see them. */
export function TodayFigures({ hasMoney }: { hasMoney: boolean }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const today = dayNow(useSite().timeZone);
  const days = `from=${today}&to=${today}`;
  const visits = useStudioQuery<Figures<VisitsRow>>(`/numbers/visits?${days}`);
  const funnel = useStudioQuery<Figures<FunnelRow>>(`/numbers/funnel?${days}`);
  const revenue = useStudioQuery<Figures<RevenueRow>>(hasMoney ? `/numbers/revenue?${days}` : null);
  const gross = (revenue.data?.data.result ?? []).map((row) => writeMoney(row.gross, row.currency, language));
  return (
    <Section title={t('today.figures')} actions={<Link to={studioPaths.numbers()}>{t('numbers.title')}</Link>}>
      <Loaded asked={visits}>
        {({ data: { result } }) => {
          const [row] = result;
          const [step] = funnel.data?.data.result ?? [];
          return (
            <Facts
              facts={[
                [t('numbers.visits'), number(row?.visits ?? 0)],
                [t('numbers.readers'), number(row?.readers ?? 0)],
                [t('numbers.steps.lock_seen'), number(step?.lock_seen ?? 0)],
                [t('numbers.registeredNew'), number(step?.registered_new ?? 0)],
                ...(hasMoney
                  ? ([
                      [t('numbers.steps.paid'), number(step?.paid ?? 0)],
                      [t('numbers.gross'), gross.length === 0 ? number(0) : gross.join(' + ')],
                    ] as const)
                  : []),
              ]}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}
