import { useState } from 'react';
import {
  defaultLanguage,
  type Language,
  languageNames,
  languages,
  originalFirst,
} from '../../../../shared/languages.ts';
import { consentPlaces } from '../../../../shared/site-settings.ts';
import { ApiError } from '../../../../web/api-client.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { type Answered, type One, useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { EditForm } from '../../../studio/web/EditForm.tsx';
import { FieldGroup } from '../../../studio/web/FieldGroup.tsx';
import { History } from '../../../studio/web/History.tsx';
import { fieldsByLanguage } from '../../../studio/web/language-fields.ts';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { type Editing, useEditing } from '../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { SiteOnWire } from '../../studio-contract.ts';
import { FacePreview } from './FacePreview.tsx';
import { type LinkFault, LinkFields } from './LinkFields.tsx';
import { Pictures } from './Pictures.tsx';
import styles from './SitePage.module.css';
import { bodyOfSite, wordFields } from './site-fields.ts';

/** What the site calls itself, how it looks, and what it asks of readers. */
function SitePage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/site');
  return (
    <Page form title={t('site.title')} lead={t('site.lead')}>
      <Loaded asked={asked}>{(loaded) => <SiteForm loaded={loaded} />}</Loaded>
      <Section title={t('site.picturesTitle')}>
        <Pictures />
      </Section>
      <Section title={t('book.tabs.history')}>
        <History target="site.face" />
      </Section>
    </Page>
  );
}

