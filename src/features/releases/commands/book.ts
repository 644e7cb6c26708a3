import * as z from 'zod/mini';
import type { CommandSite } from '../../../server/command/command.ts';
import { OperatorError } from '../../../server/command/operator-error.ts';
import { type Db, withTransaction } from '../../../server/database/db.ts';
import { AppError } from '../../../server/http/errors.ts';
import { isLanguage, type Language } from '../../../shared/languages.ts';
import { printable } from '../../../shared/text.ts';
import { givenUuid } from '../../../shared/wire.ts';
import { daysLater, isTimeZone, parseZonedTime } from '../../../shared/zoned-time.ts';
import type { AccessOverride } from '../../catalog/access.ts';
import {
  addWindow,
  type BookRules,
  type DatedChapter,
  listChapterDates,
  listWindowsOf,
  type RulesChange,
  removeWindow,
  setBookRules,
  setOverride,
  setPublication,
  stateOf,
  type Window,
} from '../../catalog/server/dates/publication.ts';
import { readMoment } from '../../catalog/server/dates/settle-queries.ts';
import { presentEditedBook, readEditedBook } from '../../catalog/server/editing/books.ts';
import { presentInOrder, readEditedChapter } from '../../catalog/server/editing/chapters.ts';
import { commandLine } from '../../studio/server/audit.ts';
import { rowsOf } from '../server/publications.ts';
import { presentWindow } from '../server/studio-routes.ts';

type Json = { json?: true };
type Zoned = { zone?: string };

/** Runs a change in one transaction; a refusal ends the command with its words. */
function change<T>(site: CommandSite, work: (tx: Db) => Promise<T>): Promise<T> {
  return site.withDatabase(async (db) => {
    try {
      return await withTransaction(db, work);
    } catch (error) {
      throw error instanceof AppError ? new OperatorError(wordsOf(error)) : error;
    }
  });
}

function wordsOf({ message, extra }: AppError): string {
  // `outOfOrder` writes them in this form.
  const conflicts = (extra.conflicts ?? []) as { place: number; title: string; published_at: string | null }[];
  const lines = conflicts.map(
    ({ place, title, published_at: at }) => `  place ${place}, ${printable(title)}: ${at ?? 'a draft'}`,
  );
  return [`${message}.`, ...lines].join('\n');
}

function readBook(text: string): string {
  const id = z.safeParse(givenUuid, text);
  if (!id.success) throw new OperatorError(`${JSON.stringify(text)} is not the UUID of a book.`);
  return id.data;
}

function readTime(text: string, { zone = 'UTC' }: Zoned): Date {
  if (!isTimeZone(zone)) throw new OperatorError(`${JSON.stringify(zone)} is no time zone, such as Asia/Shanghai.`);
  const time = parseZonedTime(text, zone);
  if (!time) throw new OperatorError(`${JSON.stringify(text)} is no time in ${zone}, such as 2026-01-31T12:00.`);
  return time;
}

function readLanguages({ language }: { language?: string }): Language[] | undefined {
  if (language === undefined) return undefined;
  if (!isLanguage(language)) throw new OperatorError(`${JSON.stringify(language)} is no language of the site.`);
  return [language];
}

/** A chapter by its UUID, or by its place in the book's order, drafts counted. */
function findChapter(chapters: readonly DatedChapter[], name: string): DatedChapter {
  const found = /^\d{1,9}$/.test(name)
    ? chapters.find(({ place }) => place === Number(name))
    : chapters.find(({ id }) => id === name.toLowerCase());
  if (!found) throw new OperatorError(`The book has no chapter ${JSON.stringify(name)}.`);
  return found;
}

