import { type KeyboardEvent, useState } from 'react';
import { languageTags } from '../../../../shared/languages.ts';
import { writeDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { writeTimeOfDay, writeWeekday } from '../../../../web/moments.ts';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { FormActions } from '../../../../web/ui/Form.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { Loaded } from '../../../studio/web/Page.tsx';
import { useSetSearch } from '../../../studio/web/Pager.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { clockIn, dayIn } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { Conflicts } from './Conflicts.tsx';
import { addDays, addMonths, weeksOf } from './months.ts';
import styles from './PublishingCalendar.module.css';
import type { PublishingFilter } from './PublishingList.tsx';
import { type Dated, type InTheWay, type Move, moveChapter } from './publishing.ts';

const keyOf = ({ chapter_uuid: chapter, language }: Dated) => `${chapter} ${language}`;

/**
 * A month as a table. A chapter is dragged to another day and keeps its time; with keys, Enter picks it up, arrows move
 * it by day and week, Enter drops it and Esc leaves it where it was. A live region tells each step.
 */
export function PublishingCalendar({ filter, onMove }: { filter: PublishingFilter; onMove: (row: Dated) => void }) {
  const { t } = useStudioText();
  const { t: site, language } = useText();
  const search = useSearch();
  const setSearch = useSetSearch();
  const calls = useStudioCalls();
  const { textOf } = useProblems();
  const [lifted, setLifted] = useState<{ row: Dated; day: string } | null>(null);
  const [told, setTold] = useState('');
  const [held, setHeld] = useState<{ move: Move; conflicts: readonly InTheWay[] } | null>(null);
  const today = dayIn(Date.now(), undefined);
  const asked = search.get('month');
  const month = asked && /^\d{4}-\d\d$/.test(asked) ? `${asked}-01` : `${today.slice(0, 7)}-01`;
  const weeks = weeksOf(month);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const last = weeks.at(-1)?.[6] ?? month;
  const rows = useStudioQuery('/studio/publishing', {
    query: {
      ...{ from: `${weeks[0]?.[0]}T00:00:00`, to: `${addDays(last, 1)}T00:00:00`, time_zone: zone, page_size: 100 },
      ...{ book: filter.book ?? undefined, language: filter.language ?? undefined },
    },
  });
  const dayName = (day: string) => writeDay(`${day}T12:00:00Z`, language);

  async function carryOut(move: Move): Promise<void> {
    try {
      const moved = await moveChapter(calls, move);
      if (moved.kind === 'in_the_way') return setHeld({ move, conflicts: moved.conflicts });
      setHeld(null);
      await rows.refetch();
      setTold(t('publishing.dropped', { title: move.row.title, day: dayName((move.at ?? '').slice(0, 10)) }));
    } catch (error) {
      setHeld(null);
      showToast({ text: textOf(error) });
    }
  }

  /** Moves a chapter to another day, at the same time of the clock. */
  function drop(row: Dated, day: string): void {
    setLifted(null);
    if (row.published_at === null || dayIn(row.published_at, undefined) === day) return;
    void carryOut({ row, at: `${day}T${clockIn(row.published_at, undefined)}`, zone });
  }

  function lift(row: Dated): void {
    const day = dayIn(row.published_at ?? Date.now(), undefined);
    setLifted({ row, day });
    setTold(t('publishing.lifted', { title: row.title, day: dayName(day) }));
  }

  function leave(row: Dated): void {
    setLifted(null);
    setTold(t('publishing.left', { title: row.title }));
  }

  function hold(row: Dated, day: string): void {
    setLifted({ row, day });
    setTold(t('publishing.over', { day: dayName(day) }));
    if (day < (weeks[0]?.[0] ?? day) || day > last) setSearch({ month: day.slice(0, 7) });
  }

  function handleKey(event: KeyboardEvent, row: Dated): void {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = daysOf(event.key, isRtl);
    if (event.key !== 'Enter' && (!lifted || (event.key !== 'Escape' && step === 0))) return;
    event.preventDefault();
    if (!lifted) lift(row);
    else if (event.key === 'Enter') drop(row, lifted.day);
    else if (event.key === 'Escape') leave(row);
    else hold(row, addDays(lifted.day, step));
  }

  const monthName = new Intl.DateTimeFormat(languageTags[language], {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC', calendar: 'gregory' },
  }).format(new Date(`${month}T12:00:00Z`));

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <h2 className={styles.month} aria-live="polite">
          {monthName}
        </h2>
        <Button onClick={() => setSearch({ month: addMonths(month, -1).slice(0, 7) })}>
          {t('publishing.monthBefore')}
        </Button>
        <Button onClick={() => setSearch({ month: addMonths(month, 1).slice(0, 7) })}>
          {t('publishing.monthAfter')}
        </Button>
      </div>
      <p className={styles.hint}>{t('publishing.keys', { zone })}</p>
      <p className="visually-hidden" aria-live="assertive">
        {told}
      </p>
      <Loaded asked={rows}>
        {({ data: { result, total } }) => (
          <>
            {total > result.length && <p>{t('publishing.more', { count: total - result.length })}</p>}
            <table className={styles.table}>
              <thead>
                <tr>
                  {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                    <th key={day} scope="col">
                      {writeWeekday(language, day)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.map((week) => (
                  <tr key={week[0]}>
                    {week.map((day) => {
                      const ofDay = result.filter((row) => dayOfRow(row, lifted) === day);
                      return (
                        <td
                          key={day}
                          className={classes(
                            styles.day,
                            day === today && styles.today,
                            day.slice(0, 7) !== month.slice(0, 7) && styles.other,
                            ofDay.length === 0 && styles.empty,
                          )}
                          onDragOver={(event) => event.preventDefault()}
                          onDrop={(event) => {
                            const row = result.find((each) => keyOf(each) === event.dataTransfer.getData('text/plain'));
                            if (row) drop(row, day);
                          }}
                        >
                          <time dateTime={day} className={styles.number}>
                            <span aria-hidden="true">{Number(day.slice(8))}</span>
                            <span className="visually-hidden">{dayName(day)}</span>
                          </time>
                          {ofDay.map((row) => (
                            <span key={keyOf(row)} className={styles.entry}>
                              <button
                                type="button"
                                draggable
                                className={classes(styles.chapter, lifted?.row === row && styles.lifted)}
                                aria-pressed={lifted?.row === row}
                                onDragStart={(event) => event.dataTransfer.setData('text/plain', keyOf(row))}
                                onKeyDown={(event) => handleKey(event, row)}
                                onBlur={() => lifted?.row === row && setLifted(null)}
                                onClick={(event) => event.detail > 0 && onMove(row)}
                              >
                                {t('publishing.entry', {
                                  book: row.book_title,
                                  number: String(row.number ?? row.place),
                                  time: writeTimeOfDay(language, row.published_at ?? '', {
                                    now: Date.now(),
                                    timeZone: undefined,
                                  }),
                                  state: t(`publishing.states.${row.state}`),
                                })}
                              </button>
                              <button
                                type="button"
                                className={styles.to}
                                aria-label={t('publishing.moveOf', { title: row.title, place: row.place })}
                                onClick={() => onMove(row)}
                              >
                                {t('publishing.moveTo')}
                              </button>
                            </span>
                          ))}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </Loaded>
      <Dialog
        open={held !== null}
        title={t('errors.publish_out_of_order')}
        closeLabel={site('app.close')}
        onClose={() => setHeld(null)}
      >
        {held && (
          <>
            <Conflicts conflicts={held.conflicts} />
            <FormActions>
              <Button onClick={() => setHeld(null)}>{t('kit.cancel')}</Button>
              <Button variant="primary" onClick={() => void carryOut({ ...held.move, withLater: true })}>
                {t('publishing.withLater')}
              </Button>
            </FormActions>
          </>
        )}
      </Dialog>
    </div>
  );
}

/** The day in whose cell a row is shown: its own, or while it is being moved, the day over which it is held. */
function dayOfRow(row: Dated, lifted: { row: Dated; day: string } | null): string | null {
  if (lifted && keyOf(lifted.row) === keyOf(row)) return lifted.day;
  return row.published_at && dayIn(row.published_at, undefined);
}

/** By how many days an arrow key moves a chapter: 1 or 7, forward or back; 0 where the key is no arrow. */
function daysOf(key: string, isRtl: boolean): number {
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowUp: -7, ArrowDown: 7 },
    ArrowLeft: isRtl ? 1 : -1,
    ArrowRight: isRtl ? -1 : 1,
  };
  return steps[key] ?? 0;
}
