import { useRef, useState } from 'react';
import { type Language, languageNames, languages } from '../../../../../shared/languages.ts';
import { useNavigate } from '../../../../../web/router.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Field } from '../../../../../web/ui/Field.tsx';
import { studioPaths } from '../../../../studio/pages.ts';
import { Ask } from '../../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../../studio/web/calls.ts';
import { useDraft } from '../../../../studio/web/unsaved.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { MarkdownField } from './MarkdownField.tsx';

/** Writes a new chapter of a novel from nothing, and leads to it. What is typed stays while the dialog is closed. */
export function NewChapter({ bookId, original }: { bookId: string; original: Language }) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const navigate = useNavigate();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setOpen] = useState(false);
  const draft = useDraft(
    `/books/${bookId}/new-chapter`,
    { title: '', language: original, markdown: '' },
    ({ title, markdown }) => title !== '' || markdown !== '',
  );
  const { title, language, markdown } = draft.value;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        {t('text.newChapter')}
      </Button>
      <Ask
        open={isOpen}
        title={t('text.newChapter')}
        fields={['title', 'language', 'markdown']}
        confirm={t('text.makeDraft')}
        act={async () => {
          const { data } = await calls.send('POST', '/studio/books/:uuid/chapters', {
            params: { uuid: bookId },
            body: { title, language, markdown },
          });
          draft.drop();
          navigate(studioPaths.chapter(bookId, data.result.chapter_uuid));
        }}
        onClose={() => setOpen(false)}
      >
        {({ fields }) => (
          <>
            <Field
              label={t('text.chapterTitle')}
              value={title}
              required
              dir="auto"
              error={fields.title}
              onChange={(event) => draft.change({ title: event.target.value })}
            />
            <ChoiceField
              label={t('kit.language')}
              value={language}
              options={languages.map((each) => ({ value: each, label: languageNames[each] }))}
              onChange={(event) =>
                draft.change({ language: languages.find((each) => each === event.target.value) ?? original })
              }
            />
            <MarkdownField
              label={t('text.markdown')}
              value={markdown}
              language={language}
              error={fields.markdown}
              area={area}
              onChange={(text) => draft.change({ markdown: text })}
            />
          </>
        )}
      </Ask>
    </>
  );
}
