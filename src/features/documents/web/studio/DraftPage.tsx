import { useDeferredValue, useRef, useState } from 'react';
import { type Language, languageNames, languages } from '../../../../shared/languages.ts';
import { documentPath } from '../../../../shared/paths.ts';
import { useNow } from '../../../../web/clock.tsx';
import { useText } from '../../../../web/i18n.tsx';
import { Link, useNavigate, useSearch } from '../../../../web/router.tsx';
import { Button, buttonClass } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { MarkdownField } from '../../../catalog/web/studio/text/MarkdownField.tsx';
import { studioPaths } from '../../../studio/pages.ts';
import { Ask } from '../../../studio/web/Ask.tsx';
import { type Answered, type One, useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { EditForm } from '../../../studio/web/EditForm.tsx';
import { History } from '../../../studio/web/History.tsx';
import { fieldsByLanguage, isAmong, mapByLanguage } from '../../../studio/web/language-fields.ts';
import { ExactMoment } from '../../../studio/web/Moment.tsx';
import type { Flat } from '../../../studio/web/merge.ts';
import { OpenTabs } from '../../../studio/web/OpenTabs.tsx';
import { LoadedPage, Page, Section, State, studioPage } from '../../../studio/web/Page.tsx';
import { useSetSearch } from '../../../studio/web/Pager.tsx';
import { Table } from '../../../studio/web/Table.tsx';
import { zoneHere } from '../../../studio/web/times.ts';
import { isUnsaved } from '../../../studio/web/unsaved.ts';
import { type Editing, useEditing } from '../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { readBlocks } from '../../read-blocks.ts';
import type { DraftChange, DraftOnWire } from '../../studio-contract.ts';
import { Blocks } from '../Blocks.tsx';
import styles from './DraftPage.module.css';
import { DraftState } from './DraftState.tsx';
import { useTitleOf } from './titles.ts';

/** A page of the operator's: its words in each language, its versions, and who changed what. */
function DraftPage({ params: { page = '' } }: { params: Record<string, string> }) {
  const asked = useStudioQuery('/studio/site/pages/:page', { params: { page } });
  return (
    <LoadedPage asked={asked}>
      {(loaded) => <OpenedDraft key={page} loaded={loaded} onChanged={async () => void (await asked.refetch())} />}
    </LoadedPage>
  );
}

function OpenedDraft({ loaded, onChanged }: { loaded: Answered<One<DraftOnWire>>; onChanged: () => Promise<void> }) {
  const { t } = useStudioText();
  const { language: ownLanguage } = useText();
  const draft = loaded.data.result;
  const { page } = draft;
  const titleOf = useTitleOf(ownLanguage);
  return (
    <Page
      title={titleOf(draft)}
      lead={<Link to={studioPaths.documents()}>{t('documents.title')}</Link>}
      state={<DraftState draft={draft} />}
      actions={
        <>
          {draft.in_force !== null && (
            <a href={documentPath(page)} className={buttonClass({ variant: 'quiet' })}>
              {t('book.open')}
            </a>
          )}
          <PublishButton page={page} onDone={onChanged} />
          <DeleteButton page={page} title={titleOf(draft)} />
        </>
      }
    >
      <DraftForm loaded={loaded} />
      <Section title={t('documents.versions')}>
        <Versions draft={draft} />
      </Section>
      <Section title={t('book.tabs.history')}>
        <History target={page} />
      </Section>
    </Page>
  );
}

function DraftForm({ loaded }: { loaded: Answered<One<DraftOnWire>> }) {
  const { t } = useStudioText();
  const { language: ownLanguage } = useText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const setSearch = useSetSearch();
  const asked = useSearch().get('language');
  const language = languages.find((each) => each === asked) ?? ownLanguage;
  const given = { params: { page: loaded.data.result.page } };
  const editing = useEditing<DraftOnWire>({
    name: `/settings/pages/${given.params.page}`,
    loaded,
    flatten: ({ titles, bodies, footer }) => ({
      ...fieldsByLanguage('titles', titles),
      ...fieldsByLanguage('bodies', bodies),
      footer,
    }),
    save: (changes, ifMatch, value) =>
      calls.send('PUT', '/studio/site/pages/:page', { ...given, body: bodyOf(changes, value), ifMatch }),
    keep: (saved) => keepAnswer('/studio/site/pages/:page', given, saved),
  });
  const nameOf = (field: string) => {
    const [name, code] = field.split('.');
    const words = t(name === 'titles' ? 'book.fields.titles' : name === 'bodies' ? 'text.title' : 'documents.footer');
    const named = languages.find((each) => each === code);
    return named ? t('audit.fieldIn', { field: words, language: languageNames[named] }) : words;
  };
  return (
    <EditForm editing={editing} nameOf={nameOf} help={t('documents.help')}>
      <Switch
        label={t('documents.footer')}
        isOn={editing.value.footer === true}
        onChange={(footer) => editing.change({ footer })}
      />
      <OpenTabs
        label={t('kit.language')}
        tabs={languages.map((each) => ({ value: each, label: languageNames[each] }))}
        value={language}
        onChange={(next) => setSearch({ language: next })}
      >
        <Words key={language} language={language} editing={editing} />
      </OpenTabs>
    </EditForm>
  );
}

/** The body of PUT for changed fields; a map is given whole. */
function bodyOf(changes: Flat, value: Flat): DraftChange {
  return {
    ...(isAmong('titles', changes) && { titles: mapByLanguage('titles', value) }),
    ...(isAmong('bodies', changes) && { bodies: mapByLanguage('bodies', value) }),
    ...(changes.footer !== undefined && { footer: changes.footer === true }),
  };
}

const marks = ['strong', 'em', 'heading', 'list', 'quote', 'rule', 'link'] as const;

/** The title and the words in one language, beside what readers will see. */
function Words({ language, editing: { value, change, faults, save } }: { language: Language; editing: Editing }) {
  const { t } = useStudioText();
  const area = useRef<HTMLTextAreaElement>(null);
  const [title, body] = [`titles.${language}`, `bodies.${language}`];
  const words = String(value[body] ?? '');
  const shown = useDeferredValue(words);
  return (
    <div className={styles.words}>
      <Field
        label={t('book.fields.titles')}
        hint={t('documents.titleHint')}
        value={String(value[title] ?? '')}
        error={faults.fields[title]}
        dir="auto"
        onChange={(event) => change({ [title]: event.target.value })}
      />
      <MarkdownField
        label={t('text.title')}
        value={words}
        language={language}
        error={faults.fields[body]}
        area={area}
        marks={marks}
        onChange={(text) => change({ [body]: text })}
        onSave={() => void save()}
      />
      <section className={styles.preview} aria-label={t('text.preview')} dir="auto">
        <p className={styles.name}>{t('text.preview')}</p>
        {shown.trim() === '' ? (
          <p className={styles.empty}>{t('text.empty')}</p>
        ) : (
          <Blocks blocks={readBlocks(shown)} />
        )}
      </section>
    </div>
  );
}

/** What was published and when it is in force; each can be read at its number. */
function Versions({ draft: { page, versions, in_force: inForce } }: { draft: DraftOnWire }) {
  const { t, number } = useStudioText();
  const now = useNow();
  const stateOf = ({ version, effective_at: at }: DraftOnWire['versions'][number]) => {
    if (version === inForce) return <State tone="good">{t('documents.states.inForce')}</State>;
    return <State>{t(Date.parse(at) > now ? 'documents.states.ahead' : 'documents.states.old')}</State>;
  };
  return (
    <Table
      caption={t('documents.versions')}
      rows={versions}
      rowKey={({ version }) => String(version)}
      empty={{ title: t('documents.noVersions') }}
      columns={[
        {
          head: t('documents.version'),
          cell: ({ version }) => (
            <a href={`${documentPath(page)}?version=${version}`}>
              {t('documents.number', { version: number(version) })}
            </a>
          ),
        },
        { head: t('kit.state'), isWanted: true, cell: stateOf },
        {
          head: t('documents.effective'),
          isWanted: true,
          cell: ({ effective_at: at }) => <ExactMoment at={at} />,
        },
        { head: t('documents.published'), cell: ({ published_at: at }) => <ExactMoment at={at} /> },
      ]}
    />
  );
}

function PublishButton({ page, onDone }: { page: string; onDone: () => Promise<void> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t('documents.publish')}
      </Button>
      <Ask
        open={isOpen}
        title={t('documents.publish')}
        confirm={t('documents.publish')}
        fields={['effective_at']}
        act={async (typed) => {
          const at = typed('effective_at');
          const body = { effective_at: at === '' ? 'now' : new Date(at).toISOString() };
          await calls.send('POST', '/studio/site/pages/:page/publish', { params: { page }, body });
          await onDone();
          showToast({ text: t('documents.publishedToast') });
        }}
        onClose={() => setOpen(false)}
      >
        {({ fields }) => (
          <>
            <p>{t(isUnsaved() ? 'documents.publishUnsaved' : 'documents.publishText')}</p>
            <Field
              name="effective_at"
              type="datetime-local"
              label={t('documents.effective')}
              hint={t('documents.effectiveHint', { zone: zoneHere() })}
              error={fields.effective_at}
            />
          </>
        )}
      </Ask>
    </>
  );
}

function DeleteButton({ page, title }: { page: string; title: string }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('kit.delete')}</Button>
      <Ask
        open={isOpen}
        title={title}
        confirm={t('kit.delete')}
        act={async () => {
          await calls.send('DELETE', '/studio/site/pages/:page', { params: { page } });
          navigate(studioPaths.documents());
          showToast({ text: t('documents.deleted', { title }) });
        }}
        onClose={() => setOpen(false)}
      >
        {() => <p>{t('documents.deleteText')}</p>}
      </Ask>
    </>
  );
}

export const draftPage = studioPage(DraftPage, ['language']);
