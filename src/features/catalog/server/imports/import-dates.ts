import type { PlannedChapter, PlannedEdition } from './chapter-plan.ts';
import type { Contradiction } from './imported.ts';

export interface DateOptions {
  /** The moment of the import, never ahead of the database's clock. */
  moment: Date;
  /** The latest date that a chapter may have. */
  latest: Date;
  /** New chapters, and new editions of old ones, become drafts. */
  asDrafts: boolean;
  isSilent: boolean;
  /** The book comes out of the trash: its dates stay, if it is not to be drafts; its drafts count as new. */
  comesBack: boolean;
}

/** The date of an edition, as it is planned: null is a draft. */
type Planned = Date | null;

/**
 * Dates each new edition, and sets the dates that the files name, in the book's order. A chapter without a date of its
 * own opens at once, or together with a scheduled one before it; after a draft it is a draft. An import never
 * unpublishes. Changes the rows of the plan; returns the dates that contradict the book.
 */
export function planDates(chapters: readonly PlannedChapter[], options: DateOptions): Contradiction[] {
  const found: Contradiction[] = [];
  let before: Before = { latest: null, hasDraft: false };
  for (const [index, chapter] of chapters.entries()) {
    const name = chapter.editions[0]?.next.title || chapter.row.source_key;
    const contradict = (cause: string) => void found.push({ chapter: name, cause });
    const isOverridden = planOverride(chapter, options.latest, contradict);
    const later = chapters.slice(index + 1);
    for (const edition of chapter.editions) {
      planEdition({ chapter, edition, before, later, options, contradict });
      // Nobody can tell who may read it.
      if (!isOverridden && knownOf(edition, options) === undefined) edition.next.published_at = null;
      planSilence({ chapter, edition, options });
    }
    planCreatedAt(chapter, options.moment);
    before = after(before, chapter);
  }
  return found;
}

interface Before {
  /** The last moment by which a chapter before it is published. */
  latest: Date | null;
  hasDraft: boolean;
}

/** Only chapters with content of their own count, and one that was withdrawn blocks nobody. */
function after(before: Before, chapter: PlannedChapter): Before {
  const date = dateOf(chapter);
  if (date === undefined) return before;
  if (date === null) return { ...before, hasDraft: before.hasDraft || !isWithdrawn(chapter) };
  return { ...before, latest: before.latest !== null && before.latest > date ? before.latest : date };
}

/** The earliest date of its editions; null: all are drafts; undefined: nothing is in it. */
function dateOf({ editions, staying }: PlannedChapter): Planned | undefined {
  const rows = [...editions.map(({ next }) => next), ...staying].filter((row) => row.has_content);
  if (rows.length === 0) return undefined;
  const dates = rows.flatMap((row) => row.published_at?.getTime() ?? []);
  return dates.length === 0 ? null : new Date(Math.min(...dates));
}

function isWithdrawn({ editions, staying }: PlannedChapter): boolean {
  return [...editions.map(({ before }) => before), ...staying].some((row) => row?.first_published_at);
}

/** False: what is given contradicts itself, and is left out. */
function planOverride({ row, given }: PlannedChapter, latest: Date, contradict: (cause: string) => void): boolean {
  if (given?.access === undefined && given?.freeAt === undefined) return true;
  if (given.access === 'free' && given.freeAt) {
    contradict('access: free and free_at contradict each other');
    return false;
  }
  if (given.freeAt && given.freeAt > latest) {
    contradict(tooFar('free_at', given.freeAt));
    return false;
  }
  const access = given.access ?? row.access;
  const freeAt = given.freeAt === undefined ? row.free_at : given.freeAt;
  Object.assign(row, { access, free_at: access === 'free' ? null : freeAt });
  return true;
}

/** The date of an edition that was there before this import; undefined: it is new, or counts as new. */
function knownOf({ before }: PlannedEdition, { comesBack, asDrafts }: DateOptions): Planned | undefined {
  const stood = before?.has_content ? before.published_at : undefined;
  return comesBack && (asDrafts || stood === null) ? undefined : stood;
}

