import { type ReactNode, useId, useState } from 'react';
import { isLanguage, languageNames } from '../../../shared/languages.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { classes } from '../../../web/ui/classes.ts';
import { FormActions } from '../../../web/ui/Form.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../web/ui/SubmitButton.tsx';
import styles from './EditForm.module.css';
import type { Clash, Flat } from './merge.ts';
import type { Editing } from './use-editing.ts';
import { useStudioText } from './words.ts';

/** The form of a thing: its fields, the button that saves them, and the merge with what somebody else has saved. */
export function EditForm({
  editing,
  nameOf,
  wordOf = () => undefined,
  help,
  children,
}: {
  editing: Editing;
  /** The name of a field for people. */
  nameOf: (field: string) => string;
  /** The words of a value that stands for them, as `hiatus` does; undefined: it is a text. */
  wordOf?: (field: string, value: unknown) => string | undefined;
  /** What to know before changing something. */
  help?: string;
  children: ReactNode;
}) {
  const { t } = useStudioText();
  const { faults, isBusy, isChanged, conflict } = editing;
  if (conflict)
    return (
      <MergeForm
        key={conflict.etag}
        editing={editing}
        clashes={conflict.clashes}
        by={conflict.by}
        nameOf={nameOf}
        wordOf={wordOf}
      />
    );
  return (
    <form
      method="post"
      noValidate
      className={classes(styles.form, isChanged && styles.changed)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isBusy) void editing.save();
      }}
    >
      <div className={styles.fields}>
        {faults.text !== null && <Notice>{faults.text}</Notice>}
        {children}
      </div>
      <div className={styles.foot}>
        <FormActions>
          {isChanged && <Button onClick={editing.reset}>{t('kit.giveUp')}</Button>}
          <SubmitButton busy={isBusy} disabled={!isChanged}>
            {t('kit.save')}
          </SubmitButton>
        </FormActions>
        {help && <p className={styles.help}>{help}</p>}
      </div>
    </form>
  );
}

/** Shows both sides of each field that clashed, to choose or to edit. */
function MergeForm({
  editing,
  clashes,
  by,
  nameOf,
  wordOf,
}: {
  editing: Editing;
  clashes: readonly Clash[];
  by: string | null;
  nameOf: (field: string) => string;
  wordOf: (field: string, value: unknown) => string | undefined;
}) {
  const { t } = useStudioText();
  const { faults } = editing;
  const commonWordOf = (value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'kit.yes' : 'kit.no');
    return isLanguage(value) ? languageNames[value] : undefined;
  };
  const [chosen, setChosen] = useState<Flat>(() =>
    Object.fromEntries(clashes.map(({ field, yours }) => [field, yours])),
  );
  return (
    <form
      method="post"
      className={styles.merge}
      onSubmit={(event) => {
        event.preventDefault();
        void editing.saveMerged(chosen);
      }}
    >
      <Notice>{by === null ? t('merge.titleByNobody') : t('merge.title', { name: by })}</Notice>
      <p>{t('merge.text')}</p>
      {faults.text !== null && <Notice>{faults.text}</Notice>}
      {Object.entries(faults.fields).map(([field, fault]) => (
        <Notice key={field}>
          {nameOf(field)}: {fault}
        </Notice>
      ))}
      {clashes.map((clash) => (
        <ClashFields
          key={clash.field}
          clash={clash}
          name={nameOf(clash.field)}
          wordOf={(side) => wordOf(clash.field, side) ?? commonWordOf(side)}
          value={chosen[clash.field]}
          onChange={(value) => setChosen({ ...chosen, [clash.field]: value })}
        />
      ))}
      <FormActions>
        <Button onClick={editing.reset}>{t('kit.giveUp')}</Button>
        <SubmitButton busy={editing.isBusy}>{t('merge.save')}</SubmitButton>
      </FormActions>
    </form>
  );
}

function textOf(value: unknown): string {
  if (value === '' || value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ClashFields({
  clash: { field, yours, theirs },
  name,
  wordOf,
  value,
  onChange,
}: {
  clash: Clash;
  name: string;
  wordOf: (side: unknown) => string | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { t } = useStudioText();
  const id = useId();
  const isText = typeof yours === 'string' && [yours, theirs].every((side) => wordOf(side) === undefined);
  const inWords = (side: unknown) => wordOf(side) ?? textOf(side);
  const sides = [
    { key: 'yours', label: t('merge.yours'), side: yours },
    { key: 'theirs', label: t('merge.theirs'), side: theirs },
  ];
  return (
    <fieldset className={styles.clash}>
      <legend>{name}</legend>
      <div className={styles.sides}>
        {sides.map(({ key, label, side }) => (
          <label key={key} className={styles.side}>
            <input
              type="radio"
              name={`${id} ${field}`}
              checked={JSON.stringify(value) === JSON.stringify(side)}
              onChange={() => onChange(side)}
            />
            <span>
              <strong>{label}</strong>
              <bdi className={styles.text}>{inWords(side)}</bdi>
            </span>
          </label>
        ))}
      </div>
      {isText && (
        <textarea
          className={styles.area}
          rows={2}
          dir="auto"
          aria-label={t('merge.edit', { name })}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </fieldset>
  );
}
