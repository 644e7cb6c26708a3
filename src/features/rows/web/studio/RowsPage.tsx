import { arrayMove } from '@dnd-kit/sortable';
import { useState } from 'react';
import { languageNames } from '../../../../shared/languages.ts';
import { paths } from '../../../../shared/paths.ts';
import { type HomeRow, inLanguageOf } from '../../../../shared/site-settings.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Link } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { EmptyState } from '../../../../web/ui/EmptyState.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import {
  type Answered,
  type One,
  renewOnConflict,
  useKeepAnswer,
  useRefresh,
  useStudioCalls,
  useStudioQuery,
} from '../../../studio/web/calls.ts';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import { Loaded, Page, studioPage } from '../../../studio/web/Page.tsx';
import { useAttempt } from '../../../studio/web/problems.ts';
import { SortableList } from '../../../studio/web/SortableList.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import { limits } from '../../rules.ts';
import { fieldsOfRow, RowFields, readRow } from './RowFields.tsx';
import styles from './RowsPage.module.css';

/** The rows above the list of the home page, in their order. */
function RowsPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/site/rows');
  const preview = studioPaths.preview({ path: paths.home(), from: studioPaths.rows() });
  return (
    <Page
      title={t('rows.title')}
      lead={t('rows.lead')}
      actions={
        <Link to={preview} className={buttonClass()}>
          {t('rows.preview')}
        </Link>
      }
    >
      <Loaded asked={asked}>{(loaded) => <List loaded={loaded} />}</Loaded>
    </Page>
  );
}

function List({ loaded }: { loaded: Answered<One<{ rows: HomeRow[] }>> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const refresh = useRefresh('/studio/site/rows');
  const attempt = useAttempt();
  const nameOf = useRowNames();
  const [opened, setOpened] = useState<HomeRow | 'new' | null>(null);
  const { rows } = loaded.data.result;
  // Somebody else may have moved it meanwhile; where they have changed or removed it, what is typed is a row of its own.
  const found = rows.findIndex((row) => JSON.stringify(row) === JSON.stringify(opened));
  const place = found < 0 ? rows.length : found;
  const edited = rows[place];

  async function save(changed: readonly HomeRow[]): Promise<void> {
    const body = { rows: [...changed] };
    const change = calls.send('PUT', '/studio/site/rows', { body, ifMatch: loaded.etag });
    keepAnswer('/studio/site/rows', {}, await renewOnConflict(change, refresh));
  }

  const trySave = (changed: readonly HomeRow[]) => attempt(() => save(changed));

  return (
    <>
      {rows.length === 0 ? (
        <EmptyState title={t('rows.nothing')}>{t('rows.nothingText')}</EmptyState>
      ) : (
        <SortableList
          rows={rows}
          rowKey={(row) => String(rows.indexOf(row))}
          nameOf={nameOf}
          onMove={(from, to) => trySave(arrayMove([...rows], from, to))}
        >
          {(row) => (
            <>
              <span className={styles.name}>
                <bdi>{nameOf(row)}</bdi>
                <Limits row={row} />
              </span>
              <span className={styles.buttons}>
                <Button aria-label={t('rows.editOf', { name: nameOf(row) })} onClick={() => setOpened(row)}>
                  {t('rows.edit')}
                </Button>
                <Button
                  aria-label={t('rows.removeOf', { name: nameOf(row) })}
                  onClick={() => void trySave(rows.filter((each) => each !== row))}
                >
                  {t('rows.remove')}
                </Button>
              </span>
            </>
          )}
        </SortableList>
      )}
      {rows.length < limits.rows && (
        <Button variant="primary" className={styles.add} onClick={() => setOpened('new')}>
          {t('rows.add')}
        </Button>
      )}
      <Ask
        open={opened !== null}
        title={edited ? t('rows.editOf', { name: nameOf(edited) }) : t('rows.add')}
        confirm={t('kit.save')}
        fields={fieldsOfRow(place)}
        act={(typed) => {
          return save([...rows.slice(0, place), readRow(typed), ...rows.slice(place + 1)]);
        }}
        onClose={() => setOpened(null)}
      >
        {({ fields }) => opened !== null && <RowFields row={edited} at={place} faults={fields} />}
      </Ask>
    </>
  );
}

/** The name of a row: its own title, or that of its kind. */
function useRowNames(): (row: HomeRow) => string {
  const { t } = useStudioText();
  const { language } = useText();
  return ({ kind, title, tag }) => {
    const own = title && inLanguageOf(title, language);
    const name = t(`rows.kinds.${kind}`);
    return own ?? (tag === undefined ? name : `${name}: ${tag}`);
  };
}

/** In words for whom and when a row is shown; nothing for one that all see always. */
function Limits({ row: { kind, title, languages, from, until } }: { row: HomeRow }) {
  const { t } = useStudioText();
  return (
    <span className={styles.limits}>
      {title && <span>{t(`rows.kinds.${kind}`)}</span>}
      {languages && <span>{languages.map((each) => languageNames[each]).join(', ')}</span>}
      {from && (
        <span>
          {t('kit.from')}: <ExactMoment at={from} />
        </span>
      )}
      {until && (
        <span>
          {t('kit.to')}: <ExactMoment at={until} />
        </span>
      )}
    </span>
  );
}

export const rowsPage = studioPage(RowsPage);
