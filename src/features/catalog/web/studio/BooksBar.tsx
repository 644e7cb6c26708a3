import { type ReactNode, useState } from 'react';
import { useSite } from '../../../../web/site.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Ask, type Typed } from '../../../studio/web/Ask.tsx';
import { useStudioCalls } from '../../../studio/web/calls.ts';
import { useOutcomes } from '../../../studio/web/Outcomes.tsx';
import type { Faults } from '../../../studio/web/problems.ts';
import { SelectionBar } from '../../../studio/web/SelectionBar.tsx';
import type { Selection } from '../../../studio/web/selection.ts';
import { readOptionalNumber } from '../../../studio/web/typed-number.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { defaultFreeChapters } from '../../rules.ts';
import type { BookRow, BulkBooks } from '../../studio-contract.ts';
import { DateFields, typedDate } from './DateFields.tsx';
import { TellField, typedSilence } from './TellField.tsx';

type Action = 'publish' | 'schedule' | 'free_chapters' | 'tags_add' | 'tags_remove' | 'hide' | 'show' | 'trash';

const actions: readonly Action[] = [
  'publish',
  'schedule',
  'free_chapters',
  'tags_add',
  'tags_remove',
  'hide',
  'show',
  'trash',
];

/** What can be done with the chosen books. */
export function BooksBar({
  books,
  selection,
  onChanged,
}: {
  books: readonly BookRow[];
  selection: Selection;
  onChanged: () => void;
}) {
  const { t } = useStudioText();
  const calls = useStudioCalls();
  const { tell, dialog } = useOutcomes();
  const [asking, setAsking] = useState<Action | null>(null);
  const count = selection.chosen.length;

  async function carryOut(action: Action, typed: Typed): Promise<void> {
    const { data } = await calls.send('POST', '/studio/books/bulk', {
      body: bodyOf(action, typed, [...selection.chosen]),
    });
    const titles = new Map(books.map(({ book_uuid: id, title }) => [id, title]));
    tell(
      data.result.map((row) => ({
        ...{ ...row, id: row.book_uuid, name: titles.get(row.book_uuid) ?? '' },
        ...(action === 'tags_add' && row.code === 'invalid_request' && { why: t('bulk.tooManyTags') }),
      })),
    );
    onChanged();
  }

  return (
    <>
      <SelectionBar
        selection={selection}
        actions={actions.map((key) => ({ key, label: t(`bulk.books.${key}`), act: () => setAsking(key) }))}
      />
      <Ask
        open={asking !== null}
        title={asking ? t('bulk.books.title', { count }) : ''}
        confirm={asking ? t(`bulk.books.confirm.${asking}`) : ''}
        fields={['value.published_at', 'value']}
        act={async (typed) => {
          if (asking) await carryOut(asking, typed);
        }}
        onClose={() => setAsking(null)}
      >
        {(faults) => asking && <Question action={asking} faults={faults} />}
      </Ask>
      {dialog}
    </>
  );
}

function Question({ action, faults }: { action: Action; faults: Faults }): ReactNode {
  const { t } = useStudioText();
  const { freeChapters = defaultFreeChapters } = useSite();
  switch (action) {
    case 'schedule':
      return (
        <>
          <p>{t('bulk.books.text.schedule')}</p>
          <DateFields error={faults.fields['value.published_at']} />
          <TellField />
        </>
      );
    case 'free_chapters':
      return (
        <Field
          name="free"
          label={t('book.fields.public_free_chapters')}
          hint={t('book.freeHint', { count: freeChapters })}
          inputMode="numeric"
          error={faults.fields.value}
        />
      );
    case 'tags_add':
    case 'tags_remove':
      return (
        <Field
          name="tags"
          label={t('book.fields.tags')}
          hint={t('bulk.tagsHint')}
          error={faults.fields.value}
          dir="auto"
          required
        />
      );
    case 'publish':
      return (
        <>
          <p>{t('bulk.books.text.publish')}</p>
          <TellField />
        </>
      );
    default:
      return <p>{t(`bulk.books.text.${action}`)}</p>;
  }
}

function bodyOf(action: Action, typed: Typed, books: string[]): BulkBooks {
  switch (action) {
    case 'schedule':
      return { books, action, value: { ...typedDate(typed), ...typedSilence(typed) } };
    case 'free_chapters':
      return { books, action, value: readOptionalNumber(typed('free')) };
    case 'tags_add':
    case 'tags_remove': {
      const tags = typed('tags').split(/[,，、،\n]/);
      return { books, action, value: tags.map((tag) => tag.trim()).filter((tag) => tag !== '') };
    }
    case 'publish':
      return { books, action, ...typedSilence(typed) };
    default:
      return { books, action };
  }
}
