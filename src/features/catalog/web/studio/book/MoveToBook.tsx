import { Notice } from '../../../../../web/ui/Notice.tsx';
import { showToast } from '../../../../../web/ui/toasts.ts';
import { Ask, type Typed, typedOf } from '../../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../../studio/web/calls.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { mostChaptersAtOnce } from '../../../rules.ts';
import { BookField } from '../BookField.tsx';
import type { ChosenChapters } from './ChapterActions.tsx';

const places = ['firstDraft', 'end'] as const;

/** Moves chosen chapters to another book: before its first draft, or to its end. */
export function MoveToBook({ open, bookId, chapters, onDone, onClose }: ChosenChapters) {
  const { t, number } = useStudioText();
  const calls = useStudioCalls();

  async function move(typed: Typed): Promise<void> {
    const to = typed('book_uuid');
    const before = typedOf(places, typed('place')) === 'firstDraft' ? await firstDraftOf(to) : null;
    await calls.send('POST', '/studio/chapters/move_to', { body: { chapters: [...chapters], book_uuid: to, before } });
    onDone();
    showToast({ text: t('bulk.done', { count: chapters.length }) });
  }

  /** Null: the book has none, so that the chapters go to its end. */
  async function firstDraftOf(uuid: string): Promise<string | null> {
    if (uuid === '') return null;
    const { data } = await calls.get('/studio/books/:uuid/order', { params: { uuid } });
    const draft = data.result.find(({ state }) => state === null || state === 'draft');
    return draft?.chapter_uuid ?? null;
  }

  return (
    <Ask
      open={open}
      title={t('bulk.chapters.title', { count: chapters.length })}
      confirm={t('bulk.moveTo.confirm')}
      fields={['book_uuid']}
      act={move}
      onClose={onClose}
    >
      {({ fields }) => (
        <>
          <p>{t('bulk.moveTo.text')}</p>
          {chapters.length > mostChaptersAtOnce && (
            <Notice>{t('bulk.moveTo.tooMany', { most: number(mostChaptersAtOnce) })}</Notice>
          )}
          <BookField error={fields.book_uuid} without={bookId} />
          <ChoiceField
            name="place"
            label={t('bulk.moveTo.place')}
            options={places.map((value) => ({ value, label: t(`bulk.moveTo.${value}`) }))}
          />
        </>
      )}
    </Ask>
  );
}
