import { useState } from 'react';
import { type Language, languageNames, languages } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../web/ui/Field.tsx';
import { Form, FormActions } from '../../../../web/ui/Form.tsx';
import { Notice } from '../../../../web/ui/Notice.tsx';
import { SubmitButton } from '../../../../web/ui/SubmitButton.tsx';
import { Switch } from '../../../../web/ui/Switch.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import type { ChapterInOrder } from '../../../catalog/studio-contract.ts';
import { BookField } from '../../../catalog/web/studio/BookField.tsx';
import { ChoiceField } from '../../../studio/web/ChoiceField.tsx';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { writeMoment } from '../../../studio/web/Moment.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { dayIn, zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { Conflicts } from './Conflicts.tsx';
import { addDays } from './days.ts';
import { type Planned, planSequence, type SequenceDate, type SequenceWish, usePlannedDates } from './planned-dates.ts';
import styles from './SequenceDialog.module.css';
import { Toggles } from './Toggles.tsx';
import { weekdaysOf } from './weekdays.ts';
import { ZoneField } from './ZoneField.tsx';

/** What a sequence is of: all drafts of a book, or some of its chapters. */
export type SequenceOf = { bookUuid: string; chapters?: readonly string[] };

/**
 * Publishes chapters of a book one after another: it shows the dates before they are set. `of` null: one of all books is
 * chosen first, and its drafts are meant.
 */
export function SequenceDialog({
  open,
  of,
  onScheduled,
  onClose,
}: {
  open: boolean;
  of: SequenceOf | null;
  onScheduled: () => void;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const { t: site } = useText();
  return (
    <Dialog open={open} title={t('series.title')} closeLabel={site('app.close')} onClose={onClose}>
      <SequenceForm of={of} onScheduled={onScheduled} onClose={onClose} />
    </Dialog>
  );
}

/** What is typed. */
interface Typed {
  book: string | null;
  /** Null: the first day that keeps the order of the book. */
  start: string | null;
  count: string;
  unit: 'weeks' | 'days';
  weekdays: readonly number[];
  at: string;
  zone: string;
  per: string;
  /** Null: all. */
  languages: readonly Language[] | null;
  isTold: boolean;
}

const friday = 5;

function SequenceForm({
  of,
  onScheduled,
  onClose,
}: {
  of: SequenceOf | null;
  onScheduled: () => void;
  onClose: () => void;
}) {
  const { t } = useStudioText();
  const { language } = useText();
  const calls = useStudioCalls();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Planned | null>(null);
  const [typed, setTyped] = useState<Typed>({
    book: null,
    start: null,
    ...{ count: '1', unit: 'weeks', weekdays: [friday], at: '18:00' },
    ...{ zone: zoneHere(), per: '1', languages: null, isTold: true },
  });
  const bookUuid = of?.bookUuid ?? typed.book;
  const asked = useStudioQuery(
    '/studio/books/:uuid/order',
    bookUuid === null ? null : { params: { uuid: bookUuid }, query: { language, dates: 'true' } },
  );
  const chapters = asked.data?.data.result ?? [];
  const first = placeOfFirst(chapters, of);
  const start = typed.start ?? dayAfter(chapters.filter(({ place }) => place < first));
  // Without the chapters there is no first day.
  const isKnown = asked.data !== undefined || asked.isError;
  const wish = isKnown ? wishOf({ ...typed, start }, of) : null;
  const planned = usePlannedDates(wish);
  const rows = planned?.kind === 'dates' ? planned.rows : [];
  const isEmpty = planned?.kind === 'dates' && rows.length === 0;

  function type(change: Partial<Typed>): void {
    setTyped({ ...typed, ...change });
    setRefused(null);
  }

  async function schedule(): Promise<void> {
    if (!wish || isBusy || rows.length === 0) return;
    setBusy(true);
    const done = await planSequence(calls, wish);
    setBusy(false);
    if (done.kind !== 'dates') return setRefused(done);
    const last = done.rows.at(-1)?.published_at ?? '';
    showToast({ text: t('series.done', { count: done.rows.length, last: writeMoment(last, language) }) });
    onScheduled();
    onClose();
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void schedule();
      }}
    >
      {of === null && <BookField onChoose={(book) => type({ book })} />}
      <div className={styles.pair}>
        <Field
          type="date"
          label={t('series.start')}
          value={start}
          onChange={(event) => type({ start: event.target.value })}
        />
        <Field
          type="time"
          label={t('series.at')}
          value={typed.at}
          onChange={(event) => type({ at: event.target.value })}
        />
      </div>
      <div className={styles.pair}>
        <Whole
          label={t('series.every')}
          most={typed.unit === 'weeks' ? 8 : 60}
          value={typed.count}
          onChange={(count) => type({ count })}
        />
        <ChoiceField
          label={t('series.unit')}
          value={typed.unit}
          options={(['weeks', 'days'] as const).map((value) => ({
            value,
            label: t(`series.units.${value}`, { count: Number(typed.count) }),
          }))}
          onChange={(event) => type({ unit: event.target.value === 'days' ? 'days' : 'weeks' })}
        />
      </div>
      {typed.unit === 'weeks' && (
        <Toggles
          legend={t('series.weekdays')}
          options={weekdaysOf(language).map(({ day, short, long }) => ({ value: day, label: short, name: long }))}
          chosen={typed.weekdays}
          onChange={(weekdays) => type({ weekdays })}
        />
      )}
      <details className={styles.more}>
        <summary>{t('series.more')}</summary>
        <Toggles
          legend={t('series.languages')}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          chosen={typed.languages ?? []}
          all={t('series.allLanguages')}
          onChange={(chosen) => type({ languages: chosen.length > 0 ? chosen : null })}
        />
        <div className={styles.pair}>
          <Whole label={t('series.per')} most={20} value={typed.per} onChange={(per) => type({ per })} />
          <ZoneField onChange={(zone) => type({ zone })} />
        </div>
      </details>
      <Switch label={t('publishing.tell')} isOn={typed.isTold} onChange={(isTold) => type({ isTold })} />
      {of?.chapters && <TakenBack count={rows.filter(({ is_published: isNow }) => isNow).length} />}
      <Outcome planned={refused ?? planned} first={first} isAsked={wish !== null} zone={typed.zone} />
      <FormActions>
        <Button onClick={onClose}>{t('kit.cancel')}</Button>
        {!isEmpty && (
          <SubmitButton busy={isBusy} disabled={rows.length === 0}>
            {rows.length === 0 ? t('publishing.schedule') : t('series.confirm', { count: rows.length })}
          </SubmitButton>
        )}
      </FormActions>
    </Form>
  );
}

