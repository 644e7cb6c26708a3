import { Field } from '../../../../../web/ui/Field.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { TextArea } from '../../../../studio/web/TextArea.tsx';
import type { Editing } from '../../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { isOpenLicence } from '../../../rules.ts';
import styles from './BookFacts.module.css';
import { type Option, useBookOptions } from './book-options.ts';

/** The facts of a book and the rules by which its chapters open. */
export function BookFacts({
  editing: { value, change, faults },
  defaultFree,
}: {
  editing: Editing;
  /** The free chapters of a book that names no number. */
  defaultFree: number;
}) {
  const { t } = useStudioText();
  type Name = 'author' | 'licence' | 'public_free_chapters' | 'early_access_days';
  const text = (name: Name, more: { hint?: string; inputMode?: 'numeric' } = {}) => (
    <Field
      {...more}
      label={t(`book.fields.${name}`)}
      value={String(value[name] ?? '')}
      error={faults.fields[name]}
      dir="auto"
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const options = useBookOptions();
  const choice = (name: keyof typeof options, hint?: string, offered: readonly Option[] = options[name]) => (
    <ChoiceField
      label={t(`book.fields.${name}`)}
      value={String(value[name])}
      hint={faults.fields[name] ?? hint}
      options={offered}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const yesOrNo = [
    { value: 'yes', label: t('kit.yes') },
    { value: 'no', label: t('kit.no') },
  ];
  const noPreview = value.kind === 'comic' ? 'words' : 'blur';
  return (
    <div className={styles.fields}>
      {text('author')}
      {choice('status')}
      {choice('rating')}
      {choice('kind')}
      {choice('original_language')}
      {choice('layout')}
      {choice('reading_direction')}
      {text('public_free_chapters', { hint: t('book.freeHint', { count: defaultFree }), inputMode: 'numeric' })}
      {text('early_access_days', { hint: t('book.earlyHint'), inputMode: 'numeric' })}
      {choice(
        'preview',
        undefined,
        options.preview.filter((option) => option.value !== noPreview),
      )}
      <ChoiceField
        label={t('book.fields.show_schedule')}
        value={value.show_schedule ? 'yes' : 'no'}
        options={yesOrNo}
        onChange={(event) => change({ show_schedule: event.target.value === 'yes' })}
      />
      {text('licence')}
      {choice(
        'downloads',
        isOpenLicence(String(value.licence)) && value.downloads !== 'everyone' ? t('book.downloadsHint') : undefined,
      )}
      <TextArea
        label={t('book.fields.attribution')}
        value={String(value.attribution ?? '')}
        error={faults.fields.attribution}
        onChange={(event) => change({ attribution: event.target.value })}
      />
      <TextArea
        label={t('book.fields.tags')}
        hint={t('book.tagsHint')}
        rows={4}
        value={String(value.tags ?? '')}
        error={faults.fields.tags}
        onChange={(event) => change({ tags: event.target.value })}
      />
      <TextArea
        label={t('book.fields.aliases')}
        hint={t('book.aliasesHint')}
        rows={4}
        value={String(value.aliases ?? '')}
        error={faults.fields.aliases}
        onChange={(event) => change({ aliases: event.target.value })}
      />
    </div>
  );
}
