import { useEffect, useId, useState } from 'react';
import { Field } from '../../../../web/ui/Field.tsx';
import { type Listed, useStudioQuery } from '../../../studio/web/calls.ts';
import { useStudioText } from '../../../studio/web/words.ts';

interface FoundBook {
  book_uuid: string;
  title: string;
}

const settleMs = 250;

/** A field for a book: it finds books by their titles while one types, and gives the UUID of the chosen one. */
export function BookField({
  hint,
  error,
  onChoose,
}: {
  hint?: string;
  error?: string | null | undefined;
  onChoose?: (bookUuid: string | null) => void;
}) {
  const { t } = useStudioText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useStudioQuery<Listed<FoundBook>>(
    asked === '' ? null : `/books?${new URLSearchParams({ q: asked, page_size: '20' })}`,
  );
  const found = data?.data.result ?? [];
  const chosen = found.find(({ title, book_uuid: uuid }) => title === typed || uuid === typed) ?? null;
  const chosenId = chosen?.book_uuid ?? null;
  useEffect(() => onChoose?.(chosenId), [chosenId, onChoose]);
  return (
    <>
      <Field
        label={t('kit.book')}
        hint={hint}
        error={error}
        list={id}
        value={typed}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <input type="hidden" name="book_uuid" value={chosenId ?? typed} />
      <datalist id={id}>
        {found.map(({ book_uuid: uuid, title }) => (
          <option key={uuid} value={title} />
        ))}
      </datalist>
    </>
  );
}
