import type { Db } from '../../../../server/db.ts';
import { AppError, notFound } from '../../../../server/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import type { AccessOverride } from '../../access.ts';
import { defaultFreeChapters } from '../../rules.ts';
import {
  type BookRules,
  type DatedChapter,
  deleteWindow,
  endWindow,
  findBookOfChapter,
  findBookRules,
  findWindow,
  insertWindow,
  listDatedChapters,
  listWindows,
  lockBookForDates,
  lockWindows,
  updateBookRules,
  updateDates,
  updateOverride,
  type Window,
} from './dates-queries.ts';
import { planPublication } from './order.ts';
import { presentConflict } from './publishing-rows.ts';
import { readMoment, settleBooks } from './settle-queries.ts';

export type { BookRules, DatedChapter, DatedEdition, Window } from './dates-queries.ts';

const yearMs = 366 * 24 * 60 * 60 * 1000;
/** Times lie at most so far ahead. */
const furthestMs = 5 * yearMs;
const mostWindows = 1000;

/** A book with all of its chapters, locked for a change of their dates. */
interface OpenBook {
  chapters: DatedChapter[];
  now: Date;
}

async function openBook(tx: Db, bookId: string): Promise<OpenBook> {
  const now = await lockBookForDates(tx, bookId);
  if (!now) throw notFound('book_not_found', 'There is no such book');
  return { chapters: await listDatedChapters(tx, bookId), now };
}

async function settle(tx: Db, bookId: string): Promise<void> {
  await settleBooks(tx, [bookId], { now: await readMoment(tx), defaultFree: defaultFreeChapters });
}

export async function requireBookOfChapter(db: Db, chapterId: string): Promise<string> {
  const bookId = await findBookOfChapter(db, chapterId);
  if (bookId === null) throw notFound('chapter_not_found', 'There is no such chapter');
  return bookId;
}

/** All chapters of a book in their order, drafts too; rejects with 404. */
export async function listChapterDates(db: Db, bookId: string): Promise<DatedChapter[]> {
  if (!(await findBookRules(db, bookId))) throw notFound('book_not_found', 'There is no such book');
  return listDatedChapters(db, bookId);
}

/** The wish to publish a chapter: at a moment, at once, or not (null). */
export interface Publication {
  chapterId: string;
  publishedAt: Date | 'now' | null;
  /** Absent: all languages in which it has content. */
  languages?: readonly Language[] | undefined;
  withLater?: boolean | undefined;
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
  if (languages.length === 0 || languages.some((language) => !filled.includes(language)))
    throw new AppError(409, 'chapter_empty', 'Nothing to read in it yet');
  const { publishedAt } = given;
  if (publishedAt instanceof Date) requireNear(publishedAt, now);
  const wanted = { chapterId: given.chapterId, publishedAt, languages, withLater: given.withLater ?? false };
  const planned = planPublication(chapters, wanted, now);
  if ('conflicts' in planned) throw outOfOrder(planned.conflicts);
  if (planned.dates.length === 0) return [];
  await updateDates(tx, planned.dates);
  await settle(tx, bookId);
  const changed = new Set(planned.dates.map(({ chapterId }) => chapterId));
  return (await listDatedChapters(tx, bookId)).filter(({ id }) => changed.has(id));
}

export function outOfOrder(conflicts: readonly DatedChapter[]): AppError {
  return new AppError(409, 'publish_out_of_order', 'A chapter before it is not published by then', {
    extra: { conflicts: conflicts.map(presentConflict) },
  });
}

function requireNear(moment: Date, now: Date): void {
  if (moment.getTime() - now.getTime() > furthestMs)
    throw new AppError(400, 'invalid_request', 'The time lies more than 5 years ahead');
}

/** The override of a chapter; what is absent stays. */
export interface Override {
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
  const access = given.access ?? chapter.access;
  const isCleared = given.access === 'free' && given.freeAt === undefined;
  const freeAt = isCleared ? null : given.freeAt === undefined ? chapter.freeAt : given.freeAt;
  if (access === 'free' && freeAt !== null)
    throw new AppError(400, 'invalid_request', 'A chapter that is free has no date on which it opens');
  if (freeAt !== null) requireNear(freeAt, now);
  if (access === chapter.access && freeAt?.getTime() === chapter.freeAt?.getTime()) return chapter;
  await updateOverride(tx, { chapterId: chapter.id, access, freeAt });
  await settle(tx, bookId);
  return { ...chapter, access, freeAt, version: chapter.version + 1 };
}

export type RulesChange = { [K in keyof Omit<BookRules, 'kind'>]?: BookRules[K] | undefined };

/** Sets how a book's chapters open; rejects with 404, and with 400 for a preview that its kind does not have. */
export async function setBookRules(tx: Db, bookId: string, change: RulesChange): Promise<BookRules> {
  if (!(await lockBookForDates(tx, bookId))) throw notFound('book_not_found', 'There is no such book');
  const old = await findBookRules(tx, bookId);
  if (!old) throw notFound('book_not_found', 'There is no such book');
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const rules: BookRules = { ...old, ...given };
  if (rules.preview === (rules.kind === 'comic' ? 'words' : 'blur'))
    throw new AppError(400, 'invalid_request', `A ${rules.kind} has no such preview`);
  await updateBookRules(tx, bookId, rules);
  await settle(tx, bookId);
  return rules;
}

/** The windows of a book, of the site alone (null) or all, the newest beginning first; rejects with 404. */
export async function listWindowsOf(db: Db, of: { bookId: string | null } | 'all'): Promise<Window[]> {
  if (of !== 'all' && of.bookId !== null && !(await findBookRules(db, of.bookId)))
    throw notFound('book_not_found', 'There is no such book');
  return listWindows(db, of);
}

/** Opens a book or the site to all for a time; the same window again is the one that is there. */
export async function addWindow(tx: Db, wanted: Omit<Window, 'id'>): Promise<Window & { isNew: boolean }> {
  const { open, now } = await lockWindows(tx);
  const known = (await listWindowsOf(tx, { bookId: wanted.bookId })).find(
    ({ from, to }) => from.getTime() === wanted.from.getTime() && to.getTime() === wanted.to.getTime(),
  );
  if (known && known.to > now) return { ...known, isNew: false };
  const lengthMs = wanted.to.getTime() - wanted.from.getTime();
  requireNear(wanted.to, now);
  if (lengthMs <= 0) throw new AppError(400, 'invalid_request', 'A window ends after it begins');
  if (wanted.to <= now) throw new AppError(400, 'invalid_request', 'The end of a window lies ahead');
  if (lengthMs > yearMs) throw new AppError(400, 'invalid_request', 'A window lasts at most 366 days');
  if (open >= mostWindows)
    throw new AppError(400, 'invalid_request', `There are ${mostWindows} windows that are not over`);
  return { ...(await insertWindow(tx, wanted)), isNew: true };
}

/** Removes a window that lies ahead, or ends one that runs; rejects with 404, and with 409 for one that is over. */
export async function removeWindow(tx: Db, windowId: string): Promise<void> {
  const { now } = await lockWindows(tx);
  const window = await findWindow(tx, windowId);
  if (!window) throw notFound('window_not_found', 'There is no such window');
  if (window.to <= now) throw new AppError(409, 'window_over', 'This window is over');
  if (window.from >= now) await deleteWindow(tx, windowId);
  else await endWindow(tx, windowId, now);
}
