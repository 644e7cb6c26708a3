import { useState } from 'react';
import { languageNames, languages } from '../../../../shared/languages.ts';
import { type HomeRow, type RowKind, rowKinds } from '../../../../shared/site-settings.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { BookField } from '../../../catalog/web/studio/BookField.tsx';
import { BookLine } from '../../../catalog/web/studio/BookLine.tsx';
import { NamedBooks, useNamedBook } from '../../../catalog/web/studio/NamedBook.tsx';
import type { Typed } from '../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { LimitFields } from '../../../studio/web/LimitFields.tsx';
import { useStudioText } from '../../../studio/web/words.ts';
import styles from './RowFields.module.css';

/** The server's names of a row's fields. */
export const fieldsOfRow = (at: number): string[] =>
  ['kind', 'title', 'tag', 'books', 'languages', 'from', 'until'].map((field) => `rows.${at}.${field}`);

/** The row that was typed; what does not belong to its kind is left out. */
export function readRow(typed: Typed): HomeRow {
  const kind = rowKinds.find((each) => each === typed('kind')) ?? 'recommended';
  const title = Object.fromEntries(
    languages.flatMap((language) =>
      typed(`title.${language}`).trim() ? [[language, typed(`title.${language}`)]] : [],
    ),
  );
  const only = languages.filter((language) => typed(`language.${language}`) !== '');
  const timeOf = (field: string) => (typed(field) ? new Date(typed(field)).toISOString() : undefined);
  const [from, until] = [timeOf('from'), timeOf('until')];
  return {
    kind,
    ...(Object.keys(title).length > 0 && { title }),
    ...(kind === 'tag' && { tag: typed('tag').trim() }),
    ...(kind === 'picked' && { books: typed('books').split(' ').filter(Boolean) }),
    ...(only.length > 0 && { languages: only }),
    ...(from && { from }),
    ...(until && { until }),
  };
}

/** The fields of a row, by its kind. */
export function RowFields({
  row,
  at,
  faults,
}: {
  row: HomeRow | undefined;
  at: number;
  faults: Readonly<Record<string, string>>;
}) {
  const { t } = useStudioText();
  const [kind, setKind] = useState<RowKind>(row?.kind ?? 'newest');
  const faultOf = (field: string) => faults[`rows.${at}.${field}`];
  return (
    <>
      <ChoiceField
        name="kind"
        label={t('rows.kind')}
        value={kind}
        options={rowKinds.map((value) => ({ value, label: t(`rows.kinds.${value}`) }))}
        hint={t(`rows.hints.${kind}`)}
        onChange={({ target: { value } }) => setKind(rowKinds.find((each) => each === value) ?? kind)}
      />
      {kind === 'tag' && (
        <Field name="tag" label={t('rows.tag')} defaultValue={row?.tag} error={faultOf('tag')} dir="auto" required />
      )}
      {kind === 'picked' && <PickedBooks first={row?.books ?? []} error={faultOf('books')} />}
      <details className={styles.more} open={row?.title !== undefined}>
        <summary>{t('rows.titles')}</summary>
        <p className={styles.hint}>{t('rows.titlesHint')}</p>
        {faultOf('title') && <Notice>{t('rows.titlesHint')}</Notice>}
        {languages.map((language) => (
          <Field
            key={language}
            name={`title.${language}`}
            label={languageNames[language]}
            defaultValue={row?.title?.[language]}
            dir="auto"
          />
        ))}
      </details>
      <details className={styles.more} open={[row?.languages, row?.from, row?.until].some(Boolean)}>
        <summary>{t('rows.limits')}</summary>
        <LimitFields row={row} faults={{ from: faultOf('from'), until: faultOf('until') }} />
      </details>
    </>
  );
}

/** The books of a row by hand, in the order in which they were chosen. */
function PickedBooks({ first, error }: { first: readonly string[]; error: string | undefined }) {
  const { t } = useStudioText();
  const [books, setBooks] = useState(first);
  const add = (book: string | null) => book !== null && !books.includes(book) && setBooks([...books, book]);
  return (
    <div className={styles.picked}>
      <input type="hidden" name="books" value={books.join(' ')} />
      <NamedBooks ids={first}>
        <ol className={styles.books}>
          {books.map((book) => (
            <li key={book} className={styles.book}>
              <NamedBooks ids={first.includes(book) ? [] : [book]}>
                <PickedBook id={book} onRemove={() => setBooks(books.filter((each) => each !== book))} />
              </NamedBooks>
            </li>
          ))}
        </ol>
      </NamedBooks>
      <BookField key={books.length} error={books.length === 0 ? error : undefined} onChoose={add} />
      {books.length > 0 && error && <Notice>{t('kit.wrongValue')}</Notice>}
    </div>
  );
}

function PickedBook({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useStudioText();
  const book = useNamedBook({ id, name: '' });
  return (
    <>
      <BookLine book={book} />
      <Button aria-label={t('rows.takeOutOf', { name: book.title })} onClick={onRemove}>
        {t('rows.takeOut')}
      </Button>
    </>
  );
}
