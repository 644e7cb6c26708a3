import { languageTags } from '../../../shared/languages.ts';
import type { AnyPage } from '../../../web/navigation.ts';
import { useSearch } from '../../../web/router.tsx';
import { auditActions } from '../audit-actions.ts';
import { AuditTable, type BookNames } from './AuditTable.tsx';
import { useAuditWords } from './audit-words.ts';
import { useStudioQuery } from './calls.ts';
import { FilterDay, FilterSelect, Filters, FindField, SaveCsv, useFiltered } from './Filters.tsx';
import { Loaded, Page, studioPage } from './Page.tsx';
import { Pager } from './Pager.tsx';
import { useStudioText } from './words.ts';

const filters = ['user', 'action', 'target', 'from', 'to'];

/** All that was changed, when, by whom and why. */
function AuditPage({ Books, Book }: BookNames) {
  const { t } = useStudioText();
  const filtered = useFiltered();
  const search = useSearch();
  const page = Number(search.get('page') ?? 0);
  const asked = useStudioQuery('/studio/audit', { search });
  return (
    <Page title={t('audit.title')} lead={t('audit.text')} actions={<SaveCsv path="/studio/audit" given={{ search }} />}>
      <Filters>
        <ActionFilter value={search.get('action') ?? ''} />
        <FindField name="target" label={t('audit.target')} value={search.get('target') ?? ''} />
        <FindField name="user" label={t('audit.user')} value={search.get('user') ?? ''} />
        <FilterDay name="from" label={t('kit.from')} value={search.get('from') ?? ''} />
        <FilterDay name="to" label={t('kit.to')} value={search.get('to') ?? ''} />
      </Filters>
      <Loaded asked={asked}>
        {({ data: { result, total } }) => (
          <Books ids={result.map(({ target: { kind, id } }) => (kind === 'book' ? id : null))}>
            <AuditTable
              entries={result}
              Book={Book}
              empty={{ title: t('audit.noneYet'), text: t('audit.nothingText') }}
              filtered={filtered}
            />
            <Pager total={total} page={page} />
          </Books>
        )}
      </Loaded>
    </Page>
  );
}

/** One of the actions, by their words; a code of the address that has none stands among them as it is. */
function ActionFilter({ value }: { value: string }) {
  const { t, language } = useStudioText();
  const { actionOf } = useAuditWords();
  const codes = new Set<string>([...auditActions, ...(value === '' ? [] : [value])]);
  const options = [...codes].map((code) => ({ value: code, label: actionOf(code) ?? code }));
  options.sort((one, other) => one.label.localeCompare(other.label, languageTags[language]));
  return (
    <FilterSelect
      name="action"
      label={t('audit.action')}
      value={value}
      options={[{ value: '', label: t('kit.all') }, ...options]}
    />
  );
}

/** The page of the audit, where books are named by these parts. */
export const auditPageWith = (names: BookNames): AnyPage =>
  studioPage(() => <AuditPage {...names} />, [...filters, 'page']);
