import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../../../shared/languages.ts';
import { bookKeyOfId, strictestRating } from '../../rules.ts';
import type { ImportedBook, ImportOptions } from './imported.ts';
import type { BookRow, Current, EditionRow } from './queries.ts';

export type EditionPlan = { all: EditionRow[]; changed: EditionRow[]; gone: Language[] };

export function planEditions(given: ImportedBook, current: Current, options: ImportOptions): EditionPlan {
  const old = new Map(current.editions.map((edition) => [edition.language, edition]));
  const isMadeOfPage = new Set(given.coversOfPages ?? []);
  const free = given.publicFreeChapters === undefined ? current.book?.public_free_chapters : given.publicFreeChapters;
  const next = given.editions.map((edition): EditionRow => {
    const before = old.get(edition.language);
    // A page that only members may see must not become a public cover, nor stay one.
    const substitute = free === 0 ? edition.substituteCover?.small : edition.substituteCover?.whole;
    const isNamed = (field: string) => current.byHand.book.has(`${field}.${edition.language}`);
    const isByHand = (field: string) => before !== undefined && isNamed(field);
    // A language that is new takes the cover that was made for all.
    const covered =
      before ?? (isNamed('covers') ? old.get(current.book?.original_language ?? edition.language) : undefined);
    const kept = covered?.cover_image_id ?? null;
    return {
      language: edition.language,
      title: (isByHand('titles') ? before?.title : undefined) ?? edition.title,
      introduction:
        (isByHand('introductions') ? before?.introduction : edition.introduction) ?? before?.introduction ?? '',
      text_language: edition.textLanguage === undefined ? (before?.text_language ?? null) : edition.textLanguage,
      cover_image_id:
        covered && isNamed('covers')
          ? kept
          : (edition.coverImageId ?? (kept && !isMadeOfPage.has(kept) ? kept : (substitute ?? kept))),
    };
  });
  const isGiven = new Set(next.map((edition) => edition.language));
  const others = current.editions.filter((edition) => !isGiven.has(edition.language));
  const gone = options.prune?.chapters ? others.map((edition) => edition.language) : [];
  return {
    all: [...next, ...others.filter((edition) => !gone.includes(edition.language))],
    changed: next.filter((edition) => !isDeepStrictEqual(edition, old.get(edition.language))),
    gone,
  };
}

/** The book as it will be, and the names of given facts that are not taken, since they were edited by hand. */
export function planBook(
  given: ImportedBook,
  facts: { current: Current; editions: EditionRow[] },
): { book: BookRow; kept: string[] } {
  const old = facts.current.book;
  const author = given.author ?? old?.author ?? '';
  const tags = given.tags ?? old?.tags ?? [];
  const planned: BookRow = {
    id: old?.id ?? randomUUID(),
    // One that came out under its own id is still what its first import knows.
    source_key: old && given.sourceKey === bookKeyOfId(old.id) ? old.source_key : given.sourceKey,
    kind: given.kind,
    original_language: given.originalLanguage ?? keptOriginal(facts) ?? given.likelyLanguage,
    author,
    aliases: given.aliases?.all ?? old?.aliases ?? [],
    alias_languages: given.aliases?.byLanguage ?? old?.alias_languages ?? {},
    status: given.status ?? old?.status ?? 'ongoing',
    rating:
      given.rating !== undefined ? given.rating : strictestRating([old?.rating ?? null, given.leastRating ?? null]),
    layout: given.layout ?? old?.layout ?? given.likelyLayout ?? 'strip',
    reading_direction: given.readingDirection ?? old?.reading_direction ?? given.likelyDirection ?? 'ltr',
    licence: given.licence ?? old?.licence ?? '',
    attribution: given.attribution ?? old?.attribution ?? '',
    public_free_chapters:
      given.publicFreeChapters !== undefined ? given.publicFreeChapters : (old?.public_free_chapters ?? null),
    early_access_days: given.earlyAccessDays !== undefined ? given.earlyAccessDays : (old?.early_access_days ?? null),
    show_schedule: given.showSchedule ?? old?.show_schedule ?? false,
    preview: given.preview === undefined ? (old?.preview ?? null) : given.preview,
    downloads: given.downloads === undefined ? (old?.downloads ?? null) : given.downloads,
    recommended: given.recommended ?? old?.recommended ?? false,
    tags,
  };
  const byHand = [...facts.current.byHand.book].filter((field) => Object.hasOwn(planned, field));
  const stays = old ? Object.fromEntries(byHand.map((field) => [field, old[field as keyof BookRow]])) : {}; // a column, as just checked
  const book: BookRow = { ...planned, ...stays };
  const kept = byHand.filter((field) => !isDeepStrictEqual({ ...planned }[field], { ...book }[field]));
  return { book, kept: [...kept, ...keptTitles(given, facts.current)] };
}

/** The given titles, introductions and covers that are not taken, since they were edited by hand. */
function keptTitles(given: ImportedBook, { byHand, editions }: Current): string[] {
  return given.editions.flatMap(({ language, title, introduction, coverImageId }) => {
    const before = editions.find((edition) => edition.language === language);
    if (!before) return [];
    const fields: [string, unknown, unknown][] = [
      [`titles.${language}`, title, before.title],
      [`introductions.${language}`, introduction ?? before.introduction, before.introduction],
      [`covers.${language}`, coverImageId ?? before.cover_image_id, before.cover_image_id],
    ];
    return fields.flatMap(([field, wanted, stays]) => (byHand.book.has(field) && wanted !== stays ? [field] : []));
  });
}

/** The original language as it was, unless its edition goes. */
function keptOriginal({ current, editions }: { current: Current; editions: readonly EditionRow[] }): Language | null {
  const language = current.book?.original_language;
  return language && editions.some((edition) => edition.language === language) ? language : null;
}
