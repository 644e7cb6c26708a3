import type { Language } from '../../../shared/languages.ts';
import { calendarFile, paths } from '../../../shared/paths.ts';
import { printedNumber } from '../../../shared/printed-name.ts';
import { displayText } from '../../../shared/text.ts';
import { useApi } from '../../../web/api.tsx';
import type { ApiClient } from '../../../web/api-client.ts';
import { useNow } from '../../../web/clock.tsx';
import { useText } from '../../../web/i18n.tsx';
import { writeNamedDay, writeTimeOfDay } from '../../../web/moments.ts';
import type { PageModule } from '../../../web/page.ts';
import { queryOptions, useQuery } from '../../../web/query.ts';
import { Link } from '../../../web/router.tsx';
import { Badge } from '../../../web/ui/Badge.tsx';
import { buttonClass } from '../../../web/ui/Button.tsx';
import { EmptyState } from '../../../web/ui/EmptyState.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useTimeZone } from '../../../web/use-time-zone.ts';
import type { CalendarEntry } from '../contract.ts';
import styles from './CalendarPage.module.css';

function calendarQuery(api: ApiClient, language: Language) {
  return queryOptions({
    queryKey: ['calendar', language],
    queryFn: () => api.get('/comics/calendar', { query: { language } }),
  });
}

/** The next thirty days: which chapters come out, and which ones for members open to all (spec: catalog.md#calendar). */
function CalendarPage() {
  const { t, language } = useText();
  const calendar = useQuery(calendarQuery(useApi(), language));
  const entries = calendar.data?.result;
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{t('releases.calendar.pageTitle')}</h1>
      {!entries && calendar.isError && (
        <Notice action={{ label: t('catalog.retry'), busy: calendar.isFetching, act: () => void calendar.refetch() }}>
          {t('releases.calendar.failed')}
        </Notice>
      )}
      {entries?.length === 0 && <NothingTold />}
      {entries && <Days entries={entries} />}
      <a href={calendarFile(language)} type="text/calendar" className={buttonClass({ variant: 'quiet' })}>
        {t('releases.calendar.file')}
      </a>
    </div>
  );
}

function Days({ entries }: { entries: readonly CalendarEntry[] }) {
  const { language } = useText();
  const beheld = { now: useNow(), timeZone: useTimeZone() };
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const day = writeNamedDay(language, entry.at, beheld);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} className={styles.day}>
      <h2 className={styles.date} suppressHydrationWarning>
        {day}
      </h2>
      <ul className={styles.list}>
        {ofDay.map((entry) => (
          <li key={`${entry.book_uuid} ${entry.kind} ${entry.chapter_number}`}>
            <Entry entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** One link: to the chapter that opens, or to the book whose chapter comes out. */
function Entry({ entry }: { entry: CalendarEntry }) {
  const { t, language } = useText();
  const beheld = { now: useNow(), timeZone: useTimeZone() };
  const { at, kind, book_uuid: bookUuid, chapter_number: number, chapter_uuid: chapterUuid } = entry;
  const title = displayText(entry.title ?? '').trim();
  return (
    <article className={styles.entry}>
      <time dateTime={at} className={styles.time} suppressHydrationWarning>
        {writeTimeOfDay(language, at, beheld)}
      </time>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link
            to={chapterUuid === null ? paths.book(bookUuid) : paths.chapter({ bookUuid, chapterUuid, number })}
            className={styles.link}
            dir="auto"
          >
            {displayText(entry.book_title)}
          </Link>
        </h3>
        <p className={styles.facts}>
          <span>{t(`releases.calendar.${kind}`, { number: printedNumber({ ...entry, number }) })}</span>
          {title !== '' && <bdi>{title}</bdi>}
        </p>
      </div>
      {kind === 'free' && <Badge tone="line">{t('catalog.free')}</Badge>}
    </article>
  );
}

function NothingTold() {
  const { t } = useText();
  return (
    <EmptyState
      title={t('releases.calendar.empty')}
      action={
        <Link to={paths.home()} className={buttonClass({ variant: 'primary' })}>
          {t('catalog.showAll')}
        </Link>
      }
    >
      {t('releases.calendar.emptyText')}
    </EmptyState>
  );
}

export const calendarPage: PageModule = {
  Component: CalendarPage,
  async prefetch({ api, queryClient, language }) {
    await queryClient.fetchQuery(calendarQuery(api, language));
    return { status: 200 };
  },
  head: ({ text }) => ({
    title: text.t('releases.calendar.pageTitle'),
    description: text.t('releases.calendar.pageDescription'),
    canonicalPath: paths.calendar(),
  }),
};
