import { useStudioQuery } from '../../../studio/web/calls.ts';
import { SaveCsv } from '../../../studio/web/Filters.tsx';
import { Facts, Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Group } from '../../rules.ts';
import type { MembersRow } from '../../studio-contract.ts';
import { BeforeLine } from './BeforeLine.tsx';
import { Figure } from './Figure.tsx';
import { NumbersNav } from './NumbersNav.tsx';
import { RangeFilters } from './RangeFilters.tsx';
import { type Figures, rangeKeys, usePeriodName, useRangeQuery } from './range-query.ts';

/** How many members there are, who comes, who leaves and who comes back. */
function MembersPage() {
  const { t } = useStudioText();
  const { group, range } = useRangeQuery();
  const given = { query: { ...range, group } };
  const asked = useStudioQuery('/studio/numbers/members', given);
  return (
    <Page title={t('numbers.members')} actions={<SaveCsv path="/studio/numbers/members" given={given} />}>
      <NumbersNav />
      <RangeFilters shown={asked.data?.data} group={group} withLanguage={false} />
      <Loaded asked={asked}>{({ data }) => <Members members={data} group={group} />}</Loaded>
    </Page>
  );
}

function Members({ members, group }: { members: Figures<MembersRow>; group: Group }) {
  const { t, number } = useStudioText();
  const nameOf = usePeriodName(group);
  const { range } = useRangeQuery();
  const whole = useStudioQuery('/studio/numbers/members', { query: range }).data?.data.result[0];
  const rows = members.result;
  const [first, last] = [rows[0], rows.at(-1)];
  const rate = (value: number | null) =>
    value === null ? t('numbers.undecidedYet') : t('numbers.percent', { number: Math.round(value * 100) });
  return (
    <>
      <Figure
        title={t('numbers.membersOverTime')}
        point={t('numbers.membersPoint', { count: last?.now ?? 0 })}
        before={
          whole && first ? (
            <>
              {t('numbers.membersMoves', { joined: whole.new, left: whole.left })}{' '}
              <BeforeLine shown={members} now={0} before={null} write={number} />
            </>
          ) : null
        }
        points={rows.map(({ period }) => nameOf(period))}
        series={[
          { name: t('numbers.members'), form: 'line', values: rows.map(({ now }) => now) },
          { name: t('numbers.newMembers'), form: 'bars', values: rows.map((row) => row.new) },
        ]}
        write={number}
        isLastPartial={members.partial}
        rows={rows}
        rowKey={({ period }) => period}
        columns={[
          { head: t('numbers.period'), cell: ({ period }) => nameOf(period) },
          { head: t('numbers.members'), isNumber: true, cell: ({ now }) => number(now) },
          { head: t('numbers.newMembers'), isNumber: true, cell: (row) => number(row.new) },
          { head: t('numbers.left'), isNumber: true, cell: ({ left }) => number(left) },
          { head: t('numbers.renewed'), isNumber: true, cell: ({ renewed }) => number(renewed) },
          { head: t('numbers.renewalRate'), isNumber: true, cell: (row) => rate(row.renewal_rate) },
        ]}
      />
      {whole && (
        <Facts
          facts={[
            [t('numbers.newMembers'), number(whole.new)],
            [t('numbers.left'), number(whole.left)],
            [t('numbers.leaving'), number(whole.leaving)],
            [t('numbers.renewed'), number(whole.renewed)],
            [t('numbers.undecided'), number(whole.undecided)],
            [t('numbers.renewalRate'), rate(whole.renewal_rate)],
          ]}
        />
      )}
    </>
  );
}

export const membersPage = studioPage(MembersPage, rangeKeys);
