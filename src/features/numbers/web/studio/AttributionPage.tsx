import { useText } from '../../../../web/i18n.tsx';
import { writeMoney } from '../../../../web/money.ts';
import { useSearch } from '../../../../web/router.tsx';
import { NamedBook, NamedBooks } from '../../../catalog/web/studio/NamedBook.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { type AttributedBy, attributedBy } from '../../rules.ts';
import type { AttributionRow } from '../../studio-contract.ts';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { rangeKeys, useRangeQuery } from './range-query.ts';

/** Sign-ups, first payments and revenue by where somebody came from. */
function AttributionPage() {
  const { t } = useStudioText();
  const search = useSearch();
  const filtered = useFiltered();
  const { from, to, page_size } = useRangeQuery().range;
  const by = attributedBy.find((each) => each === search.get('by')) ?? 'source';
  const touch = search.get('touch') === 'first' ? ('first' as const) : ('last' as const);
  const given = { query: { from, to, page_size, by, touch } };
  const asked = useStudioQuery('/studio/numbers/attribution', given);
  return (
    <Page
      title={t('numbers.attribution')}
      lead={t('numbers.attributionText')}
      actions={<SaveCsv path="/studio/numbers/attribution" given={given} />}
    >
      <NumbersNav />
      <RangeFilters shown={asked.data?.data} withLanguage={false}>
        <FilterSelect
          name="by"
          label={t('numbers.attributedBy')}
          value={by}
          options={attributedBy.map((value) => ({ value, label: t(`numbers.attributed.${value}`) }))}
        />
        <FilterSelect
          name="touch"
          label={t('numbers.touch')}
          value={touch}
          options={(['first', 'last'] as const).map((value) => ({ value, label: t(`numbers.touches.${value}`) }))}
        />
      </RangeFilters>
      <Loaded asked={asked}>
        {({ data: { result } }) => (
          <NamedBooks ids={by === 'book' ? result.map(({ key }) => key) : []}>
            <Rows rows={result} by={by} filtered={filtered} />
          </NamedBooks>
        )}
      </Loaded>
    </Page>
  );
}

const knownSources = ['direct', 'search', 'social'] as const;

function Rows({
  rows,
  by,
  filtered,
}: {
  rows: readonly AttributionRow[];
  by: AttributedBy;
  filtered: ReturnType<typeof useFiltered>;
}) {
  const { t, number } = useStudioText();
  const { language } = useText();
  const nameOf = (key: string) => {
    const known = knownSources.find((each) => each === key);
    if (by === 'source' && known) return t(`numbers.sources.${known}`);
    return by === 'source' && key === 'other' ? t('numbers.sources.other_sites') : key;
  };
  return (
    <Table
      caption={t('numbers.attribution')}
      rows={rows}
      rowKey={({ key }) => String(key)}
      empty={{ title: t('numbers.nothing') }}
      filtered={filtered}
      columns={[
        {
          head: t(`numbers.attributed.${by}`),
          cell({ key }) {
            if (key === null) return t('numbers.unknown');
            return by === 'book' ? <NamedBook id={key} name={t('numbers.lostBook')} /> : <bdi>{nameOf(key)}</bdi>;
          },
        },
        { head: t('numbers.signUps'), isNumber: true, isWanted: true, cell: (row) => number(row.sign_ups) },
        { head: t('numbers.firstPayments'), isNumber: true, cell: (row) => number(row.first_payments) },
        {
          head: t('numbers.gross'),
          isNumber: true,
          isWanted: true,
          cell: ({ revenue }) =>
            revenue.map(({ currency, amount }) => writeMoney(amount, currency, language)).join(' · ') || '–',
        },
      ]}
    />
  );
}

export const attributionPage = studioPage(AttributionPage, [...rangeKeys, 'by', 'touch']);
