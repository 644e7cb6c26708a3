import { useState } from 'react';
import { isLanguage, languageNames, languages } from '../../../../shared/languages.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { BookField } from '../../../catalog/web/studio/BookField.tsx';
import { useRefresh } from '../../../studio/web/calls.ts';
import { FilterSelect, Filters } from '../../../studio/web/Filters.tsx';
import { KeptFocus } from '../../../studio/web/KeptFocus.tsx';
import { OpenTabs } from '../../../studio/web/OpenTabs.tsx';
import { Page, studioPage } from '../../../studio/web/Page.tsx';
import { useSetSearch } from '../../../studio/web/Pager.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { BookName } from './BookName.tsx';
import { MoveDialog, type Moving } from './MoveDialog.tsx';
import { PublishingCalendar } from './PublishingCalendar.tsx';
import { PublishingList } from './PublishingList.tsx';
import styles from './PublishingPage.module.css';
import { publicationStates } from './publishing.ts';
import { SequenceDialog } from './SequenceDialog.tsx';
import { Windows } from './Windows.tsx';

const views = ['calendar', 'list', 'windows'] as const;
type View = (typeof views)[number];
const isView = (text: string | null): text is View => views.some((view) => view === text);

/** When chapters are published: in a calendar, as a list, and the windows in which all is free. */
function PublishingPage() {
  const { t } = useStudioText();
  const search = useSearch();
  const setSearch = useSetSearch();
  const refresh = useRefresh('/studio/publishing');
  const [moving, setMoving] = useState<Moving | null>(null);
  const [isScheduling, setScheduling] = useState(search.has('schedule'));
  const asked = search.get('view');
  const view: View = isView(asked) ? asked : 'calendar';
  const language = search.get('language') ?? '';
  const book = search.get('book');
  const filter = { book, edition: isLanguage(language) ? language : null };
  const all = { value: '', label: t('kit.all') };
  return (
    <Page
      title={t('publishing.title')}
      lead={t('publishing.text')}
      actions={
        <Button variant="primary" onClick={() => setScheduling(true)}>
          {t('series.open')}
        </Button>
      }
    >
      <OpenTabs
        label={t('publishing.title')}
        tabs={views.map((value) => ({ value, label: t(`publishing.views.${value}`) }))}
        value={view}
        // Only the list asks for a state.
        onChange={(next) => setSearch({ view: next === 'calendar' ? null : next, state: null })}
      >
        {view === 'windows' ? (
          <Windows />
        ) : (
          <div className={styles.part}>
            <Filters>
              <BookFilter book={book} />
              <FilterSelect
                name="language"
                label={t('kit.language')}
                value={language}
                options={[all, ...languages.map((value) => ({ value, label: languageNames[value] }))]}
              />
              {view === 'list' && (
                <FilterSelect
                  name="state"
                  label={t('kit.state')}
                  value={search.get('state') ?? ''}
                  options={[
                    all,
                    ...publicationStates.map((value) => ({ value, label: t(`publishing.states.${value}`) })),
                  ]}
                />
              )}
            </Filters>
            {view === 'list' ? (
              <PublishingList filter={filter} onMove={setMoving} />
            ) : (
              <PublishingCalendar filter={filter} onMove={setMoving} />
            )}
          </div>
        )}
      </OpenTabs>
      <SequenceDialog
        open={isScheduling}
        of={book === null ? null : { bookUuid: book }}
        onScheduled={() => void refresh()}
        onClose={() => setScheduling(false)}
      />
      <MoveDialog moving={moving} onMoved={() => void refresh()} onClose={() => setMoving(null)} />
    </Page>
  );
}

/** The book whose chapters alone are shown, or a field to find one. */
function BookFilter({ book }: { book: string | null }) {
  const { t } = useStudioText();
  const setSearch = useSetSearch();
  return (
    <KeptFocus shown={book} className={book === null ? styles.book : undefined}>
      {book === null ? (
        <BookField onChoose={(chosen) => setSearch({ book: chosen })} />
      ) : (
        <Button onClick={() => setSearch({ book: null })}>
          <BookName id={book} />
          <span aria-hidden="true"> ×</span>
          <span className="visually-hidden">{t('publishing.everyBook')}</span>
        </Button>
      )}
    </KeptFocus>
  );
}

export const publishingPage = studioPage(PublishingPage, [
  'view',
  'language',
  'state',
  'when',
  'book',
  'week',
  'page',
  'schedule',
]);
