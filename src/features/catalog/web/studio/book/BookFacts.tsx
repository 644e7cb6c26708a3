import { languageNames, languages } from '../../../../../shared/languages.ts';
import { Field } from '../../../../../web/ui/Field.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { TextArea } from '../../../../studio/web/TextArea.tsx';
import type { Editing } from '../../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { bookRatings, downloads, isOpenLicence } from '../../../rules.ts';
import styles from './BookFacts.module.css';

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
  type Choice =
    | 'status'
    | 'rating'
    | 'kind'
    | 'original_language'
    | 'layout'
    | 'reading_direction'
    | 'preview'
    | 'downloads';
  const choice = (name: Choice, options: readonly { value: string; label: string }[], hint?: string) => (
    <ChoiceField
      label={t(`book.fields.${name}`)}
      value={String(value[name])}
      hint={faults.fields[name] ?? hint}
      options={options}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  );
  const yesOrNo = [
    { value: 'yes', label: t('kit.yes') },
    { value: 'no', label: t('kit.no') },
  ];
  const previews = value.kind === 'comic' ? (['blur', 'none'] as const) : (['none', 'words'] as const);
  return (
    <div className={styles.fields}>
      {text('author')}
      {choice(
        'status',
        (['ongoing', 'finished', 'hiatus'] as const).map((each) => ({
          value: each,
          label: t(`book.statuses.${each}`),
        })),
      )}
      {choice('rating', [
        { value: '', label: t('book.ratings.none') },
        ...bookRatings.map((each) => ({ value: each, label: t(`book.ratings.${each}`) })),
      ])}
      {choice(
        'kind',
        (['comic', 'novel'] as const).map((each) => ({ value: each, label: t(`books.kinds.${each}`) })),
      )}
      {choice(
        'original_language',
        languages.map((each) => ({ value: each, label: languageNames[each] })),
      )}
      {choice(
        'layout',
        (['strip', 'pages'] as const).map((each) => ({ value: each, label: t(`book.layouts.${each}`) })),
      )}
      {choice(
        'reading_direction',
        (['ltr', 'rtl'] as const).map((each) => ({ value: each, label: t(`book.directions.${each}`) })),
      )}
      {text('public_free_chapters', { hint: t('book.freeHint', { count: defaultFree }), inputMode: 'numeric' })}
      {text('early_access_days', { hint: t('book.earlyHint'), inputMode: 'numeric' })}
      {choice(
        'preview',
        previews.map((each) => ({ value: each, label: t(`book.previews.${each}`) })),
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
        [
          { value: '', label: t('book.downloads.usual') },
          ...downloads.map((each) => ({ value: each, label: t(`book.downloads.${each}`) })),
        ],
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
