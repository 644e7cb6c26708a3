import type { Language } from '../../../../shared/languages.ts';
import type { DatedChapter, DatedEdition, EditionDate } from './dates-queries.ts';

/** The wanted date of some editions of a chapter: a moment, at once, or none. */
export interface WantedDate {
  chapterId: string;
  publishedAt: Date | 'now' | null;
  languages: readonly Language[];
  /** Later scheduled chapters move by the same span, or become drafts. */
  withLater: boolean;
  /** Followers are told nothing of its publication; absent: they are. */
  isSilent?: boolean | undefined;
}

export type PlannedDates = { dates: EditionDate[] } | { conflicts: DatedChapter[] };

/**
 * The dates that a wish leads to, or the chapters in its way. A book's chapters open in order: an edition may have a
 * date only if every chapter before it is published by then. A withdrawn chapter is in nobody's way.
 */
export function planPublication(chapters: readonly DatedChapter[], wanted: WantedDate, now: Date): PlannedDates {
  const chapter = chapters.find(({ id }) => id === wanted.chapterId);
  if (!chapter) throw new Error(`The chapter ${wanted.chapterId} is not of this book`);
  const changed = new Map<string, DatedEdition[]>();
  const isWanted = new Set<string>(wanted.languages);
  changed.set(
    chapter.id,
    chapter.editions.map((edition) => (isWanted.has(edition.language) ? dated(edition, wanted, now) : edition)),
  );
  const at = chapters.indexOf(chapter);
  if (wanted.withLater) {
    const move = moveOf(chapter, changed.get(chapter.id) ?? [], { later: chapters.slice(at + 1), now });
    for (const later of chapters.slice(at + 1))
      if (isScheduled(later.editions, now)) changed.set(later.id, move(later));
  }
  const after = chapters.map((each) => ({ ...each, editions: changed.get(each.id) ?? each.editions }));
  const conflicts = findConflicts(wanted.publishedAt === null ? after : datedAlone(after, at), at, { isWanted, now });
  if (conflicts.length > 0) return { conflicts: chapters.filter(({ id }) => conflicts.includes(id)) };
  return { dates: differingDates(after, chapters) };
}

/** One that gives a chapter a date has to keep the order, even if another language of it is withdrawn. */
function datedAlone(chapters: readonly DatedChapter[], at: number): DatedChapter[] {
  return chapters.map((chapter, index) =>
    index === at ? { ...chapter, editions: chapter.editions.filter((edition) => !isWithdrawn(edition)) } : chapter,
  );
}

/** The wanted date of some editions of a chapter, beside those of other chapters. */
export type Wish = Omit<WantedDate, 'withLater'>;

/**
 * As `planPublication`, but for many chapters at once: the chapters of the book as they will be, or those in the way.
 * The new dates need fit only together. E.g. chapter 2 may not move to next week while 3 comes out today, but both
 * together may.
 */
export function planTogether(
  chapters: readonly DatedChapter[],
  wishes: readonly Wish[],
  now: Date,
): { after: DatedChapter[] } | { conflicts: DatedChapter[] } {
  const wishOf = new Map(wishes.map((wish) => [wish.chapterId, wish]));
  const after = chapters.map((chapter) => {
    const wish = wishOf.get(chapter.id);
    if (!wish) return chapter;
    const editions = chapter.editions.map((edition) =>
      wish.languages.includes(edition.language) ? dated(edition, wish, now) : edition,
    );
    return { ...chapter, editions };
  });
  // Most wishes fit, and books have thousands of chapters: each is looked at once, unless something is wrong.
  if (findDisorder(after, now).length === 0) return { after };
  const inTheWay = new Set(
    after.flatMap(({ id }, at) => {
      const wish = wishOf.get(id);
      return wish ? findConflicts(after, at, { isWanted: new Set(wish.languages), now }) : [];
    }),
  );
  return inTheWay.size === 0 ? { after } : { conflicts: chapters.filter(({ id }) => inTheWay.has(id)) };
}