/** The place of the first chapter of a sequence; where none is known, behind all others. */
function placeOfFirst(chapters: readonly ChapterInOrder[], of: SequenceOf | null): number {
  const isMeant = ({ chapter_uuid: id, dates }: ChapterInOrder) =>
    of?.chapters?.includes(id) ?? dates?.published_at === null;
  return chapters.find(isMeant)?.place ?? Number.MAX_SAFE_INTEGER;
}

/** The day after the last date of chapters; today where all of them have passed. */
function dayAfter(chapters: readonly ChapterInOrder[]): string {
  const last = chapters
    .flatMap(({ dates }) => dates?.last_at ?? [])
    .sort()
    .at(-1);
  const today = dayIn(Date.now(), undefined);
  const days = last === undefined ? [today] : [today, addDays(dayIn(last, undefined), 1)];
  return days.sort().at(-1) ?? today;
}

/** What is typed, as the call wants it; null while something is missing. */
function wishOf(typed: Typed & { start: string }, of: SequenceOf | null): SequenceWish | null {
  const { start, at, unit, weekdays, zone, languages: chosen } = typed;
  const [count, per] = [Number(typed.count), Number(typed.per)];
  const book = of === null ? typed.book : null;
  if (start === '' || at === '' || count < 1 || per < 1 || (of === null && book === null)) return null;
  if (unit === 'weeks' && weekdays.length === 0) return null;
  const subject = of?.chapters ? { chapters: [...of.chapters] } : { book_uuid: of?.bookUuid ?? book ?? '' };
  return {
    ...subject,
    start: `${start}T00:00`,
    every: unit === 'weeks' ? { weeks: count, weekdays: [...weekdays], at } : { days: count, at },
    time_zone: zone,
    per,
    ...(chosen && { languages: [...chosen] }),
    ...(!typed.isTold && { silent: true }),
  };
}

function Whole({
  label,
  most,
  value,
  onChange,
}: {
  label: string;
  most: number;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field
      type="number"
      label={label}
      min={1}
      max={most}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 3))}
    />
  );
}

/** Warns where chapters are published now: they go until their new date. */
function TakenBack({ count }: { count: number }) {
  const { t } = useStudioText();
  return count > 0 && <Notice>{t('series.takesBack', { count })}</Notice>;
}

/** The dates, or what stands in their way. */
function Outcome({
  planned,
  first,
  isAsked,
  zone,
}: {
  planned: Planned | null;
  /** The place of the first of the chapters. */
  first: number;
  isAsked: boolean;
  zone: string;
}) {
  const { t } = useStudioText();
  const { textOf } = useProblems();
  if (planned?.kind === 'in_the_way') return <Conflicts inTheWay={planned} place={first} />;
  if (planned?.kind === 'failed') return <Notice>{textOf(planned.error)}</Notice>;
  if (planned?.rows.length === 0) return <Notice>{t('series.noDrafts')}</Notice>;
  return (
    <div className={styles.outcome} role="status" aria-busy={isAsked && planned === null}>
      {planned ? <Dates rows={planned.rows} zone={zone} /> : t('series.incomplete')}
    </div>
  );
}

function Dates({ rows, zone }: { rows: readonly SequenceDate[]; zone: string }) {
  const { t, number } = useStudioText();
  const { language } = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who scrolls by keys must get into it
    <ol className={styles.dates} tabIndex={0} aria-label={t('series.dates')}>
      {rows.map(({ chapter_uuid: id, number: place, published_at: at }) => (
        <li key={id}>
          <span>{t('series.chapter', { number: number(place) })}</span>
          <time dateTime={at}>{writeMoment(at, language, zone)}</time>
        </li>
      ))}
    </ol>
  );
}