/** `longstrip book chapters`. */
export function runBookChapters(site: CommandSite, id: string, options: Json): Promise<void> {
  return change(site, async (tx) => {
    const chapters = await listChapterDates(tx, readBook(id));
    const now = await readMoment(tx);
    const rows = chapters.map((chapter) => ({
      chapter_uuid: chapter.id,
      place: chapter.place,
      number: chapter.number,
      title: chapter.title,
      access: chapter.access,
      free_at: chapter.freeAt,
      editions: chapter.editions.map(({ language, publishedAt }) => ({
        language,
        state: stateOf(publishedAt, now),
        published_at: publishedAt,
      })),
    }));
    if (options.json) console.log(JSON.stringify(rows, null, 2));
    else for (const row of rows) console.log(chapterLine(row));
  });
}

function chapterLine(row: {
  chapter_uuid: string;
  place: number;
  number: number | null;
  title: string;
  access: AccessOverride;
  free_at: Date | null;
  editions: { language: Language; state: string; published_at: Date | null }[];
}): string {
  const editions = row.editions.map(
    ({ language, state, published_at: at }) => `${language} ${state}${at ? ` ${at.toISOString()}` : ''}`,
  );
  const access = row.access === 'rule' && !row.free_at ? '' : `  (${row.access}${freeFrom(row.free_at)})`;
  const number = row.number === null ? '' : `no. ${row.number}`;
  return `${row.chapter_uuid}  ${String(row.place).padStart(4)}  ${number.padEnd(8)}  ${editions.join(', ')}  ${printable(row.title)}${access}`;
}

function freeFrom(at: Date | null): string {
  return at ? `, free from ${at.toISOString()}` : '';
}

/** Tells the rows of the named chapters, changed or not, and of those that moved with them. */
async function tellRows(
  tx: Db,
  bookId: string,
  { named, changed }: { named: readonly DatedChapter[]; changed: readonly DatedChapter[] },
  options: Json,
): Promise<void> {
  const ids = new Set([...named, ...changed].map(({ id }) => id));
  const told = (await listChapterDates(tx, bookId)).filter(({ id }) => ids.has(id));
  const rows = await rowsOf(tx, told, await readMoment(tx));
  if (options.json) console.log(JSON.stringify(rows, null, 2));
  else if (changed.length === 0) console.log('Nothing changes.');
  else
    for (const row of rows)
      console.log(
        `place ${row.place}, ${row.language}, ${printable(row.title)}: ${row.state}${row.published_at ? ` ${row.published_at}` : ''}`,
      );
}

export type PublicationOptions = Json & { language?: string; silent?: true };
export type ScheduleOptions = PublicationOptions & Zoned & { withLater?: true; every?: string };

/** `longstrip book schedule`: one chapter, or a range of places with so many days of the zone between them. */
export function runBookSchedule(
  site: CommandSite,
  { id, chapter, time }: { id: string; chapter: string; time: string },
  options: ScheduleOptions,
): Promise<void> {
  const first = readTime(time, options);
  const languages = readLanguages(options);
  const range = /^(\d{1,9})-(\d{1,9})$/.exec(chapter);
  const everyDays = readEvery(options, range !== null);
  return change(site, async (tx) => {
    const bookId = readBook(id);
    const all = await listChapterDates(tx, bookId);
    const named = range ? findRange(all, [Number(range[1]), Number(range[2])]) : [findChapter(all, chapter)];
    const timeZone = options.zone ?? 'UTC';
    const dates = named.map((_, index) => daysLater(first, { days: index * everyDays, timeZone }));
    const changed: DatedChapter[] = [];
    // The order of the writing matters: later chapters make room first where the dates move on.
    for (const index of orderOfWriting(named, dates)) {
      const wanted = { chapterId: named[index]?.id ?? '', publishedAt: dates[index] ?? first, languages };
      changed.push(
        ...(await setPublication(tx, {
          ...{ by: commandLine, ...wanted, withLater: options.withLater ?? false, isSilent: options.silent },
        })),
      );
    }
    await tellRows(tx, bookId, { named, changed }, options);
  });
}

