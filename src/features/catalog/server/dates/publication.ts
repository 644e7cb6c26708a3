import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../../../server/database/db.ts';
import { AppError, invalidField, notFound } from '../../../../server/http/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import { type Maker, writeAudit, writeAudits } from '../../../studio/server/audit.ts';
import type { AccessOverride } from '../../access.ts';
import {
  type BookRules,
  type DatedChapter,
  deleteWindow,
  type EditionDate,
  endWindow,
  findBookOfChapter,
  findBookRules,
  findTitle,
  findWindow,
  insertWindow,
  listAccessFacts,
  listDatedChapters,
  listWindows,
  lockBookForDates,
  lockWindows,
  updateBookRules,
  updateDates,
  updateOverrides,
  type Window,
} from './dates-queries.ts';
import { dateOfChapter, latestDate, planPublication } from './order.ts';
import { listChaptersByDate, listPublications, type PublicationState } from './publication-queries.ts';
import { readMoment, settleBooks } from './settle-queries.ts';

export type { BookRules, DatedChapter, Window } from './dates-queries.ts';
export type { ChapterByDate, ChapterFilter, PublicationFilter, PublicationState } from './publication-queries.ts';
export { listAccessFacts, listChaptersByDate, listPublications };

/** The longest window. */
const yearMs = 366 * 24 * 60 * 60 * 1000;
const mostWindows = 1000;

/** The maker of a change, for the audit. */
export interface By {
  by: Maker;
}

/** A book with all of its chapters, locked for a change of their dates. */
export interface OpenBook {
  chapters: DatedChapter[];
  now: Date;
}

export async function openBook(tx: Db, bookId: string): Promise<OpenBook> {
  const now = await lockBookForDates(tx, bookId);
  if (!now) throw notFound('book_not_found', 'There is no such book');
  return { chapters: await listDatedChapters(tx, bookId), now };
}

async function settle(tx: Db, bookId: string): Promise<void> {
  await settleBooks(tx, [bookId], await readMoment(tx));
}

export async function requireBookOfChapter(db: Db, chapterId: string): Promise<string> {
  const bookId = await findBookOfChapter(db, chapterId);
  if (bookId === null) throw notFound('chapter_not_found', 'There is no such chapter');
  return bookId;
}

/** The chapters of a book, all or those of `ids`, in their order, drafts too; rejects with 404. */
export async function listChapterDates(
  db: Db,
  bookId: string,
  ids: readonly string[] | null = null,
): Promise<DatedChapter[]> {
  if (!(await findBookRules(db, bookId))) throw notFound('book_not_found', 'There is no such book');
  return listDatedChapters(db, bookId, ids);
}

export function stateOf(publishedAt: Date | null, now: Date): PublicationState {
  return publishedAt === null ? 'draft' : publishedAt > now ? 'scheduled' : 'published';
}

/** The version of a chapter, as If-Match names it. */
export function etagOf({ version }: { version: number }): string {
  return `"${version}"`;
}

/** A book that is not in the trash, as its dates are shown. */
export interface DatedBook {
  title: string;
  /** All chapters in their order, drafts too. */
  chapters: DatedChapter[];
}

export async function readDatedBook(db: Db, bookId: string): Promise<DatedBook> {
  return { title: await findTitle(db, bookId), chapters: await listDatedChapters(db, bookId) };
}

/** The wish to publish a chapter: at a moment, at once, or not (null). */
export interface Publication extends By {
  chapterId: string;
  publishedAt: Date | 'now' | null;
  /** Absent: all languages in which it has content. */
  languages?: readonly Language[] | undefined;
  withLater?: boolean | undefined;
  /** Followers are told nothing of it. */
  isSilent?: boolean | undefined;
}

/**
 * Sets when a chapter is published, in the caller's transaction; returns the chapters that changed. Rejects with 404,
 * with 400 for a moment too far ahead, with 409 where it has no content or other chapters are in the way.
 */
