import { languageNames } from '../../../../shared/languages.ts';
import { Link, useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { BookLine } from '../../../catalog/web/studio/BookLine.tsx';
import { LanguageDots } from '../../../catalog/web/studio/LanguageDots.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { useFiltered } from '../../../studio/web/Filters.tsx';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, State } from '../../../studio/web/Page.tsx';
import { Pager, useSetSearch } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { dayIn, zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { Moving } from './MoveDialog.tsx';
import styles from './PublishingPage.module.css';
import { type PublicationState, type PublishingFilter, publicationStates, stateOf, useChapters } from './publishing.ts';

const dots = { published: 'full', scheduled: 'coming', draft: 'part' } as const;

/** The chapters from today on by their dates; with a state all that are in it, and what is past when it is asked for. */
export function PublishingList({ filter, onMove }: { filter: PublishingFilter; onMove: (moving: Moving) => void }) {
  const { t, number } = useStudioText();
  const search = useSearch();
  const setSearch = useSetSearch();
  const page = Number(search.get('page') ?? 0);
  const state = publicationStates.find((each) => each === search.get('state'));
  const isPast = state === undefined && search.get('when') === 'past';
  const filtered = useFiltered();
  const asked = useChapters(filter, { page, ...queryOf(state, isPast) });
  return (
    <>
      {state === undefined && (
        <div className={styles.when}>
          <h2>{t(isPast ? 'publishing.past' : 'publishing.fromToday')}</h2>
          <Button onClick={() => setSearch({ when: isPast ? null : 'past' })}>
            {t(isPast ? 'publishing.showUpcoming' : 'publishing.showPast')}
          </Button>
        </div>
      )}
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <>
            <Table
              caption={t('publishing.title')}
              rows={result}
              rowKey={({ chapter_uuid: id }) => id}
              empty={{ title: t('publishing.nothing'), text: t('publishing.nothingText') }}
              filtered={filtered}
              columns={[
                {
                  head: t('kit.book'),
                  cell: ({ book_uuid: uuid, book_title: title, book_original_title: original, cover }) => (
                    <Link to={studioPaths.book(uuid)} className={styles.link}>
                      <BookLine book={{ book_uuid: uuid, title, original_title: original, cover, state: 'shown' }} />
                    </Link>
                  ),
                },
                {
                  head: t('kit.chapter'),
                  isWanted: true,
                  cell: (row) => (
                    <Link to={studioPaths.chapter(row.book_uuid, row.chapter_uuid)}>
                      {t('publishing.number', { number: number(row.number) })} <bdi>{row.title}</bdi>
                    </Link>
                  ),
                },
                {
                  head: t('kit.language'),
                  cell: ({ editions }) => (
                    <LanguageDots
                      dots={editions.map(({ language, state: own }) => ({
                        language,
                        state: dots[own],
                        words: t('publishing.edition', {
                          language: languageNames[language],
                          state: t(`publishing.states.${own}`),
                        }),
                      }))}
                    />
                  ),
                },
                {
                  head: t('kit.state'),
                  isWanted: true,
                  cell: (row) => (
                    <State tone={stateOf(row) === 'published' ? 'good' : 'plain'}>
                      {t(`publishing.states.${stateOf(row)}`)}
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
                      onClick={() => onMove({ chapter: row })}
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
    </>
  );
}

function queryOf(state: PublicationState | undefined, isPast: boolean) {
  if (state === 'published') return { state, direction: 'desc' as const };
  if (state !== undefined) return { state };
  const today = `${dayIn(Date.now(), undefined)}T00:00:00`;
  return isPast
    ? { to: today, time_zone: zoneHere(), direction: 'desc' as const }
    : { from: today, time_zone: zoneHere() };
}
