import { useText } from '../../../../web/i18n.tsx';
import { Combobox } from '../../../studio/web/Combobox.tsx';
import { useStudioQuery } from '../../../studio/web/calls.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { BookLine } from './BookLine.tsx';

/** A field for a book: it finds books by their titles in any language; its value, and what it tells, is the book's id. */
export function BookField({
  error,
  without,
  onChoose,
}: {
  error?: string | null | undefined;
  /** A book that is not offered. */
  without?: string;
  onChoose?: (bookUuid: string | null) => void;
}) {
  const { t } = useStudioText();
  return (
    <Combobox
      name="book_uuid"
      label={t('kit.book')}
      // The field holds a book or nothing: whatever the error is, the remedy is to choose a book.
      error={error && t('picker.chooseBook')}
      useList={useBooks}
      isOffered={({ book_uuid: uuid }) => uuid !== without}
      choiceOf={(book) => ({ value: book.book_uuid, label: book.title, shown: <BookLine book={book} hasState /> })}
      onChoose={onChoose}
    />
  );
}

function useBooks(text: string | null) {
  const { language } = useText();
  return useStudioQuery('/studio/books', text === null ? null : { query: { q: text, language, page_size: 20 } });
}