export async function setPublication(tx: Db, given: Publication): Promise<DatedChapter[]> {
  const bookId = await requireBookOfChapter(tx, given.chapterId);
  const { chapters, now } = await openBook(tx, bookId);
  const chapter = chapters.find(({ id }) => id === given.chapterId);
  const filled = chapter?.editions.map(({ language }) => language) ?? [];
  const languages = given.languages ?? filled;
  if (languages.length === 0 || languages.some((language) => !filled.includes(language))) throw chapterEmpty();
  const { publishedAt } = given;
  if (publishedAt instanceof Date) requireNear('published_at', publishedAt, now);
  const { chapterId, withLater = false, isSilent } = given;
  const wanted = { chapterId, publishedAt, languages, withLater, isSilent };
  const planned = planPublication(chapters, wanted, now);
  if ('conflicts' in planned) throw outOfOrder(planned.conflicts);
  for (const { publishedAt: date } of planned.dates) if (date) requireNear('published_at', date, now);
  return writeDates(tx, { by: given.by, bookId, chapters, dates: planned.dates });
}

/** Stores dates of a book that is locked, and what follows from them; returns the chapters that changed. */
export async function writeDates(
  tx: Db,
  given: By & { bookId: string; chapters: readonly DatedChapter[]; dates: readonly EditionDate[] },
): Promise<DatedChapter[]> {
  const { by, bookId, chapters, dates } = given;
  if (dates.length === 0) return [];
  await updateDates(tx, dates);
  await settle(tx, bookId);
  const isChanged = new Set(dates.map(({ chapterId }) => chapterId));
  const after = (await listDatedChapters(tx, bookId)).filter(({ id }) => isChanged.has(id));
  const before = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  await writeAudits(
    tx,
    after.map((changed) => ({
      ...{ by, action: 'chapter.publication', target: targetOf(changed) },
      before: datesIn(before.get(changed.id)),
      after: datesIn(changed),
    })),
  );
  return after;
}

function targetOf({ id, title }: DatedChapter) {
  return { kind: 'chapter' as const, id, name: title };
}

/** The dates of a chapter's editions, as the audit keeps them. */
function datesIn(chapter: DatedChapter | undefined): Record<string, string | true | null> {
  const editions = chapter?.editions ?? [];
  return Object.fromEntries(
    editions.flatMap(({ language, publishedAt, isSilent }) => [
      [`published_at.${language}`, publishedAt?.toISOString() ?? null],
      ...(isSilent ? [[`silent.${language}`, true]] : []),
    ]),
  );
}

export interface Conflict {
  chapter_uuid: string;
  place: number;
  title: string;
  published_at: string | null;
}

export function presentConflict({ id, place, title, editions }: DatedChapter): Conflict {
  return { chapter_uuid: id, place, title, published_at: dateOfChapter(editions)?.toISOString() ?? null };
}

export function outOfOrder(conflicts: readonly DatedChapter[]): AppError {
  return new AppError(409, 'publish_out_of_order', 'A chapter before it is not published by then', {
    extra: { conflicts: conflicts.map(presentConflict) },
  });
}

/** `empty`: the chapters of which a sequence wants what they have not. */
export function chapterEmpty(empty: readonly DatedChapter[] = []): AppError {
  const extra = empty.length > 0 ? { extra: { conflicts: empty.map(presentConflict) } } : {};
  return new AppError(409, 'chapter_empty', 'Nothing to read in it yet', extra);
}

export function requireNear(
  path: 'published_at' | 'value.published_at' | 'free_at' | 'to' | 'start',
  moment: Date,
  now: Date,
): void {
  if (moment > latestDate(now)) throw invalidField(path, 'The time lies more than 5 years ahead');
}

/** The override of a chapter; what is absent stays. */
export interface Override extends By {
  chapterId: string;
  access?: AccessOverride | undefined;
  /** Null clears it. */
  freeAt?: Date | null | undefined;
}

