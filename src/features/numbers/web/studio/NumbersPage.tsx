import { useState } from 'react';
import { isLanguage, languageNames } from '../../../../shared/languages.ts';
import { type Source, sources } from '../../../../shared/source.ts';
import { useSearch } from '../../../../web/router.tsx';
import { NamedBook, NamedBooks } from '../../../catalog/web/studio/NamedBook.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { OpenTabs } from '../../../studio/web/OpenTabs.tsx';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { topBy } from '../../studio-contract.ts';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { rangeKeys, useRangeQuery } from './range-query.ts';
import { percentOf } from './ranges.ts';
import { VisitsFigure } from './VisitsFigure.tsx';

/** Visits over time, their origins, and the books that were visited. */
function NumbersPage() {
  const { t } = useStudioText();
  const { group, range } = useRangeQuery();
  const given = { query: { ...range, group } };
  const asked = useStudioQuery('/studio/numbers/visits', given);
  return (
    <Page title={t('numbers.title')} actions={<SaveCsv path="/studio/numbers/visits" given={given} />}>
      <NumbersNav />
      <RangeFilters shown={asked.data?.data} group={group} />
      <Loaded asked={asked}>{({ data }) => <VisitsFigure visits={data} group={group} />}</Loaded>
      <Origins />
      <TopBooks />
    </Page>
  );
}

const origins = ['source', 'language'] as const;

/** Where visits come from, and in which languages. */
function Origins() {
  const { t, number } = useStudioText();
  const { range } = useRangeQuery();
  const filtered = useFiltered();
  const [by, setBy] = useState<(typeof origins)[number]>('source');
  const asked = useStudioQuery('/studio/numbers/visits', { query: { ...range, by } });
  const nameOf = (key: string | null) => {
    if (key !== null && isLanguage(key)) return languageNames[key];
    if (key === 'other') return t('numbers.sources.other_sites');
    return key !== null && isSource(key) && key !== 'other' ? t(`numbers.sources.${key}`) : t('numbers.unknown');
  };
  return (
    <Section title={t('numbers.origins')}>
      <OpenTabs
        label={t('numbers.origins')}
        tabs={origins.map((value) => ({ value, label: t(`numbers.by.${value}`) }))}
        value={by}
        onChange={setBy}
      >
        <Loaded asked={asked}>
          {({ data: { result } }) => {
            const all = result.reduce((sum, { visits }) => sum + visits, 0);
            return (
              <Table
                caption={t('numbers.origins')}
                rows={result.toSorted((a, b) => b.visits - a.visits)}
                rowKey={({ key }) => key ?? ''}
                empty={{ title: t('numbers.nothing') }}
                filtered={filtered}
                columns={[
                  { head: t(`numbers.by.${by}`), cell: ({ key }) => nameOf(key) },
                  { head: t('numbers.visits'), isNumber: true, isWanted: true, cell: ({ visits }) => number(visits) },
                  {
                    head: t('numbers.share'),
                    isNumber: true,
                    isWanted: true,
                    cell: ({ visits }) => t('numbers.percent', { number: percentOf(visits, all) }),
                  },
                  { head: t('numbers.readers'), isNumber: true, cell: ({ readers }) => number(readers) },
                ]}
              />
            );
          }}
        </Loaded>
      </OpenTabs>
    </Section>
  );
}

const isSource = (key: string): key is Source => sources.some((source) => source === key);

/** The books that stand first by what is chosen; each leads to its own numbers. */
function TopBooks() {
  const { t, number, language } = useStudioText();
  const search = useSearch();
  const { range } = useRangeQuery();
  const filtered = useFiltered();
  const asked = search.get('by');
  const by = topBy.find((each) => each === asked) ?? 'visits';
  const top = useStudioQuery('/studio/numbers/top', {
    query: { ...range, by, title_language: language, page_size: 20 },
  });
  return (
    <Section
      title={t('numbers.top')}
      actions={
        <FilterSelect
          name="by"
          label={t('numbers.topBy')}
          value={by}
          options={topBy.map((value) => ({ value, label: t(`numbers.topOf.${value}`) }))}
        />
      }
    >
      <Loaded asked={top}>
        {({ data: { result } }) => (
          <NamedBooks ids={result.map(({ book_uuid: uuid }) => uuid)}>
            <Table
              caption={t('numbers.top')}
              rows={result}
              rowKey={({ book_uuid: uuid }) => uuid}
              to={({ book_uuid: uuid }) => studioPaths.numbersOfBook(uuid)}
              empty={{ title: t('numbers.nothing') }}
              filtered={filtered}
              columns={[
                {
                  head: t('kit.book'),
                  cell: ({ book_uuid: uuid, title }) => <NamedBook id={uuid} name={title ?? t('numbers.lostBook')} />,
                },
                { head: t(`numbers.topOf.${by}`), isNumber: true, isWanted: true, cell: ({ value }) => number(value) },
              ]}
            />
          </NamedBooks>
        )}
      </Loaded>
    </Section>
  );
}

export const numbersPage = studioPage(NumbersPage, [...rangeKeys, 'by']);
