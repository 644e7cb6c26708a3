import type { ReactNode } from 'react';
import { languageTags } from '../../../../shared/languages.ts';
import { useText } from '../../../../web/i18n.tsx';
import { classes } from '../../../../web/ui/classes.ts';
import { useProblems } from '../../../studio/web/problems.ts';
import { dayIn, zoneHere } from '../../../studio/web/times.ts';
import { useStudioText } from '../../../studio/web/words.ts';
import { BookName } from './BookName.tsx';
import { ChapterChip, type ChipActs } from './ChapterChip.tsx';
import { addDays, partOfWeek } from './days.ts';
import styles from './PublishingCalendar.module.css';
import { type DatedChapter, type PublishingFilter, useChapters, type Window } from './publishing.ts';

const mostOfWeek = 100;

/** A week of the calendar, which asks for its own chapters: free promotions as bands, then its days. */
export function CalendarWeek({
  week,
  today,
  filter,
  windows,
  acts,
  lifted,
  onDrop,
}: {
  week: readonly string[];
  today: string;
  filter: PublishingFilter;
  windows: readonly Window[];
  acts: ChipActs;
  lifted: { chapter: DatedChapter; day: string } | null;
  onDrop: (day: string) => void;
}) {
  const { t } = useStudioText();
  const { textOf } = useProblems();
  const [first = ''] = week;
  const asked = useChapters(filter, {
    ...{ from: `${first}T00:00:00`, to: `${addDays(first, 7)}T00:00:00`, time_zone: zoneHere() },
    page_size: mostOfWeek,
  });
  const chapters = asked.data?.data.result ?? [];
  const more = (asked.data?.data.total ?? 0) - chapters.length;
  return (
    <tbody aria-busy={asked.data === undefined && !asked.isError}>
      {windows
        .filter(({ book_uuid: book }) => filter.book === null || book === null || book === filter.book)
        .map((window) => (
          <Band key={window.window_id} week={week} window={window} />
        ))}
      <tr>
        {week.map((day) => (
          <Day key={day} day={day} today={today} isGone={day < today && week.includes(today)} onDrop={onDrop}>
            {chapters
              .filter(({ published_at: at }) => at !== null && dayIn(at, undefined) === day)
              .map((chapter) => (
                <ChapterChip key={chapter.chapter_uuid} chapter={chapter} acts={acts} />
              ))}
            {lifted?.day === day && (
              <span ref={(place) => place?.scrollIntoView?.({ block: 'nearest' })} className={styles.ghost}>
                <bdi>{lifted.chapter.title}</bdi>
              </span>
            )}
          </Day>
        ))}
      </tr>
      {asked.isError && <Line>{textOf(asked.error)}</Line>}
      {more > 0 && <Line>{t('publishing.more', { count: more })}</Line>}
    </tbody>
  );
}

function Line({ children }: { children: string }) {
  return (
    <tr>
      <td colSpan={7} className={styles.line}>
        {children}
      </td>
    </tr>
  );
}

/** A free promotion, over the days of the week on which it runs. */
function Band({ week, window }: { week: readonly string[]; window: Window }) {
  const { t } = useStudioText();
  // At its last moment it has ended: one until midnight does not run on that day.
  const lastMs = Date.parse(window.to) - 1;
  const part = partOfWeek(week, { from: dayIn(window.from, undefined), to: dayIn(lastMs, undefined) });
  if (!part) return null;
  const { first, last } = part;
  return (
    <tr className={styles.bands}>
      {first > 0 && <td colSpan={first} />}
      <td colSpan={last - first + 1}>
        <span className={styles.band}>
          {t('publishing.free')} {window.book_uuid === null ? t('windows.all') : <BookName id={window.book_uuid} />}
        </span>
      </td>
      {last < 6 && <td colSpan={6 - last} />}
    </tr>
  );
}

function Day({
  day,
  today,
  isGone,
  onDrop,
  children,
}: {
  day: string;
  today: string;
  /** A day of the present week that is over. */
  isGone: boolean;
  onDrop: (day: string) => void;
  children: ReactNode;
}) {
  const { language } = useText();
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(languageTags[language], { ...options, timeZone: 'UTC', calendar: 'gregory' }).format(
      new Date(day),
    );
  const isFirst = day.endsWith('-01');
  const isEmpty = Array.isArray(children) && children.flat().every((child) => !child);
  return (
    <td
      className={classes(
        styles.day,
        day === today && styles.today,
        day < today && styles.past,
        isGone && styles.gone,
        isEmpty && styles.empty,
      )}
      onDragOver={(event) => event.preventDefault()}
      onDrop={() => onDrop(day)}
    >
      <time dateTime={day} className={styles.number}>
        <span aria-hidden="true" className={styles.short}>
          {write(isFirst ? { day: 'numeric', month: 'short' } : { day: 'numeric' })}
        </span>
        <span className={styles.long}>{write({ weekday: 'long', day: 'numeric', month: 'long' })}</span>
      </time>
      {children}
    </td>
  );
}