/** Sets who may read a chapter, whatever its book says; rejects with 404, and with 400 for `free` with a date. */
export async function setOverride(tx: Db, given: Override): Promise<DatedChapter> {
  const bookId = await requireBookOfChapter(tx, given.chapterId);
  const { chapters, now } = await openBook(tx, bookId);
  const chapter = chapters.find(({ id }) => id === given.chapterId);
  if (!chapter) throw notFound('chapter_not_found', 'There is no such chapter');
  const changed = withOverride(chapter, given, now);
  await writeOverrides(tx, { by: given.by, bookId, chapters: [chapter], changed: [changed] });
  return changed;
}

/** The chapter with that override; rejects with 400 for `free` with a date. */
export function withOverride(
  chapter: DatedChapter,
  given: Pick<Override, 'access' | 'freeAt'>,
  now: Date,
): DatedChapter {
  const access = given.access ?? chapter.access;
  const isCleared = given.access === 'free' && given.freeAt === undefined;
  const freeAt = isCleared ? null : given.freeAt === undefined ? chapter.freeAt : given.freeAt;
  requireOverride({ access, freeAt }, now);
  if (access === chapter.access && freeAt?.getTime() === chapter.freeAt?.getTime()) return chapter;
  return { ...chapter, access, freeAt, version: chapter.version + 1 };
}

/** Stores the overrides of chapters of a book that is locked, and what follows from them. */
export async function writeOverrides(
  tx: Db,
  given: By & { bookId: string; chapters: readonly DatedChapter[]; changed: readonly DatedChapter[] },
): Promise<void> {
  const { by, bookId, chapters, changed } = given;
  const before = new Map(chapters.map((chapter) => [chapter.id, chapter]));
  const different = changed.filter((chapter) => chapter !== before.get(chapter.id));
  if (different.length === 0) return;
  await updateOverrides(tx, different);
  await settle(tx, bookId);
  const kept = (each: DatedChapter | undefined) => ({
    access: each?.access,
    free_at: each?.freeAt?.toISOString() ?? null,
  });
  await writeAudits(
    tx,
    different.map((chapter) => ({
      ...{ by, action: 'chapter.access', target: targetOf(chapter) },
      before: kept(before.get(chapter.id)),
      after: kept(chapter),
    })),
  );
}

/** Rejects with 400 for `free` with a date, and for a date too far ahead. */
export function requireOverride({ access, freeAt }: Pick<Override, 'access' | 'freeAt'>, now: Date): void {
  if (!freeAt) return;
  if (access === 'free') throw invalidField('free_at', 'A chapter that is free has no date on which it opens');
  requireNear('free_at', freeAt, now);
}

export type RulesChange = { [K in keyof Omit<BookRules, 'kind'>]?: BookRules[K] | undefined };

/** Sets how a book's chapters open; rejects with 404, and with 400 for a preview that its kind does not have. */
export async function setBookRules(tx: Db, given: RulesChange & By & { bookId: string }): Promise<BookRules> {
  const { by, bookId, ...change } = given;
  const old = await readBookRules(tx, bookId, { isLocked: true });
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const rules: BookRules = { ...old, ...named };
  if (rules.preview === (rules.kind === 'comic' ? 'words' : 'blur'))
    throw invalidField('preview', `A ${rules.kind} has no such preview`);
  if (isDeepStrictEqual(rules, old)) return rules;
  await updateBookRules(tx, bookId, rules);
  await settle(tx, bookId);
  const target = { kind: 'book' as const, id: bookId, name: await findTitle(tx, bookId) };
  await writeAudit(tx, { by, action: 'book.rules', target, before: keptRules(old), after: keptRules(rules) });
  return rules;
}

function keptRules(rules: BookRules) {
  return {
    public_free_chapters: rules.publicFreeChapters,
    early_access_days: rules.earlyAccessDays,
    show_schedule: rules.showSchedule,
    preview: rules.preview,
  };
}

