import { languageNames, languages } from '../../../../shared/languages.ts';
import type { ListedKey } from '../../../../shared/site-settings.ts';
import { Field } from '../../../../web/ui/Field.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { type Answered, type One, useKeepAnswer, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { EditForm } from '../../../studio/web/EditForm.tsx';
import { Loaded, Page, Section, studioPage } from '../../../studio/web/Page.tsx';
import { type Editing, useEditing } from '../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { SettingOnWire } from '../../studio-contract.ts';

type Settings = SettingOnWire[];

/** The settings of the site: each has the field that its schema asks for. */
function SettingsPage() {
  const { t } = useStudioText();
  const asked = useStudioQuery('/studio/settings');
  return (
    <Page form title={t('settings.title')} lead={t('settings.lead')}>
      <Loaded asked={asked}>{(loaded) => <SettingsForm loaded={loaded} />}</Loaded>
    </Page>
  );
}

/** The name of a setting's field, as faults of a call name it. */
const fieldOf = (key: ListedKey) => `values.${key}`;

function SettingsForm({ loaded }: { loaded: Answered<One<Settings>> }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const keepAnswer = useKeepAnswer();
  const settings = loaded.data.result;
  const editing = useEditing<Settings>({
    name: '/settings',
    loaded,
    flatten: (all) => Object.fromEntries(all.map(({ key, value }) => [fieldOf(key), String(value ?? '')])),
    save: (changes, ifMatch) =>
      calls.send('PUT', '/studio/settings', {
        body: {
          values: Object.fromEntries(
            settings
              .filter(({ key }) => fieldOf(key) in changes)
              .map((setting) => [setting.key, readValue(setting, String(changes[fieldOf(setting.key)]))]),
          ),
        },
        ifMatch,
      }),
    keep: (saved) => keepAnswer('/studio/settings', {}, saved),
  });
  const groups = [...new Set(settings.map(({ group }) => group))];
  const nameOf = (field: string) => {
    const setting = settings.find(({ key }) => fieldOf(key) === field);
    return setting ? t(`settings.names.${setting.key}`) : field;
  };
  return (
    <EditForm editing={editing} nameOf={nameOf}>
      {groups.map((group) => (
        <Section key={group} title={t(`settings.groups.${group}`)}>
          {settings
            .filter((setting) => setting.group === group)
            .map((setting) => (
              <SettingField key={setting.key} setting={setting} editing={editing} />
            ))}
        </Section>
      ))}
    </EditForm>
  );
}

/** A blank field gives the default back; the server judges all else. */
function readValue({ schema }: SettingOnWire, typed: string): unknown {
  if (typed.trim() === '') return null;
  return schema.type === 'integer' && /^\d+$/.test(typed.trim()) ? Number(typed) : typed.trim();
}

function SettingField({ setting, editing }: { setting: SettingOnWire; editing: Editing }) {
  const { t } = useStudioText();
  const { key, schema, environment } = setting;
  const field = fieldOf(key);
  const value = String(editing.value[field] ?? '');
  const isFixed = schema.readOnly === true;
  const options = optionsOf(setting);
  const hint = t(`settings.hints.${key}`);
  const given = {
    label: t(`settings.names.${key}`),
    value,
    disabled: isFixed,
    onChange: (event: { target: { value: string } }) => editing.change({ [field]: event.target.value }),
  };
  if (isFixed && setting.source === 'environment')
    return <Field {...given} dir="ltr" hint={t('settings.fixed', { name: environment ?? '' })} />;
  if (options) return <ChoiceField {...given} options={options} hint={editing.faults.fields[field] ?? hint} />;
  return (
    <Field
      {...given}
      hint={setting.default === null ? hint : t('settings.withDefault', { hint, value: String(setting.default) })}
      error={editing.faults.fields[field]}
      inputMode={schema.type === 'integer' ? 'numeric' : schema.format === 'email' ? 'email' : 'text'}
      dir="auto"
    />
  );
}

/** The values among which a setting is chosen; null: it is typed. */
function optionsOf({ schema, value }: SettingOnWire): { value: string; label: string }[] | null {
  if (schema.format === 'time-zone') {
    const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
    return [...new Set(['UTC', String(value), ...known])].map((name) => ({ value: name, label: name }));
  }
  if (!Array.isArray(schema.enum)) return null;
  const names = new Map<string, string>(languages.map((each) => [each, languageNames[each]]));
  return schema.enum.map((each) => ({ value: String(each), label: names.get(String(each)) ?? String(each) }));
}

export const settingsPage = studioPage(SettingsPage);
