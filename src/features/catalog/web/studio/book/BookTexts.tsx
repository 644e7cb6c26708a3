import { languageNames, originalFirst } from '../../../../../shared/languages.ts';
import { Field } from '../../../../../web/ui/Field.tsx';
import { FieldGroup } from '../../../../studio/web/FieldGroup.tsx';
import { TextArea } from '../../../../studio/web/TextArea.tsx';
import type { Editing } from '../../../../studio/web/use-editing.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { StudioBook } from '../../../studio-contract.ts';
import styles from './BookTexts.module.css';

/** Titles and introductions in all languages side by side; on a small screen below one another. */
export function BookTexts({ editing, book }: { editing: Editing; book: StudioBook }) {
  const { t } = useStudioText();
  const { value, change, faults } = editing;
  return (
    <div className={styles.languages}>
      {originalFirst(book.original_language).map((language) => {
        const [title, introduction] = [`titles.${language}`, `introductions.${language}`];
        return (
          <FieldGroup
            key={language}
            name={languageNames[language] + (language === book.original_language ? ` · ${t('book.originalMark')}` : '')}
          >
            <Field
              label={t('book.fields.titles')}
              value={String(value[title] ?? '')}
              error={faults.fields[title]}
              dir="auto"
              onChange={(event) => change({ [title]: event.target.value })}
            />
            <TextArea
              label={t('book.fields.introductions')}
              rows={8}
              value={String(value[introduction] ?? '')}
              error={faults.fields[introduction]}
              onChange={(event) => change({ [introduction]: event.target.value })}
            />
          </FieldGroup>
        );
      })}
    </div>
  );
}
