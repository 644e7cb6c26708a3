-- catalog: the indexes of lists, with the rating, so that a list without books for adults still reads its index alone.
CREATE INDEX books_listed_by_update ON books (updated_at DESC, id) INCLUDE (rating) WHERE NOT hidden;
CREATE INDEX books_listed_by_popularity ON books (popularity DESC, id) INCLUDE (rating) WHERE NOT hidden;
CREATE INDEX books_listed_by_chapters ON books (chapter_count DESC, id) INCLUDE (rating) WHERE NOT hidden;
CREATE INDEX book_tags_listed_by_update ON book_tags (tag, updated_at DESC, book_id) INCLUDE (rating) WHERE NOT hidden;
CREATE INDEX book_tags_listed_by_popularity ON book_tags (tag, popularity DESC, book_id) INCLUDE (rating) WHERE NOT hidden;
CREATE INDEX book_tags_listed_by_chapters ON book_tags (tag, chapter_count DESC, book_id) INCLUDE (rating) WHERE NOT hidden;
