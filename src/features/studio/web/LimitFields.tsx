import { languageNames, languages } from '../../../shared/languages.ts';
import { Field } from '../../../web/ui/Field.tsx';
import styles from './LimitFields.module.css';
import { typedTime, zoneHere } from './times.ts';
import { useStudioText } from './words.ts';

interface Limits {
  row:
    | {
        languages?: readonly string[] | null | undefined;
        from?: string | null | undefined;
        until?: string | null | undefined;
      }
    | null
    | undefined;
  faults: { from?: string | undefined; until?: string | undefined };
}

/** The fields for the languages and the time in which something is shown; `row` has what they say at first. */
export function LimitFields({ row, faults }: Limits) {
  const { t } = useStudioText();
  return (
    <>
      <fieldset className={styles.languages}>
        <legend>{t('kit.language')}</legend>
        {languages.map((language) => (
          <label key={language} className={styles.language}>
            <input
              type="checkbox"
              name={`language.${language}`}
              defaultChecked={row?.languages?.includes(language) ?? false}
            />
            {languageNames[language]}
          </label>
        ))}
        <p className={styles.hint}>{t('recommended.languagesHint')}</p>
      </fieldset>
      <TimeFields row={row} faults={faults} />
    </>
  );
}

/** The fields for the time alone. */
export function TimeFields({ row, faults }: Limits) {
  const { t } = useStudioText();
  return (
    <>
      <Field
        name="from"
        type="datetime-local"
        label={t('kit.from')}
        hint={t('recommended.timeHint', { zone: zoneHere() })}
        defaultValue={typedTime(row?.from)}
        error={faults.from}
      />
      <Field
        name="until"
        type="datetime-local"
        label={t('kit.to')}
        defaultValue={typedTime(row?.until)}
        error={faults.until}
      />
    </>
  );
}
