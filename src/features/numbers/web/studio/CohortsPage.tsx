import { languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useSearch } from '../../../../web/router.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters, SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { usePlanName, usePlanNames } from '../../../studio/web/plan-names.ts';
import { type Column, Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { CohortRow } from '../../studio-contract.ts';
import styles from './CohortsPage.module.css';
import { NumbersNav } from './NumbersNav.tsx';

/** How many of those who paid first in a month paid again in each month after it. */
function CohortsPage() {
  const { t } = useStudioText();
  const plan = useSearch().get('plan') ?? '';
  const filtered = useFiltered();
  const plans = usePlanNames() ?? [];
  const given = { query: { page_size: 5000, ...(plan !== '' && { plan }) } };
  const asked = useStudioQuery('/studio/numbers/cohorts', given);
  return (
    <Page
      title={t('numbers.cohorts')}
      lead={t('numbers.cohortsText')}
      actions={<SaveCsv path="/studio/numbers/cohorts" given={given} />}
    >
      <NumbersNav />
      <Filters>
        <FilterSelect
          name="plan"
          label={t('numbers.by.plan')}
          value={plan}
          options={[
            { value: '', label: t('kit.all') },
            ...plans.map(({ plan: value, name }) => ({ value, label: name })),
          ]}
        />
      </Filters>
      <Loaded asked={asked}>{({ data: { result } }) => <Rows rows={result} filtered={filtered} />}</Loaded>
    </Page>
  );
}

const months = Array.from({ length: 12 }, (_, at) => at + 1);

function Rows({ rows, filtered }: { rows: readonly CohortRow[]; filtered: ReturnType<typeof useFiltered> }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const nameOfPlan = usePlanName();
  const format = new Intl.DateTimeFormat(languageTags[language], {
    ...({ month: 'short', year: 'numeric', calendar: 'gregory', timeZone: 'UTC' } as const),
  });
  const ofMonth = (month: number): Column<CohortRow> => ({
    head: number(month),
    isNumber: true,
    isWanted: month <= 3,
    cell({ months: later }) {
      const { share = null, count = null } = later[month - 1] ?? {};
      if (share === null || count === null) return '';
      return (
        <span className={styles.share} title={t('numbers.paidAgain', { count, paid: number(count) })}>
          {t('numbers.percent', { number: Math.round(share * 100) })}
        </span>
      );
    },
  });
  return (
    <div className={styles.wide}>
      <Table
        caption={t('numbers.cohortsText')}
        rows={rows}
        rowKey={({ month, plan }) => `${month} ${plan}`}
        empty={{ title: t('numbers.nothing') }}
        filtered={filtered}
        columns={[
          { head: t('numbers.firstMonth'), cell: ({ month }) => format.format(new Date(`${month}-01T00:00:00Z`)) },
          {
            head: t('numbers.by.plan'),
            isWanted: true,
            cell: ({ plan }) => <bdi>{plan === null ? t('numbers.unknown') : nameOfPlan(plan)}</bdi>,
          },
          { head: t('numbers.members'), isNumber: true, isWanted: true, cell: ({ members }) => number(members) },
          ...months.map(ofMonth),
        ]}
      />
    </div>
  );
}

export const cohortsPage = studioPage(CohortsPage, ['plan']);
