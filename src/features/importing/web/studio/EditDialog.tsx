import { isLanguage, type Language, languageNames, languages, languageTags } from '../../../../shared/languages.ts';
import { Field } from '../../../../web/ui/Field.tsx';
import { Ask, type Typed } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import type { PlanBook, PlanChange, PlanFile } from '../../studio-contract.ts';

const pageSize = 500;

/** The chapter of a file: its title, its place and its language, before anything is published. */
export function EditDialog({
  importId,
  file,
  books,
  change,
  onClose,
}: {
  importId: string;
  /** Null: the dialog is closed. */
  file: PlanFile | null;
  books: readonly PlanBook[];
  change: (changes: PlanChange[]) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const made = file?.becomes;
  const book = books.find(({ key }) => key === made?.book);
  const chapter = book?.chapters.find(({ key }) => key === made?.chapter);
  const language = made?.language && isLanguage(made.language) ? made.language : null;
  const title = (language && chapter?.titles[language]) ?? '';

  /** The files of the chapter in that language, on whatever page of the plan they stand. */
  async function filesOfEdition(): Promise<string[]> {
    const found: string[] = [];
    for (let page = 0; ; page += 1) {
      const { data } = await calls.get('/studio/imports/:id/plan', {
        params: { id: importId },
        query: { page, page_size: pageSize },
      });
      for (const { file_id: id, becomes } of data.result.files)
        if (becomes?.book === made?.book && becomes?.chapter === made?.chapter && becomes?.language === language)
          found.push(id);
      if ((page + 1) * pageSize >= data.total) return found;
    }
  }

  async function act(typed: Typed): Promise<void> {
    if (!book || !chapter?.key || !language) return;
    const changes: PlanChange[] = [];
    const wanted = typed('title').trim();
    const before = typed('before');
    const chosen = typed('language');
    const named = wanted !== title && wanted !== '' ? { titles: { [language]: wanted } } : {};
    const moved = before === 'stay' ? {} : { before: before === '' ? null : before };
    if ('titles' in named || 'before' in moved)
      changes.push({ chapter: chapter.key, book: book.key, ...named, ...moved });
    if (isLanguage(chosen) && chosen !== language) changes.push({ files: await filesOfEdition(), language: chosen });
    if (changes.length > 0) await change(changes);
  }

  const others = book?.chapters.filter(({ key }) => key !== null && key !== chapter?.key) ?? [];
  return (
    <Ask
      open={file !== null && chapter !== undefined}
      title={title}
      confirm={t('kit.save')}
      fields={['title', 'language', 'before']}
      act={act}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          <Field name="title" label={t('imports.chapterTitle')} dir="auto" defaultValue={title} error={fields.title} />
          <ChoiceField
            name="language"
            label={t('imports.languageOf')}
            defaultValue={language ?? ''}
            options={languages.map((value: Language) => ({ value, label: languageNames[value] }))}
            lang={language ? languageTags[language] : undefined}
          />
          <ChoiceField
            name="before"
            label={t('imports.moveBefore')}
            defaultValue="stay"
            options={[
              { value: 'stay', label: '–' },
              ...others.map(({ key, number, titles }) => ({
                value: key ?? '',
                label: `${number} ${Object.values(titles)[0] ?? ''}`,
              })),
              { value: '', label: t('imports.atEnd') },
            ]}
          />
        </>
      )}
    </Ask>
  );
}