/** The editions whose dates differ between two states of a book's chapters, which stand in one order. */
export function differingDates(after: readonly DatedChapter[], before: readonly DatedChapter[]): EditionDate[] {
  return after.flatMap((chapter, at) => differing(chapter, before[at]));
}

/** The numbers that chapters with a date have once they are published, by their ids. */
export function numbersToCome(
  chapters: readonly DatedChapter[],
  wanted: ReadonlySet<string>,
  now: Date,
): Map<string, number> {
  const dates = chapters.map(({ editions }) => dateOfChapter(editions)?.getTime() ?? Number.POSITIVE_INFINITY);
  const numbers = new Map<string, number>();
  for (const [at, { id }] of chapters.entries()) {
    if (!wanted.has(id)) continue;
    const reached = Math.max(dates[at] ?? 0, now.getTime());
    numbers.set(id, dates.slice(0, at).filter((date) => date <= reached).length + 1);
  }
  return numbers;
}

function dated(
  edition: DatedEdition,
  { publishedAt: wanted, isSilent = false }: Pick<WantedDate, 'publishedAt' | 'isSilent'>,
  now: Date,
): DatedEdition {
  const { publishedAt, firstPublishedAt } = edition;
  const isOut = publishedAt !== null && publishedAt <= now;
  const first = firstPublishedAt ?? (isOut ? publishedAt : null);
  if (wanted === 'now' && isOut) return edition;
  const told = { ...edition, isSilent: isSilent && wanted !== null };
  if (wanted === 'now') return { ...told, publishedAt: first ?? now, firstPublishedAt: null };
  if (wanted === null) return { ...told, publishedAt: null, firstPublishedAt: first };
  return { ...told, publishedAt: wanted, firstPublishedAt: wanted > now ? first : null };
}

const mostYearsAhead = 5;

/** The latest date that a site may give. */
export function latestDate(now: Date): Date {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + mostYearsAhead);
  return latest;
}

/** When the first of a chapter's editions is published; null: all are drafts. */
export function dateOfChapter(editions: readonly DatedEdition[]): Date | null {
  const dates = editions.flatMap(({ publishedAt }) => publishedAt?.getTime() ?? []);
  return dates.length === 0 ? null : new Date(Math.min(...dates));
}

function isScheduled(editions: readonly DatedEdition[], now: Date): boolean {
  const date = dateOfChapter(editions);
  return date !== null && date > now;
}

/** How the later scheduled chapters move: by the same span, after the chapter, or into drafts. */
function moveOf(
  chapter: DatedChapter,
  next: readonly DatedEdition[],
  { later, now }: { later: readonly DatedChapter[]; now: Date },
): (chapter: DatedChapter) => DatedEdition[] {
  const to = dateOfChapter(next);
  if (to === null)
    return ({ editions }) =>
      editions.map((edition) => (isAhead(edition, now) ? { ...edition, publishedAt: null } : edition));
  const scheduled = later.flatMap(({ editions }) =>
    isScheduled(editions, now) ? (dateOfChapter(editions)?.getTime() ?? []) : [],
  );
  // A draft has no date of its own: the next scheduled chapter moves to the wanted date, unless it is later anyway.
  const from = dateOfChapter(chapter.editions)?.getTime() ?? Math.min(to.getTime(), ...scheduled);
  const span = to.getTime() - from;
  return ({ editions }) =>
    editions.map((edition) =>
      edition.publishedAt !== null && isAhead(edition, now)
        ? { ...edition, publishedAt: new Date(edition.publishedAt.getTime() + span) }
        : edition,
    );
}

function isAhead({ publishedAt }: DatedEdition, now: Date): boolean {
  return publishedAt !== null && publishedAt > now;
}

