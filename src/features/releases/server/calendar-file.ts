import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { onPrimary } from '../../../server/database/replica.ts';
import { notFound } from '../../../server/http/errors.ts';
import type { Http } from '../../../server/http/http.ts';
import { sharedCaching } from '../../../server/http/public-answers.ts';
import { type Language, languageTags } from '../../../shared/languages.ts';
import { calendarFilePath, paths } from '../../../shared/paths.ts';
import { printedNumber } from '../../../shared/printed-name.ts';
import { cleanDisplay, displayText } from '../../../shared/text.ts';
import { givenUuid, languageQuery } from '../../../shared/wire.ts';
import { type ComingEvent, findTitlesWithSchedule } from '../../catalog/server/dates/coming.ts';
import type { Dates } from '../../catalog/server/dates/openings.ts';
import { type CalendarItem, writeCalendar } from '../ical.ts';
import { findComing } from './calendar.ts';
import { listToldEntries, lockToldEntries, type ToldEntry, writeToldEntries } from './queries.ts';

interface CalendarText {
  t(
    key:
      | 'library.atom.ofBook'
      | 'releases.calendar.chapter'
      | 'releases.calendar.free'
      | 'releases.calendar.fileTitle'
      | 'releases.calendar.gone',
    params?: Record<string, string | number>,
  ): string;
}

interface CalendarFileDeps {
  http: Http;
  db: DbPool;
  dates: Dates;
  publicUrl: string;
  nameIn(language: Language): string;
  /** Whether the site's calendar has books for adults. */
  adult: boolean;
  textIn(language: Language): CalendarText;
}

const fileQuery = z.object({ language: languageQuery, book: z.optional(givenUuid) });

/** The calendar of the site or of a book as a file that other programs subscribe to (spec: catalog.md#calendar). */
export function registerCalendarFile(deps: CalendarFileDeps): void {
  const { http } = deps;
  const schema = { hide: true, querystring: fileQuery };
  http.app.get(calendarFilePath, { schema }, (request, reply) => {
    const { language, book = null } = request.query;
    const headers = {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Language': language,
      'Content-Disposition': 'inline; filename="calendar.ics"',
      'Cache-Control': sharedCaching,
      Vary: 'Accept-Encoding',
    };
    const make = async () => ({
      value: null,
      text: await onPrimary(() => makeFile(deps, { bookId: book, language })),
    });
    return http.servePublic(request, reply, { key: `calendar ${book} ${language}`, headers, make });
  });
}

/** `bookId` null: the calendar of the site. */
interface Asked {
  bookId: string | null;
  language: Language;
}

async function makeFile(deps: CalendarFileDeps, asked: Asked): Promise<string> {
  const { nameIn, textIn } = deps;
  const { language } = asked;
  const items = await tellEntries(deps, asked);
  const name = textIn(language).t('releases.calendar.fileTitle', { site: cleanDisplay(nameIn(language)) });
  return writeCalendar({ name, language: languageTags[language], items });
}

/** The entries, with what is told for the first time or otherwise than before written down. */
async function tellEntries(deps: CalendarFileDeps, asked: Asked): Promise<CalendarItem[]> {
  const { db } = deps;
  const { news, items } = await decideEntries(db, deps, asked);
  if (news.length === 0) return items;
  return withTransaction(db, async (tx) => {
    await lockToldEntries(tx);
    const decided = await decideEntries(tx, deps, asked);
    await writeToldEntries(tx, { bookId: asked.bookId, entries: decided.news });
    return decided.items;
  });
}

