-- catalog: those of 0010 take their place.
DROP INDEX books_by_update, books_by_popularity, books_by_chapters,
  book_tags_by_update, book_tags_by_popularity, book_tags_by_chapters;