/** The chapters whose dates, as they are today, conflict with this one's. */
export function conflictsOf(chapters: readonly DatedChapter[], chapter: DatedChapter, now: Date): DatedChapter[] {
  const at = chapters.findIndex(({ id }) => id === chapter.id);
  const isWanted = new Set(chapter.editions.map(({ language }) => language));
  const found = new Set(findConflicts(chapters, at, { isWanted, now }));
  return chapters.filter(({ id }) => found.has(id));
}

/** The ids of the chapters, before or after this place, that conflict with the chapter at it. */
function findConflicts(
  chapters: readonly DatedChapter[],
  at: number,
  { isWanted, now }: { isWanted: ReadonlySet<string>; now: Date },
): string[] {
  const chapter = chapters[at];
  if (!chapter) return [];
  const reached = (moment: Date) => (moment > now ? moment : now);
  const moments = chapter.editions.flatMap(({ language, publishedAt }) =>
    isWanted.has(language) && publishedAt ? [reached(publishedAt)] : [],
  );
  const before = chapters.slice(0, at).filter(({ editions }) => {
    const date = dateOfChapter(editions);
    return editions.length > 0 && moments.some((moment) => !isThereBy(date, editions, moment));
  });
  const own = dateOfChapter(chapter.editions);
  const after = chapters.slice(at + 1).filter(({ editions }) => {
    const date = dateOfChapter(editions);
    return date !== null && !isThereBy(own, chapter.editions, reached(date));
  });
  return [...before, ...after].map(({ id }) => id);
}

/** A chapter that was withdrawn in a language is in nobody's way, even if another one is yet to come. */
function isThereBy(date: Date | null, editions: readonly DatedEdition[], moment: Date): boolean {
  return (date !== null && date <= moment) || editions.some(isWithdrawn);
}

function isWithdrawn({ publishedAt, firstPublishedAt }: DatedEdition): boolean {
  return publishedAt === null && firstPublishedAt !== null;
}

function differing(after: DatedChapter, before: DatedChapter | undefined): EditionDate[] {
  const time = (date: Date | null | undefined) => date?.getTime() ?? null;
  return after.editions.flatMap(({ language, publishedAt, firstPublishedAt, isSilent }) => {
    const old = before?.editions.find((edition) => edition.language === language);
    const isSame =
      time(old?.publishedAt) === time(publishedAt) &&
      time(old?.firstPublishedAt) === time(firstPublishedAt) &&
      old?.isSilent === isSilent;
    return isSame ? [] : [{ chapterId: after.id, language, publishedAt, firstPublishedAt, isSilent }];
  });
}

/**
 * The chapters that contradict the order, in pairs. E.g. chapter 3 comes out on Monday and chapter 2 on Friday: both
 * are named. It looks at each chapter once, because books have thousands.
 */
export function findDisorder(chapters: readonly DatedChapter[], now: Date): DatedChapter[] {
  const dates = chapters.map(({ editions }) => dateOfChapter(editions)?.getTime() ?? null);
  const moments = dates.map((date) => (date === null ? Number.POSITIVE_INFINITY : Math.max(date, now.getTime())));
  /** The moment from which on a chapter is in nobody's way. */
  const freeFrom = chapters.map(({ editions }, at) => {
    if (editions.length === 0 || editions.some(isWithdrawn)) return Number.NEGATIVE_INFINITY;
    return dates[at] ?? Number.POSITIVE_INFINITY;
  });
  const isIn = new Set<number>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const [at, moment] of moments.entries()) {
    if (moment < latest) isIn.add(at);
    latest = Math.max(latest, freeFrom[at] ?? latest);
  }
  let earliest = Number.POSITIVE_INFINITY;
  for (const [at, free] of [...freeFrom.entries()].toReversed()) {
    if (free > earliest) isIn.add(at);
    earliest = Math.min(earliest, moments[at] ?? earliest);
  }
  return chapters.filter((_, at) => isIn.has(at));
}
