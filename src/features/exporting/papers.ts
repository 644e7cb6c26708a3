import { isDeepStrictEqual } from 'node:util';
import type { Language } from '../../shared/languages.ts';
import { bookKeyOfId, bookKeyOfName, isKeyOfId } from '../catalog/rules.ts';
import type { WholeBook, WholeChapter, WholeEdition } from '../catalog/server/whole-book.ts';

/**
 * A book's facts as its book.yaml tells them to an import (docs/importing.md), which lies beside its editions, or beside
 * that of one language.
 */
export function bookPaper({ book, editions }: WholeBook, language: Language | null): Record<string, unknown> {
  const byLanguage = (read: (edition: WholeEdition) => string) =>
    Object.fromEntries(editions.flatMap((each) => (read(each) === '' ? [] : [[each.language, read(each)]])));
  const original = editions.find(({ language }) => language === book.original_language);
  const id = idOf(book, original?.title ?? '');
  return {
    ...(id !== null && { id }),
    title: byLanguage(({ title }) => title),
    introduction: byLanguage(({ introduction }) => introduction),
    author: book.author,
    kind: book.kind,
    original_language:
      ((language === null || language === book.original_language) && original?.textLanguage) || book.original_language,
    tags: book.tags,
    aliases: aliasesOf(book),
    public_free_chapters: book.public_free_chapters,
    early_access_days: book.early_access_days ?? 'never',
    show_schedule: book.show_schedule,
    preview: book.preview,
    downloads: book.downloads,
    recommended: book.recommended,
    status: book.status,
    rating: book.rating,
    layout: book.layout,
    reading_direction: book.reading_direction,
    licence: book.licence,
    attribution: book.attribution,
  };
}

/** The `id` by which an import knows the book again; null: it knows it by its title and author, as they came. */
function idOf({ id, kind, author, source_key: key }: WholeBook['book'], title: string): string | null {
  if (isKeyOfId(key)) return key.slice(bookKeyOfId('').length);
  return key === bookKeyOfName({ kind, title, author }) ? null : id;
}

/** Other names under their languages, where that keeps their order. */
function aliasesOf({ aliases, alias_languages: languages }: WholeBook['book']): unknown {
  const placeOf = ([, [first = '']]: [string, readonly string[]]) => aliases.indexOf(first);
  const named = Object.entries(languages).sort((one, other) => placeOf(one) - placeOf(other));
  const isWhole = isDeepStrictEqual(
    named.flatMap(([, names]) => names),
    aliases,
  );
  return isWhole && named.length > 0 ? Object.fromEntries(named) : aliases;
}

/** A chapter's facts as the chapter.yaml in its folder of one language tells them. */
export function chapterPaper(chapter: WholeChapter, language: Language): Record<string, unknown> {
  const own = chapter.editions.find((edition) => edition.language === language);
  return {
    title: Object.fromEntries(chapter.editions.map((edition) => [edition.language, edition.title])),
    ...(chapter.hasOwnDate && { created_at: chapter.createdAt.toISOString() }),
    published_at: own?.publishedAt?.toISOString() ?? 'draft',
    access: chapter.access,
    ...(chapter.freeAt && { free_at: chapter.freeAt.toISOString() }),
    season: chapter.season,
    label: chapter.label,
  };
}
