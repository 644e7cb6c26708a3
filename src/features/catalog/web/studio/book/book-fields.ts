import { fieldsByLanguage } from '../../../../studio/web/language-fields.ts';
import type { Flat } from '../../../../studio/web/merge.ts';
import { readOptionalNumber } from '../../../../studio/web/typed-number.ts';
import type { StudioBook, StudioChapter } from '../../../studio-contract.ts';

/** A book's fields side by side, by the names of PATCH; lists are lines of text. */
export function flattenBook(book: StudioBook): Flat {
  const { titles, introductions, aliases, tags } = book;
  return {
    ...fieldsByLanguage('titles', titles),
    ...fieldsByLanguage('introductions', introductions),
    aliases: aliases.join('\n'),
    tags: tags.join('\n'),
    author: book.author,
    kind: book.kind,
    original_language: book.original_language,
    layout: book.layout,
    reading_direction: book.reading_direction,
    status: book.status,
    rating: book.rating ?? '',
    licence: book.licence,
    attribution: book.attribution,
    hidden: book.hidden,
    public_free_chapters: textOf(book.public_free_chapters),
    early_access_days: textOf(book.early_access_days),
    show_schedule: book.show_schedule,
    preview: book.preview,
    downloads: book.downloads ?? '',
  };
}

const textOf = (number: number | null) => (number === null ? '' : String(number));
/** A field for a number, where empty says that there is none. */
const numberOf = (text: unknown) => readOptionalNumber(String(text));
const linesOf = (text: unknown) => [
  ...new Set(
    String(text)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  aliases: linesOf,
  tags: linesOf,
  public_free_chapters: numberOf,
  early_access_days: numberOf,
  rating: (value) => value || null,
  downloads: (value) => value || null,
};

/** The body of PATCH for changed fields; an emptied title or introduction is taken away. */
export function bodyOfChanges(changes: Flat): object {
  const body: Record<string, unknown> = {};
  const maps: Record<string, Record<string, string | null>> = {};
  for (const [name, value] of Object.entries(changes)) {
    const [field = '', language] = name.split('.');
    const read = readers[field];
    if (language === undefined) body[field] = read ? read(value) : value;
    else maps[field] = { ...maps[field], [language]: String(value).trim() || null };
  }
  return { ...body, ...maps };
}

/** A chapter's fields side by side, by the names of PATCH. */
export function flattenChapter(chapter: StudioChapter): Flat {
  return {
    ...fieldsByLanguage('titles', chapter.titles),
    created_at: chapter.created_at,
    season: textOf(chapter.season),
    label: chapter.label ?? '',
    access: chapter.access,
    free_at: chapter.free_at ?? '',
  };
}

/** The body of PATCH for changed fields of a chapter. */
export function bodyOfChapter(changes: Flat): object {
  const { season, label, free_at: freeAt, ...rest } = changes;
  return {
    ...bodyOfChanges(rest),
    ...(season !== undefined && { season: numberOf(season) }),
    ...(label !== undefined && { label: String(label).trim() || null }),
    ...(freeAt !== undefined && { free_at: String(freeAt).trim() || null }),
  };
}
