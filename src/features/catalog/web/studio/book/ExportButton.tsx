import { useState } from 'react';
import { languageNames, originalFirst } from '../../../../../shared/languages.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { hasRight } from '../../../../studio/rules.ts';
import { Ask, typedOf } from '../../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../../studio/web/calls.ts';
import { useRole } from '../../../../studio/web/session-query.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import type { StudioBook } from '../../../studio-contract.ts';

const formatsOf = { comic: ['folder', 'cbz'], novel: ['folder', 'epub'] } as const;

/** Gives the owner the whole book as a file, drafts too. */
export function ExportButton({ book, title }: { book: StudioBook; title: string }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const role = useRole();
  const [isOpen, setOpen] = useState(false);
  if (!hasRight(role, 'export')) return null;
  const formats = formatsOf[book.kind];
  const languages = originalFirst(book.original_language).filter((language) => book.titles[language] !== undefined);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('book.export.open')}</Button>
      <Ask
        open={isOpen}
        title={title}
        confirm={t('book.export.open')}
        fields={['format', 'language']}
        act={(typed) => {
          const format = typedOf(formats, typed('format'));
          const language = languages.find((each) => each === typed('language'));
          const query = { format, ...(language && { language }) };
          return calls.save('/studio/books/:uuid/export', { params: { uuid: book.book_uuid }, query });
        }}
        onClose={() => setOpen(false)}
      >
        {() => (
          <>
            <p>{t('book.export.text')}</p>
            <ChoiceField
              name="format"
              label={t('book.export.format')}
              options={formats.map((value) => ({ value, label: t(`book.export.formats.${value}`) }))}
            />
            <ChoiceField
              name="language"
              label={t('book.export.language')}
              options={[
                { value: '', label: t('book.export.all') },
                ...languages.map((value) => ({ value, label: languageNames[value] })),
              ]}
            />
          </>
        )}
      </Ask>
    </>
  );
}
