import { use, useState } from 'react';
import { Field } from '../../../../../web/ui/Field.tsx';
import { Ask, type Typed, typedOf } from '../../../../studio/web/Ask.tsx';
import { ChoiceField } from '../../../../studio/web/ChoiceField.tsx';
import { useStudioCalls } from '../../../../studio/web/calls.ts';
import { useOutcomes } from '../../../../studio/web/Outcomes.tsx';
import type { Faults } from '../../../../studio/web/problems.ts';
import { type BulkAction, SelectionBar } from '../../../../studio/web/SelectionBar.tsx';
import type { Selection } from '../../../../studio/web/selection.ts';
import { zoneHere } from '../../../../studio/web/times.ts';
import { useStudioText } from '../../../../studio/web/words.ts';
import { mostChaptersAtOnce } from '../../../rules.ts';
import type { BulkChapters, BulkChaptersAnswer, ChapterInOrder } from '../../../studio-contract.ts';
import { DateFields, typedDate } from '../DateFields.tsx';
import { TellField, typedSilence } from '../TellField.tsx';
import { placeOf } from '../typed-place.ts';
import { ChapterActions } from './ChapterActions.tsx';
import { MoveToBook } from './MoveToBook.tsx';

const actions = ['publish', 'schedule', 'unpublish', 'access', 'move', 'trash'] as const;
type Action = (typeof actions)[number];
const overrides = ['rule', 'free', 'members'] as const;

/** What can be done with the chosen chapters of a book. */
export function ChaptersBar({
  bookId,
  rows,
  selection,
  onMove,
  onChanged,
}: {
  bookId: string;
  rows: readonly ChapterInOrder[];
  selection: Selection;
  /** Moves the chosen chapters so that the first of them has this place, counted from 0. */
  onMove: (place: number) => Promise<void>;
  onChanged: () => void;
}) {
  const { t, ...text } = useStudioText();
  const calls = useStudioCalls();
  const { tell, dialog } = useOutcomes();
  const further = use(ChapterActions);
  const [asking, setAsking] = useState<string | null>(null);
  const { chosen } = selection;
  const count = chosen.length;
  const own = actions.find((action) => action === asking) ?? null;

  async function carryOut(action: Action, typed: Typed): Promise<void> {
    if (action === 'move') return onMove(placeOf(typed) - 1);
    const done: BulkChaptersAnswer['result'] = [];
    try {
      for (let first = 0; first < count; first += mostChaptersAtOnce) {
        const body = bodyOf(action, typed, chosen.slice(first, first + mostChaptersAtOnce));
        done.push(...(await calls.send('POST', '/studio/chapters/bulk', { body })).data.result);
      }
    } finally {
      // Where a later part fails, what the earlier ones did shows in the table.
      if (done.length > 0) onChanged();
    }
    const known = new Map(rows.map((row) => [row.chapter_uuid, row]));
    tell(
      done.map((row) => {
        const [conflict] = row.conflicts ?? [];
        const chapter = known.get(row.chapter_uuid);
        const comesAfter = conflict !== undefined && chapter !== undefined && conflict.place > chapter.place;
        const why = comesAfter ? 'publishing.conflictAfter' : 'publishing.conflict';
        return {
          ...{ ...row, id: row.chapter_uuid, name: chapter?.title ?? '' },
          ...(conflict && { why: t(why, { place: conflict.place, title: conflict.title }) }),
        };
      }),
    );
  }

  const actionOf = (key: Action | 'move_to') => ({ key, label: t(`bulk.chapters.${key}`), act: () => setAsking(key) });
  const bar: BulkAction[] = [
    ...actions.filter((key) => key !== 'trash').map(actionOf),
    actionOf('move_to'),
    ...further.map(({ key, label }) => ({ key, label: label({ t, ...text }), act: () => setAsking(key) })),
    actionOf('trash'),
  ];
  return (
    <>
      <SelectionBar selection={selection} actions={bar} />
      <Ask
        open={own !== null}
        title={own ? t('bulk.chapters.title', { count }) : ''}
        confirm={own ? t(`bulk.chapters.confirm.${own}`) : ''}
        fields={['value.published_at', 'value.free_at', 'free_at', 'place']}
        act={async (typed) => {
          if (own) await carryOut(own, typed);
        }}
        onClose={() => setAsking(null)}
      >
        {(faults) => own && <Question action={own} faults={faults} />}
      </Ask>
      <MoveToBook
        open={asking === 'move_to'}
        bookId={bookId}
        chapters={chosen}
        onDone={onChanged}
        onClose={() => setAsking(null)}
      />
      {further.map(({ key, Dialog }) => (
        <Dialog
          key={key}
          open={asking === key}
          bookId={bookId}
          chapters={chosen}
          onDone={onChanged}
          onClose={() => setAsking(null)}
        />
      ))}
      {dialog}
    </>
  );
}

function Question({ action, faults }: { action: Action; faults: Faults }) {
  const { t } = useStudioText();
  switch (action) {
    case 'schedule':
      return (
        <>
          <DateFields error={faults.fields['value.published_at']} />
          <TellField />
        </>
      );
    case 'access':
      return (
        <>
          <ChoiceField
            name="access"
            label={t('publishing.access')}
            options={overrides.map((value) => ({ value, label: t(`publishing.overrides.${value}`) }))}
          />
          <Field
            name="free_at"
            type="datetime-local"
            label={t('chapter.fields.free_at')}
            hint={t('chapter.freeHint', { zone: zoneHere() })}
            error={faults.fields['value.free_at'] ?? faults.fields.free_at}
          />
        </>
      );
    case 'move':
      return <Field name="place" label={t('order.place')} inputMode="numeric" error={faults.fields.place} required />;
    case 'publish':
      return (
        <>
          <p>{t('bulk.chapters.text.publish')}</p>
          <TellField />
        </>
      );
    default:
      return <p>{t(`bulk.chapters.text.${action}`)}</p>;
  }
}

function bodyOf(action: Exclude<Action, 'move'>, typed: Typed, chapters: string[]): BulkChapters {
  switch (action) {
    case 'schedule':
      return { chapters, action, value: { ...typedDate(typed), ...typedSilence(typed) } };
    case 'access': {
      const access = typedOf(overrides, typed('access'));
      const freeAt = typed('free_at');
      const isOpen = access === 'free' || freeAt === '';
      return { chapters, action, value: { access, free_at: isOpen ? null : freeAt, time_zone: zoneHere() } };
    }
    case 'publish':
      return { chapters, action, ...typedSilence(typed) };
    default:
      return { chapters, action };
  }
}
