import { useState } from 'react';
import { isLanguage, languageNames, languages } from '../../../../shared/languages.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Tabs } from '../../../../web/ui/Tabs.tsx';
import { FilterSelect, Filters } from '../../../studio/web/Filters.tsx';
import { Page, studioPage } from '../../../studio/web/Page.tsx';
import { useSetSearch } from '../../../studio/web/Pager.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { PublishingCalendar } from './PublishingCalendar.tsx';
import { PublishingList } from './PublishingList.tsx';
import styles from './PublishingPage.module.css';
import { type Dated, publicationStates } from './publishing.ts';
import { SequenceDialog } from './SequenceDialog.tsx';
import { Windows } from './Windows.tsx';

const views = ['list', 'calendar', 'windows'] as const;
type View = (typeof views)[number];
const isView = (text: string | null): text is View => views.some((view) => view === text);

/** When chapters are published: as a list, as a month, and the windows in which all is free. */
function PublishingPage() {
  const { t } = useStudioText();
  const search = useSearch();
  const setSearch = useSetSearch();
  const [moving, setMoving] = useState<Dated | null>(null);
  const [isScheduling, setScheduling] = useState(false);
  const [turn, setTurn] = useState(0);
  const asked = search.get('view');
  const view: View = isView(asked) ? asked : 'list';
  const language = search.get('language') ?? '';
  const book = search.get('book');
  const filter = { book, language: isLanguage(language) ? language : null };
  return (
    <Page
      wide
      title={t('publishing.title')}
      lead={t('publishing.text')}
      actions={
        <Button variant="primary" onClick={() => setScheduling(true)}>
          {t('series.open')}
        </Button>
      }
    >
      <Tabs
        label={t('publishing.title')}
        tabs={views.map((value) => ({ value, label: t(`publishing.views.${value}`) }))}
        value={view}
        onChange={(next) => setSearch({ view: next === 'list' ? null : next })}
      >
        {view === 'windows' ? (
          <Windows />
        ) : (
          <div className={styles.part}>
            <Filters>
              <FilterSelect
                name="language"
                label={t('kit.language')}
                value={language}
                options={[
                  { value: '', label: t('kit.all') },
                  ...languages.map((value) => ({ value, label: languageNames[value] })),
                ]}
              />
              {view === 'list' && (
                <FilterSelect
                  name="state"
                  label={t('kit.state')}
                  value={search.get('state') ?? ''}
                  options={[
                    { value: '', label: t('kit.all') },
                    ...publicationStates.map((value) => ({
                      value,
                      label: t(`publishing.states.${value}`),
                    })),
                  ]}
                />
              )}
            </Filters>
            {view === 'list' ? (
              <PublishingList key={turn} filter={filter} onMove={setMoving} />
            ) : (
              <PublishingCalendar key={turn} filter={filter} onMove={setMoving} />
            )}
          </div>
        )}
      </Tabs>
      <SequenceDialog
        open={isScheduling}
        of={book === null ? null : { bookUuid: book }}
        onScheduled={() => setTurn(turn + 1)}
        onClose={() => setScheduling(false)}
      />
      <MoveDialog row={moving} onMoved={() => setTurn(turn + 1)} onClose={() => setMoving(null)} />
    </Page>
  );
}

export const publishingPage = studioPage(PublishingPage, ['view', 'language', 'state', 'book', 'month', 'page']);