function SiteForm({ loaded }: { loaded: Answered<One<SiteOnWire>> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const [refused, setRefused] = useState<Refusal>(nothingRefused);
  const editing = useEditing<SiteOnWire>({
    name: '/settings/site',
    loaded,
    flatten: ({ name, tagline, description, accent, links, withdrawal_days: days, ...rest }) => ({
      ...fieldsByLanguage('name', name),
      ...fieldsByLanguage('tagline', tagline),
      ...fieldsByLanguage('description', description),
      ...rest,
      ...{ accent: accent ?? '', links, withdrawal_days: String(days) },
    }),
    async save(changes, ifMatch, value) {
      try {
        const saved = await calls.send('PUT', '/studio/site', { body: bodyOfSite(changes, value), ifMatch });
        setRefused(nothingRefused);
        return saved;
      } catch (error) {
        setRefused(refusalOf(error));
        throw error;
      }
    },
    keep: (saved) => keepAnswer('/studio/site', {}, saved),
  });
  const nameOf = (field: string) => {
    const [name = '', language] = field.split('.');
    const words = isField(name) ? t(`site.fields.${name}`) : name;
    const named = languages.find((each) => each === language);
    return named ? t('audit.fieldIn', { field: words, language: languageNames[named] }) : words;
  };
  return (
    <EditForm editing={editing} nameOf={nameOf} help={t('site.help')}>
      <Section title={t('site.words')}>
        {originalFirst(defaultLanguage).map((language) => (
          <WordFields key={language} language={language} editing={editing} />
        ))}
      </Section>
      <Section title={t('site.look')}>
        <AccentField editing={editing} suggestion={refused.suggestion} />
        <FacePreview
          name={String(editing.value['name.en-us'] ?? '')}
          tagline={String(editing.value['tagline.en-us'] ?? '')}
          accent={String(editing.value.accent ?? '')}
        />
      </Section>
      <Section title={t('site.fields.links')}>
        <LinkFields
          links={editing.value.links as SiteOnWire['links']} // as the answer has them, and LinkFields writes them
          faults={refused.links}
          onChange={(links) => editing.change({ links })}
        />
      </Section>
      <Section title={t('site.reach')}>
        <TextField name="contact_email" editing={editing} hint={t('site.contactHint')} type="email" />
        <Choice name="ai_crawlers" editing={editing} values={['allow', 'refuse']} hint={t('site.crawlersHint')} />
      </Section>
      <Section title={t('site.rights')}>
        <Choice name="consent" editing={editing} values={consentPlaces} hint={t('site.consentHint')} />
        <TextField name="withdrawal_days" editing={editing} hint={t('site.withdrawalHint')} inputMode="numeric" />
      </Section>
    </EditForm>
  );
}

const fields = [
  ...wordFields,
  ...(['accent', 'contact_email', 'links', 'ai_crawlers', 'consent', 'withdrawal_days'] as const),
];
const isField = (name: string): name is (typeof fields)[number] => fields.some((field) => field === name);

function WordFields({ language, editing: { value, change, faults } }: { language: Language; editing: Editing }) {
  const { t } = useStudioText();
  return (
    <FieldGroup name={languageNames[language]}>
      {wordFields.map((name) => {
        const field = `${name}.${language}`;
        return (
          <Field
            key={name}
            label={t(`site.fields.${name}`)}
            hint={t(`site.hints.${name}`)}
            value={String(value[field] ?? '')}
            error={faults.fields[field]}
            dir="auto"
            onChange={(event) => change({ [field]: event.target.value })}
          />
        );
      })}
    </FieldGroup>
  );
}

function TextField({
  name,
  editing: { value, change, faults },
  ...given
}: {
  name: 'contact_email' | 'withdrawal_days';
  editing: Editing;
  hint: string;
  type?: 'email';
  inputMode?: 'numeric';
}) {
  const { t } = useStudioText();
  return (
    <Field
      {...given}
      label={t(`site.fields.${name}`)}
      value={String(value[name] ?? '')}
      error={faults.fields[name]}
      dir="auto"
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
}

function Choice<Name extends 'ai_crawlers' | 'consent'>({
  name,
  values,
  hint,
  editing: { value, change },
}: {
  name: Name;
  values: readonly SiteOnWire[Name][];
  hint: string;
  editing: Editing;
}) {
  const { t } = useStudioText();
  return (
    <ChoiceField
      label={t(`site.fields.${name}`)}
      hint={hint}
      value={String(value[name])}
      options={values.map((each) => ({ value: each, label: t(`site.choices.${each}`) }))}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
}

/** The color of links and buttons; blank is the product's own. One that nobody could read leads to the nearest that can be. */
function AccentField({ editing, suggestion }: { editing: Editing; suggestion: string | null }) {
  const { t } = useStudioText();
  const accent = String(editing.value.accent ?? '');
  const isRefused = suggestion !== null && editing.faults.fields.accent !== undefined;
  return (
    <div className={styles.accent}>
      <Field
        label={t('site.fields.accent')}
        hint={t('site.hints.accent')}
        value={accent}
        error={isRefused ? t('site.accentRefused', { color: suggestion }) : editing.faults.fields.accent}
        dir="ltr"
        spellCheck={false}
        onChange={(event) => editing.change({ accent: event.target.value })}
        trailing={
          <input
            type="color"
            className={styles.color}
            aria-label={t('site.pickColor')}
            value={/^#[0-9a-f]{6}$/i.test(accent) ? accent : '#000000'}
            onChange={(event) => editing.change({ accent: event.target.value })}
          />
        }
      />
      {isRefused && accent !== suggestion && (
        <Button onClick={() => editing.change({ accent: suggestion })}>
          <span className={styles.sample} style={{ backgroundColor: suggestion }} />
          {t('site.useColor', { color: suggestion })}
        </Button>
      )}
    </div>
  );
}

interface Refusal {
  suggestion: string | null;
  links: readonly LinkFault[];
}

const nothingRefused: Refusal = { suggestion: null, links: [] };

function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return nothingRefused;
  const { suggestion, details = [] } = error.body;
  const links = details.flatMap(({ path }) => {
    const [field, at, part] = path.split('.');
    return field === 'links' ? [{ at: Number(at), part: part === 'url' ? ('url' as const) : ('title' as const) }] : [];
  });
  return { suggestion: typeof suggestion === 'string' ? suggestion : null, links };
}

export const sitePage = studioPage(SitePage);
