import { type KeyboardEvent, useRef, useState } from 'react';
import { languageTags } from '../../../../shared/languages.ts';
import { writeDay } from '../../../../web/date-time.ts';
import { useText } from '../../../../web/i18n.tsx';
import { useSearch } from '../../../../web/router.tsx';
import { Button } from '../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../web/ui/Dialog.tsx';
import { FormActions } from '../../../../web/ui/Form.tsx';
import { showToast } from '../../../../web/ui/toasts.ts';
import { renewOnConflict, useRefresh, useStudioCalls, useStudioQuery } from '../../../studio/web/calls.ts';
import { writeMoment } from '../../../studio/web/Moment.tsx';
import { useSetSearch } from '../../../studio/web/Pager.tsx';
import { useProblems } from '../../../studio/web/problems.ts';
import { clockIn, dayIn, zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { CalendarWeek } from './CalendarWeek.tsx';
import type { ChipActs } from './ChapterChip.tsx';
import { Conflicts } from './Conflicts.tsx';
import { Drafts } from './Drafts.tsx';
import { addDays, weekOf } from './days.ts';
import { type Moving, usualTime } from './MoveDialog.tsx';
import styles from './PublishingCalendar.module.css';
import {
  type DatedChapter,
  languagesAtDate,
  type Move,
  type Moved,
  moveChapter,
  type PublishingFilter,
  stateOf,
} from './publishing.ts';
import { weekdaysOf } from './weekdays.ts';

const shownWeeks = 5;
const turnedWeeks = 4;

/**
 * Weeks from the present one on, and the drafts beside them. A chapter is dragged to another day and keeps its time; with
 * keys, Enter picks it up, arrows move it by day and week, Enter drops it and Esc leaves it where it was. A live region
 * tells each step.
 */
export function PublishingCalendar({ filter, onMove }: { filter: PublishingFilter; onMove: (moving: Moving) => void }) {
  const { t } = useStudioText();
  const { t: site, language } = useText();
  const search = useSearch();
  const setSearch = useSetSearch();
  const calls = useStudioCalls();
  const refresh = useRefresh('/studio/publishing');
  const { textOf } = useProblems();
  const dragged = useRef<DatedChapter | null>(null);
  const [lifted, setLifted] = useState<{ chapter: DatedChapter; day: string } | null>(null);
  const dropped = useRef<{ id: string; day: string } | null>(null);
  const [told, setTold] = useState('');
  const [held, setHeld] = useState<{ move: Move; inTheWay: Moved & { kind: 'in_the_way' } } | null>(null);
  const windows = useStudioQuery('/studio/windows', { query: { page_size: 100 } });
  const weekdays = weekdaysOf(language);
  const firstWeekday = weekdays[0]?.day ?? 1;
  const today = dayIn(Date.now(), undefined);
  const asked = search.get('week');
  const thisWeek = weekOf(today, firstWeekday)[0] ?? today;
  const begin = asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? (weekOf(asked, firstWeekday)[0] ?? thisWeek) : thisWeek;
  const weeks = weeksFrom(begin, lifted?.day, firstWeekday);
  const dayName = (day: string) => writeDay(`${day}T12:00:00`, language);

  async function carryOut(move: Move, { isUndo = false } = {}): Promise<void> {
    const { chapter } = move;
    try {
      const moved = await renewOnConflict(moveChapter(calls, move), refresh);
      if (moved.kind === 'in_the_way') return setHeld({ move, inTheWay: moved });
      setHeld(null);
      await refresh();
      if (isUndo) return setTold(t('publishing.left', { title: chapter.title }));
      const text = t('publishing.scheduledFor', { title: chapter.title, at: writeMoment(momentOf(move), language) });
      setTold(text);
      const back = { ...move, chapter: { ...chapter, etag: moved.etag }, at: chapter.published_at, withLater: false };
      const undo = { label: t('kit.undo'), act: () => void carryOut(back, { isUndo: true }) };
      // Only this chapter would go back, and not the later ones that went with it.
      showToast({ text, ...(!move.withLater && { action: undo }) });
    } catch (error) {
      setHeld(null);
      showToast({ text: textOf(error) });
    }
  }

  /** Moves a chapter to another day, at the same time of the clock; a draft gets the usual one. */
  function drop(chapter: DatedChapter, day: string): void {
    const at = chapter.published_at;
    if (at !== null && dayIn(at, undefined) === day) return;
    const time = at === null ? usualTime : clockIn(at, undefined);
    if (day < today) showToast({ text: t('publishing.dayIsOver') });
    // A time that has passed would publish it at once: that is asked for by name.
    else if (Date.parse(`${day}T${time}`) <= Date.now()) onMove({ chapter, day });
    else
      void carryOut({
        chapter,
        languages: languagesAtDate(chapter),
        at: `${day}T${time}`,
        zone: zoneHere(),
        isTold: true,
      });
  }

  function hold(chapter: DatedChapter, day: string): void {
    if (day >= today) setLifted({ chapter, day });
    setTold(day < today ? t('publishing.dayIsOver') : t('publishing.over', { day: dayName(day) }));
  }

  function lift(chapter: DatedChapter): void {
    const at = chapter.published_at;
    const day = at === null ? today : dayIn(at, undefined);
    dropped.current = null;
    setLifted({ chapter, day });
    setTold(
      t(at === null ? 'publishing.liftedDraft' : 'publishing.lifted', { title: chapter.title, day: dayName(day) }),
    );
  }

  function leave(chapter: DatedChapter): void {
    if (lifted?.chapter.chapter_uuid !== chapter.chapter_uuid) return;
    setLifted(null);
    setTold(t('publishing.left', { title: chapter.title }));
  }

  const acts: ChipActs = {
    liftedId: lifted?.chapter.chapter_uuid ?? null,
    takesFocus({ chapter_uuid: id, published_at: at }) {
      const { current } = dropped;
      if (current?.id !== id || at === null || dayIn(at, undefined) !== current.day) return false;
      dropped.current = null;
      return true;
    },
    onDrag: (chapter) => {
      dragged.current = chapter;
    },
    onKey(event: KeyboardEvent, chapter) {
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
      const step = daysOf(event.key, isRtl);
      if (event.key !== 'Enter' && (!lifted || (event.key !== 'Escape' && step === 0))) return;
      event.preventDefault();
      if (stateOf(chapter) === 'published') return onMove({ chapter });
      if (!lifted) return lift(chapter);
      if (event.key === 'Escape') return leave(chapter);
      if (event.key !== 'Enter') return hold(chapter, addDays(lifted.day, step));
      setLifted(null);
      dropped.current = { id: chapter.chapter_uuid, day: lifted.day };
      drop(chapter, lifted.day);
    },
    onLeave: leave,
    onOpen: (chapter) => onMove({ chapter }),
  };

  function dropDragged(day: string): void {
    if (dragged.current) drop(dragged.current, day);
    dragged.current = null;
  }

  const month = new Intl.DateTimeFormat(languageTags[language], {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC', calendar: 'gregory' },
  });
  const lastDay = weeks.at(-1)?.[6] ?? begin;
  const turn = (by: number) => setSearch({ week: addDays(begin, by * 7) });

  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <h2 className={styles.month} aria-live="polite">
          {month.formatRange(new Date(begin), new Date(lastDay))}
        </h2>
        <div className={styles.turns}>
          <Button onClick={() => turn(-turnedWeeks)}>{t('publishing.previous')}</Button>
          <Button disabled={begin === thisWeek} onClick={() => setSearch({ week: null })}>
            {t('publishing.today')}
          </Button>
          <Button onClick={() => turn(turnedWeeks)}>{t('publishing.next')}</Button>
        </div>
      </div>
      <p className="visually-hidden" aria-live="assertive">
        {told}
      </p>
      <div className={styles.parts}>
        <table className={styles.table}>
          <thead>
            <tr>
              {weekdays.map(({ day, short, long }) => (
                <th key={day} scope="col" abbr={long}>
                  {short}
                </th>
              ))}
            </tr>
          </thead>
          {weeks.map((week) => (
            <CalendarWeek
              key={week[0]}
              week={week}
              today={today}
              filter={filter}
              windows={windows.data?.data.result ?? []}
              acts={acts}
              lifted={lifted}
              onDrop={dropDragged}
            />
          ))}
        </table>
        <Drafts filter={filter} acts={acts} onPlace={(chapter) => onMove({ chapter })} />
      </div>
      <p className={styles.hint}>{t('publishing.keys', { zone: zoneHere() })}</p>
      <Dialog
        open={held !== null}
        title={t('errors.publish_out_of_order')}
        closeLabel={site('app.close')}
        onClose={() => setHeld(null)}
      >
        {held && (
          <>
            <Conflicts inTheWay={held.inTheWay} place={held.move.chapter.place} />
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

/** The weeks that are shown, and those up to the day over which a chapter is held: its own week stays on the screen. */
function weeksFrom(begin: string, heldDay: string | undefined, firstWeekday: number): string[][] {
  const weeks: string[][] = [];
  for (let day = begin; weeks.length < shownWeeks || (heldDay !== undefined && day <= heldDay); day = addDays(day, 7))
    weeks.push(weekOf(day, firstWeekday));
  return weeks;
}

/** The moment to which a chapter is moved, as one with an offset. */
function momentOf({ at }: Move): string {
  return at === null || at === 'now' ? new Date().toISOString() : new Date(at).toISOString();
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
