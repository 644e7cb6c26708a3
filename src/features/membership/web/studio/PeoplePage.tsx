import { useSearch } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters, FindField, SaveCsv, useFiltered } from '../../../studio/web/Filters.tsx';
import { ExactMoment, Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, State, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { MemberState } from './MemberState.tsx';

const filters = ['member', 'expired', 'never', 'banned', 'staff'] as const;

/** Everybody with an account, found by name, the signs of an id, or an order. */
function PeoplePage() {
  const { t } = useStudioText();
  const search = useSearch();
  const filtered = useFiltered();
  const asked = useStudioQuery('/studio/users', { search });
  return (
    <Page title={t('people.title')} actions={<SaveCsv path="/studio/users" given={{ search }} />}>
      <Filters>
        <FindField label={t('people.find')} value={search.get('q') ?? ''} />
        <FilterSelect
          name="filter"
          label={t('kit.state')}
          value={search.get('filter') ?? ''}
          options={[
            { value: '', label: t('kit.all') },
            ...filters.map((value) => ({ value, label: t(`people.filters.${value}`) })),
          ]}
        />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('people.title')}
              rows={result}
              rowKey={({ uuid }) => uuid}
              to={({ uuid }) => studioPaths.person(uuid)}
              empty={{ title: t('people.nothing'), text: t('people.nothingText') }}
              filtered={filtered}
              columns={[
                { head: t('kit.person'), cell: ({ username }) => <bdi>{username}</bdi> },
                { head: t('kit.state'), isWanted: true, cell: (row) => <MemberState {...row} /> },
                {
                  head: t('people.until'),
                  isWanted: true,
                  cell: ({ expire_at: at }) => (at ? <ExactMoment at={at} /> : '–'),
                },
                {
                  head: t('staff.role'),
                  cell: ({ role }) => (role ? <State>{t(`roles.${role}`)}</State> : ''),
                },
                { head: t('people.since'), cell: ({ created_at: at }) => <Moment at={at} /> },
              ]}
            />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const peoplePage = studioPage(PeoplePage, ['q', 'filter', 'page']);
