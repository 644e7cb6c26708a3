import { Field } from '../../../../web/ui/Field.tsx';
import type { Typed } from '../../../studio/web/Ask.tsx';
import { clockIn, dayIn, zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';

/** The day, the time and the zone of a publication, in a dialog. */
export function DateFields({ error }: { error: string | undefined }) {
  const { t } = useStudioText();
  const begin = new Date(Date.now() + 60 * 60 * 1000).toISOString();
  return (
    <>
      <Field
        name="date"
        type="date"
        label={t('publishing.date')}
        defaultValue={dayIn(begin, undefined)}
        error={error}
        required
      />
      <Field
        name="time"
        type="time"
        label={t('publishing.time')}
        step={60}
        defaultValue={`${clockIn(begin, undefined).slice(0, 2)}:00`}
        hint={t('chapter.timeHint', { zone: zoneHere() })}
        required
      />
    </>
  );
}

/** What was typed there, as calls take it. */
export const typedDate = (typed: Typed) => ({
  published_at: `${typed('date')}T${typed('time')}`,
  time_zone: zoneHere(),
});