async function decideEntries(
  db: Db,
  deps: CalendarFileDeps,
  { bookId, language }: Asked,
): Promise<{ news: ToldEntry[]; items: CalendarItem[] }> {
  const { dates, adult } = deps;
  const now = dates.now();
  const found = await findComing(db, { language, adult, dates, now, ...(bookId !== null && { book: bookId }) });
  const { events, isFull } = found ?? { events: [], isFull: false };
  const chapterIds = events.map((event) => event.chapterId);
  const told = new Map((await listToldEntries(db, { bookId, now, chapterIds })).map((row) => [keyOf(row), row]));
  if (!found && told.size === 0) throw notFound('book_not_found', 'There is no such book');

  const stands = new Set(events.map(keyOf));
  const last = isFull ? events.at(-1)?.at : undefined;
  // Of what lies behind the last entry of a full list nothing is known.
  const gone = [...told.values()].filter(
    (row) => row.at > now && !stands.has(keyOf(row)) && (last === undefined || row.at < last),
  );
  const titles = await findTitlesWithSchedule(db, {
    bookIds: [...new Set(gone.map((row) => row.bookId))],
    adult: adult || bookId !== null,
    language,
  });
  const saying = {
    ...{ deps, language, now },
    toldOf: (entry: EntryName) => told.get(keyOf(entry)),
  };
  const said = [
    ...events.map((event) => sayEntry(saying, { ...event, isGone: false })),
    ...gone.map((row) => sayEntry(saying, { ...row, bookTitle: titles.get(row.bookId) ?? null, isGone: true })),
  ];
  const items = said.map(({ item }) => item);
  items.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.uid < other.uid ? -1 : 1));
  return { news: said.flatMap(({ news }) => news ?? []), items };
}

type EntryName = Pick<ToldEntry, 'chapterId' | 'kind'>;
const keyOf = ({ chapterId, kind }: EntryName) => `${chapterId} ${kind}`;

interface Saying {
  deps: CalendarFileDeps;
  language: Language;
  now: Date;
  toldOf(entry: EntryName): ToldEntry | undefined;
}

/** An entry of the calendar; a title of null may not be told (any more). */
type Entry =
  | (ComingEvent & { isGone: false })
  | (Pick<ToldEntry, 'chapterId' | 'kind' | 'at' | 'bookId' | 'number'> & { bookTitle: string | null; isGone: true });

/** The entry as it is told, and what is to be remembered of it where that is new. */
function sayEntry(saying: Saying, entry: Entry): { item: CalendarItem; news: ToldEntry | null } {
  const { language, now, toldOf } = saying;
  const words = wordsOf(saying, entry);
  const mark = createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 16);
  const { chapterId, kind, bookId, at, number, isGone } = entry;
  const row = toldOf(entry);
  const facts = { chapterId, kind, bookId, at, number, isGone };
  const differs =
    row !== undefined &&
    (row.at.getTime() !== at.getTime() ||
      row.number !== number ||
      row.isGone !== isGone ||
      (row.said[language] ?? mark) !== mark);
  const told =
    row && !differs
      ? { ...row, said: { ...row.said, [language]: mark } }
      : { ...facts, said: { [language]: mark }, sequence: row ? row.sequence + 1 : 0, changedAt: now };
  const { sequence, changedAt } = told;
  return {
    item: { uid: uidOf(entry), sequence, changedAt, at, isCancelled: isGone, ...words },
    news: row && !differs && row.said[language] ? null : told,
  };
}

/** Comes from chapter and kind alone, and tells neither: a chapter's id is not told before it is published. */
const uidOf = (entry: EntryName) => createHash('sha256').update(keyOf(entry)).digest('hex').slice(0, 32);

function wordsOf({ deps, language }: Saying, entry: Entry): Pick<CalendarItem, 'summary' | 'description' | 'url'> {
  const { t } = deps.textIn(language);
  const { kind, number, bookId, bookTitle } = entry;
  if (bookTitle === null) return { summary: t('releases.calendar.gone'), description: '', url: null };
  const opens = !entry.isGone && entry.kind === 'free' ? entry : null;
  const title = t(`releases.calendar.${kind}`, { number: printedNumber({ label: opens?.label, number }) });
  const path = opens ? paths.chapter({ bookUuid: bookId, chapterUuid: opens.id, number }) : paths.book(bookId);
  return {
    summary: t('library.atom.ofBook', { book: displayText(bookTitle), title }),
    description: displayText(opens?.title ?? '').trim(),
    url: `${deps.publicUrl}${path}?lang=${language}`,
  };
}