/** How a book's chapters open; rejects with 404. `isLocked`: nobody changes it until the transaction ends. */
export async function readBookRules(db: Db, bookId: string, { isLocked = false } = {}): Promise<BookRules> {
  if (isLocked) await lockBookForDates(db, bookId);
  const rules = await findBookRules(db, bookId);
  if (!rules) throw notFound('book_not_found', 'There is no such book');
  return rules;
}

/** A chapter with its dates, published or not; rejects with 404. */
export async function findChapterDates(db: Db, chapterId: string): Promise<DatedChapter> {
  const [chapter] = await listDatedChapters(db, await requireBookOfChapter(db, chapterId), [chapterId]);
  if (!chapter) throw notFound('chapter_not_found', 'There is no such chapter');
  return chapter;
}

/** The windows of a book, of the site alone (null) or all, the newest beginning first; rejects with 404. */
export async function listWindowsOf(db: Db, of: { bookId: string | null } | 'all'): Promise<Window[]> {
  if (of !== 'all' && of.bookId !== null && !(await findBookRules(db, of.bookId)))
    throw notFound('book_not_found', 'There is no such book');
  return listWindows(db, of);
}

/** Opens a book or the site to all for a time; if the same window exists already, returns that one. */
export async function addWindow(tx: Db, given: Omit<Window, 'id'> & By): Promise<Window & { isNew: boolean }> {
  const { by, ...wanted } = given;
  const { open, now } = await lockWindows(tx);
  const lengthMs = wanted.to.getTime() - wanted.from.getTime();
  requireNear('to', wanted.to, now);
  if (lengthMs <= 0) throw invalidField('to', 'A window ends after it begins');
  if (wanted.to <= now) throw invalidField('to', 'The end of a window lies ahead');
  if (lengthMs > yearMs) throw invalidField('to', 'A window lasts at most 366 days');
  const known = (await listWindowsOf(tx, { bookId: wanted.bookId })).find(
    ({ from, to }) => from.getTime() === wanted.from.getTime() && to.getTime() === wanted.to.getTime(),
  );
  if (known) return { ...known, isNew: false };
  if (open >= mostWindows) throw invalidField('from', `There are ${mostWindows} windows that are not over`);
  const made = await insertWindow(tx, wanted);
  await auditWindow(tx, { by, action: 'window_open', window: made, after: timesOf(made) });
  return { ...made, isNew: true };
}

/** Removes a window that lies ahead, or ends one that runs; rejects with 404, and with 409 for one that is over. */
export async function removeWindow(tx: Db, { by, windowId }: By & { windowId: string }): Promise<void> {
  const { now } = await lockWindows(tx);
  const window = await findWindow(tx, windowId);
  if (!window) throw notFound('window_not_found', 'There is no such window');
  if (window.to <= now) throw new AppError(409, 'window_over', 'This window is over');
  if (window.from >= now) await deleteWindow(tx, windowId);
  else await endWindow(tx, windowId, now);
  const after = window.from >= now ? null : timesOf({ ...window, to: now });
  await auditWindow(tx, { by, action: 'window_end', window, before: timesOf(window), after });
}

function timesOf({ from, to }: Window) {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Writes a window to the audit, as a change of its book or of the site. */
async function auditWindow(
  tx: Db,
  given: By & {
    action: 'window_open' | 'window_end';
    window: Window;
    before?: Record<string, string>;
    after: Record<string, string> | null;
  },
): Promise<void> {
  const { by, action, window, before = null, after } = given;
  const { bookId } = window;
  const kind = bookId === null ? ('site' as const) : ('book' as const);
  const target = { kind, id: bookId, name: bookId === null ? null : await findTitle(tx, bookId) };
  await writeAudit(tx, { by, action: `${kind}.${action}`, target, before, after });
}