/** The chapters of all these places. */
function findRange(chapters: readonly DatedChapter[], [first, last]: readonly [number, number]): DatedChapter[] {
  if (first < 1 || first > last) throw new OperatorError(`${first}-${last} is no range of places, such as 5-12.`);
  const end = chapters.reduce((most, { place }) => Math.max(most, place), 0);
  if (last > end) {
    const missing = Math.max(first, end + 1) === last ? `${last}` : `${Math.max(first, end + 1)}-${last}`;
    throw new OperatorError(`The book has ${end} chapters, and none at ${missing}. Nothing is scheduled.`);
  }
  return chapters.filter(({ place }) => place >= first && place <= last);
}

function orderOfWriting(chapters: readonly DatedChapter[], dates: readonly Date[]): number[] {
  const indexes = chapters.map((_, index) => index);
  const isLater = chapters.some(({ editions }, index) =>
    editions.some(({ publishedAt }) => publishedAt !== null && publishedAt < (dates[index] ?? publishedAt)),
  );
  return isLater ? indexes.reverse() : indexes;
}

function readEvery({ every }: ScheduleOptions, isRange: boolean): number {
  if (!isRange && every !== undefined) throw new OperatorError('--every goes with a range of places, such as 5-12.');
  if (isRange && every === undefined) throw new OperatorError('Give --every DAYS with a range of places.');
  const days = Number(every ?? 0);
  if (!/^\d+$/.test(every ?? '0') || days > 3650) throw new OperatorError('--every takes days, 0 to 3650.');
  return days;
}

/** `longstrip book publish` and `unpublish`; to publish without a chapter means all drafts. */
export function runBookPublication(
  site: CommandSite,
  { id, chapter, publish }: { id: string; chapter: string | null; publish: boolean },
  options: PublicationOptions,
): Promise<void> {
  const languages = readLanguages(options);
  return change(site, async (tx) => {
    const bookId = readBook(id);
    const all = await listChapterDates(tx, bookId);
    const named =
      chapter === null
        ? all.filter(({ editions }) => editions.some(({ publishedAt }) => publishedAt === null))
        : [findChapter(all, chapter)];
    const changed: DatedChapter[] = [];
    for (const { id: chapterId, editions } of named) {
      const drafts = editions.flatMap((edition) => (edition.publishedAt === null ? [edition.language] : []));
      const wanted = languages ?? (chapter === null ? drafts : undefined);
      if (chapter === null && !drafts.some((language) => !languages || languages.includes(language))) continue;
      changed.push(
        ...(await setPublication(tx, {
          by: commandLine,
          chapterId,
          publishedAt: publish ? 'now' : null,
          languages: wanted,
          isSilent: options.silent,
        })),
      );
    }
    await tellRows(tx, bookId, { named: chapter === null ? [] : named, changed }, options);
  });
}

/** `longstrip book access`. */
export function runBookAccess(
  site: CommandSite,
  { id, chapter, access }: { id: string; chapter: string; access: string },
  options: Json & Zoned & { freeAt?: string },
): Promise<void> {
  if (access !== 'rule' && access !== 'free' && access !== 'members')
    throw new OperatorError(`${JSON.stringify(access)} is none of rule, free and members.`);
  const freeAt = options.freeAt === undefined ? null : readTime(options.freeAt, options);
  return change(site, async (tx) => {
    const found = findChapter(await listChapterDates(tx, readBook(id)), chapter);
    const changed = await setOverride(tx, { by: commandLine, chapterId: found.id, access, freeAt });
    if (options.json)
      console.log(JSON.stringify(presentInOrder(await readEditedChapter(tx, found.id), await readMoment(tx))));
    else
      console.log(`place ${changed.place}, ${printable(changed.title)}: ${changed.access}${freeFrom(changed.freeAt)}`);
  });
}

export type BookSetOptions = Json & { free?: string; earlyAccess?: string; showSchedule?: string; preview?: string };

