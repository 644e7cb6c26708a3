import { Link } from '../../../../web/router.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { Moment } from '../../../studio/web/Moment.tsx';
import { Loaded, Section } from '../../../studio/web/Page.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { ImportStateWord } from './ImportStateWord.tsx';

/** The imports that were begun last, and how they stand. */
export function LatestImports() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/imports', { query: { page_size: 5 } });
  return (
    <Section title={t('imports.title')} actions={<Link to={studioPaths.newImport()}>{t('imports.new')}</Link>}>
      <Loaded asked={asked}>
        {({ data: { result } }) => (
          <Table
            caption={t('imports.title')}
            rows={result}
            rowKey={({ id }) => id}
            to={({ id }) => studioPaths.oneImport(id)}
            empty={{ title: t('imports.nothing') }}
            columns={[
              { head: t('imports.name'), cell: ({ name }) => <bdi>{name || t('imports.unnamed')}</bdi> },
              { head: t('kit.state'), isWanted: true, cell: (row) => <ImportStateWord {...row} /> },
              { head: t('imports.begun'), isWanted: true, cell: ({ created_at: at }) => <Moment at={at} /> },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
}
