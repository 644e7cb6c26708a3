import { Link, useSearch } from '../../../../web/router.tsx';
import { buttonClass } from '../../../../web/ui/Button.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters, FindField, useFiltered } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { importStates } from '../../studio-contract.ts';
import { ImportStateWord } from './ImportStateWord.tsx';

/** Every import, of commands too, the newest first. */
function ImportsPage() {
  const { t } = useStudioText();
  const search = useSearch();
  const chosen = (name: string) => search.get(name) ?? '';
  const filtered = useFiltered();
  const asked = useStudioQuery('/studio/imports', { search });
  const all = { value: '', label: t('kit.all') };
  const begin = (
    <Link to={studioPaths.newImport()} className={buttonClass({ variant: 'primary' })}>
      {t('imports.new')}
    </Link>
  );
  return (
    <Page title={t('imports.title')} actions={begin}>
      <Filters>
        <FindField label={t('imports.find')} value={chosen('q')} />
        <FilterSelect
          name="state"
          label={t('kit.state')}
          value={chosen('state')}
          options={[all, ...importStates.map((value) => ({ value, label: t(`imports.states.${value}`) }))]}
        />
        <FilterSelect
          name="source"
          label={t('imports.source')}
          value={chosen('source')}
          options={[
            all,
            ...(['studio', 'command_line'] as const).map((value) => ({ value, label: t(`imports.sources.${value}`) })),
          ]}
        />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('imports.title')}
              rows={result}
              rowKey={({ id }) => id}
              to={({ id }) => studioPaths.oneImport(id)}
              empty={{ title: t('imports.nothing'), text: t('imports.nothingText'), action: begin }}
              filtered={filtered}
              columns={[
                { head: t('imports.name'), cell: ({ name }) => <bdi>{name || t('imports.unnamed')}</bdi> },
                { head: t('kit.state'), isWanted: true, cell: (row) => <ImportStateWord {...row} /> },
                {
                  head: t('imports.filesHead'),
                  isNumber: true,
                  isWanted: true,
                  cell: ({ counts }) => t('imports.filesCount', { count: counts.files }),
                },
                { head: t('imports.source'), cell: ({ source }) => t(`imports.sources.${source}`) },
                { head: t('imports.by'), cell: ({ user }) => <bdi>{user?.username ?? '–'}</bdi> },
                { head: t('imports.begun'), cell: ({ created_at: at }) => <ExactMoment at={at} /> },
              ]}
            />
            <Pager total={total} page={Number(search.get('page') ?? 0)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

export const importsPage = studioPage(ImportsPage, ['q', 'state', 'source', 'page']);