function planEdition(asked: {
  chapter: PlannedChapter;
  edition: PlannedEdition;
  before: Before;
  later: readonly PlannedChapter[];
  options: DateOptions;
  contradict: (cause: string) => void;
}): void {
  const { chapter, edition, before, options, contradict } = asked;
  const { moment } = options;
  const { next } = edition;
  if (!next.has_content) return;
  const known = knownOf(edition, options);
  if (known !== undefined) next.published_at = known;
  const isPublished = known !== undefined && known !== null && known <= moment;
  const wanted = given(asked);
  if (options.asDrafts && known === undefined) {
    next.first_published_at ??= next.published_at;
    next.published_at = null;
    return;
  }
  if (wanted === 'draft') {
    if (!isPublished) next.published_at = null;
    return;
  }
  if (wanted === 'unclear') {
    if (known === undefined) next.published_at = null;
    return;
  }
  if (wanted === undefined) {
    if (known === undefined) next.published_at = dateByItself(chapter, before, options);
    return;
  }
  // The date that the edition has already changes nothing, even if a draft stands before it by now.
  if (known?.getTime() === wanted.getTime()) return;
  if (wanted > options.latest) {
    contradict(tooFar('published_at', wanted));
    if (known === undefined) next.published_at = null;
    return;
  }
  if (isPublished && wanted > moment) {
    contradict(`published_at ${wanted.toISOString()} is later than now, and it is published already`);
    return;
  }
  const blocking = wanted > moment ? findBlocking(wanted, asked) : null;
  if (blocking !== null) {
    contradict(`published_at ${wanted.toISOString()} is against the order of the chapters: ${blocking}`);
    if (known === undefined) next.published_at = null;
    return;
  }
  next.published_at = wanted;
}

/** Whether followers are told is what was said last: an import says it of the dates that it gives, before they have come. */
function planSilence(asked: { chapter: PlannedChapter; edition: PlannedEdition; options: DateOptions }): void {
  const { edition, options } = asked;
  const { before, next } = edition;
  if (!next.has_content) return;
  const date = next.published_at;
  const isSame = before?.has_content === true && before.published_at?.getTime() === date?.getTime();
  const isSaidAgain = date !== null && date > options.moment && given(asked) instanceof Date;
  if (date === null) next.is_silent = false;
  else if (!isSame || isSaidAgain) next.is_silent = options.isSilent;
}

function tooFar(key: string, moment: Date): string {
  return `${key} ${moment.toISOString()} lies more than 5 years ahead`;
}

function given({
  chapter,
  edition,
}: {
  chapter: PlannedChapter;
  edition: PlannedEdition;
}): Date | 'draft' | 'unclear' | undefined {
  const own = chapter.given?.editions.find(({ language }) => language === edition.next.language);
  return own?.publishedAt ?? chapter.given?.publishedAt;
}

/** The date of a new edition that names none. */
function dateByItself(chapter: PlannedChapter, before: Before, { moment, comesBack }: DateOptions): Planned {
  if (chapter.before) {
    const known = dateOf({ ...chapter, editions: chapter.editions.filter((edition) => edition.before?.has_content) });
    if (known !== undefined && !(comesBack && known === null)) return known === null || known > moment ? known : moment;
  }
  if (before.hasDraft) return null;
  if (before.latest !== null && before.latest > moment) return before.latest;
  // A date in the files that has passed is the date on which the chapter came out.
  const { created_at, has_own_date } = chapter.row;
  return has_own_date && created_at < moment ? created_at : moment;
}

function findBlocking(
  wanted: Date,
  { before, later, options }: { before: Before; later: readonly PlannedChapter[]; options: DateOptions },
): string | null {
  if (before.hasDraft) return 'a chapter before it is a draft';
  if (before.latest !== null && before.latest > wanted)
    return `a chapter before it is published on ${before.latest.toISOString()}`;
  const earlier = later.map(knownDateOf).find((date) => date !== null && (date <= options.moment || date < wanted));
  return earlier ? `a chapter after it is published on ${earlier.toISOString()}` : null;
}

/** The date that a chapter had before this import. */
function knownDateOf({ editions, staying }: PlannedChapter): Date | null {
  const rows = [...editions.flatMap(({ before }) => before ?? []), ...staying].filter((row) => row.has_content);
  const dates = rows.flatMap((row) => row.published_at?.getTime() ?? []);
  return dates.length === 0 ? null : new Date(Math.min(...dates));
}

/** Readers see the date of publication where its publisher names none. */
function planCreatedAt(chapter: PlannedChapter, moment: Date): void {
  if (chapter.row.has_own_date) return;
  if (!chapter.before) chapter.row.created_at = dateOf(chapter) ?? moment;
}
