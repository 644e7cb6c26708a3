import type { Language } from '../../../../shared/languages.ts';
import { foldForSearch } from '../../../../shared/search-text.ts';
import { tagNames } from '../../../../shared/tags.ts';

/** The search text of a book: titles, aliases, author, tags and introductions, in the form in which the search compares text. */
export function searchTextOf(book: {
  author: string;
  aliases: readonly string[];
  tags: readonly string[];
  editions: readonly { language: Language; title: string; introduction: string }[];
}): string {
  const editions = [...book.editions].sort((a, b) => (a.language < b.language ? -1 : 1));
  return foldForSearch(
    [
      ...editions.map((edition) => edition.title),
      ...book.aliases,
      book.author,
      ...book.tags.flatMap((tag) => [tag, ...Object.values(tagNames[tag] ?? {})]),
      ...editions.map((edition) => edition.introduction),
    ].join('\n'),
  );
}
