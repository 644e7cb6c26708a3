import { type Language, languageNames } from '../../../../shared/languages.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, State } from '../../../studio/web/Page.tsx';
import { Pager } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { type Dated, publicationStates } from './publishing.ts';

export interface PublishingFilter {
  book: string | null;
  language: Language | null;
}

/** All chapters with their dates, drafts last. */
export function PublishingList({ filter, onMove }: { filter: PublishingFilter; onMove: (row: Dated) => void }) {
  const { t } = useStudioText();
  const search = useSearch();
  const page = Number(search.get('page') ?? 0);
  const state = publicationStates.find((each) => each === search.get('state'));
  const { book, language } = filter;
  const asked = useStudioQuery('/studio/publishing', {
    query: { page, state, book: book ?? undefined, language: language ?? undefined },
  });
  return (
    <Loaded asked={asked}>
      {({ data: { result, total } }) => (
        <>
          <Table
            caption={t('publishing.title')}
            rows={result}
            rowKey={({ chapter_uuid: chapter, language }) => `${chapter} ${language}`}
            empty={{ title: t('publishing.nothing'), text: t('publishing.nothingText') }}
            columns={[
              { head: t('kit.book'), cell: ({ book_title: title }) => <bdi>{title}</bdi> },
              {
                head: t('kit.chapter'),
                isWanted: true,
                cell: (row) => (
                  <>
                    {t('publishing.place', { place: row.place })} <bdi>{row.title}</bdi>
                  </>
                ),
              },
              { head: t('kit.language'), isWanted: true, cell: ({ language }) => languageNames[language] },
              {
                head: t('kit.state'),
                isWanted: true,
                cell: ({ state: now, conflicts }) => (
                  <State tone={conflicts.length > 0 ? 'warning' : now === 'published' ? 'good' : 'plain'}>
                    {conflicts.length > 0 ? t('publishing.outOfOrder') : t(`publishing.states.${now}`)}
                  </State>
                ),
              },
              {
                head: t('publishing.at'),
                isWanted: true,
                cell: ({ published_at: at }) => (at ? <ExactMoment at={at} /> : '–'),
              },
              { head: t('publishing.access'), cell: ({ access }) => t(`publishing.overrides.${access}`) },
              {
                head: t('kit.actions'),
                isAction: true,
                cell: (row) => (
                  <Button
                    aria-label={t('publishing.moveOf', { title: row.title, place: row.place })}
                    onClick={() => onMove(row)}
                  >
                    {t('publishing.moveTo')}
                  </Button>
                ),
              },
            ]}
          />
          <Pager total={total} page={page} />
        </>
      )}
    </Loaded>
  );
}