/** `longstrip book set`: how a book's chapters open. */
export function runBookSet(site: CommandSite, id: string, options: BookSetOptions): Promise<void> {
  const wanted: RulesChange = {
    publicFreeChapters: readCount('--free', options.free, { none: 'default', most: 999_999 }),
    earlyAccessDays: readCount('--early-access', options.earlyAccess, { none: 'never', most: 3650 }),
    showSchedule: readYesNo(options.showSchedule),
    preview: readPreview(options.preview),
  };
  if (Object.values(wanted).every((value) => value === undefined))
    throw new OperatorError('Give at least one of --free, --early-access, --show-schedule and --preview.');
  return change(site, async (tx) => {
    const bookId = readBook(id);
    const rules = presentRules(await setBookRules(tx, { by: commandLine, bookId, ...wanted }));
    if (options.json) console.log(JSON.stringify(presentEditedBook(await readEditedBook(tx, bookId))));
    else for (const [name, value] of Object.entries(rules)) console.log(`${name}: ${value ?? 'default'}`);
  });
}

function presentRules({ publicFreeChapters, earlyAccessDays, showSchedule, preview, kind }: BookRules) {
  return {
    public_free_chapters: publicFreeChapters,
    early_access_days: earlyAccessDays,
    show_schedule: showSchedule,
    preview: preview ?? (kind === 'comic' ? 'blur' : 'none'),
  };
}

function readCount(
  option: string,
  text: string | undefined,
  { none, most }: { none: string; most: number },
): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === none) return null;
  if (!/^\d+$/.test(text) || Number(text) > most) throw new OperatorError(`${option} takes 0 to ${most}, or ${none}.`);
  return Number(text);
}

function readYesNo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text !== 'yes' && text !== 'no') throw new OperatorError('--show-schedule takes yes or no.');
  return text === 'yes';
}

function readPreview(text: string | undefined): 'none' | 'blur' | 'words' | undefined {
  if (text === undefined || text === 'none' || text === 'blur' || text === 'words') return text;
  throw new OperatorError('--preview takes none, blur or words.');
}

export type WindowOptions = Json & Zoned & { remove?: string };

/** `longstrip book window` and `site window`: opens a book or the site for a time, ends that, or lists the windows. */
export function runWindow(
  site: CommandSite,
  given: { bookId: string | null; from: string | undefined; to: string | undefined },
  options: WindowOptions,
): Promise<void> {
  const bookId = given.bookId === null ? null : readBook(given.bookId);
  const { remove } = options;
  if (remove !== undefined && given.from !== undefined)
    throw new OperatorError('Give either FROM and TO, or --remove.');
  if (given.from !== undefined && given.to === undefined) throw new OperatorError('Give the end of the window, too.');
  return change(site, async (tx) => {
    if (remove !== undefined) {
      const id = z.safeParse(givenUuid, remove);
      const known = await listWindowsOf(tx, { bookId });
      if (!id.success || !known.some((window) => window.id === id.data))
        throw new OperatorError(`There is no window ${JSON.stringify(remove)}.`);
      await removeWindow(tx, { by: commandLine, windowId: id.data });
      if (options.json) console.log(JSON.stringify({ window_id: id.data }));
      else console.log(`The window ${id.data} has ended.`);
      return;
    }
    if (given.from !== undefined && given.to !== undefined) {
      const { isNew: _isNew, ...window } = await addWindow(tx, {
        by: commandLine,
        bookId,
        from: readTime(given.from, options),
        to: readTime(given.to, options),
      });
      console.log(options.json ? JSON.stringify(presentWindow(window)) : windowLine(window));
      return;
    }
    const windows = await listWindowsOf(tx, { bookId });
    if (options.json) console.log(JSON.stringify(windows.map(presentWindow), null, 2));
    else for (const window of windows) console.log(windowLine(window));
  });
}

function windowLine({ id, from, to }: Window): string {
  return `${id}  from ${from.toISOString()} to ${to.toISOString()}`;
}
