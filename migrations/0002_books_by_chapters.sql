-- catalog: the books with the most chapters first.
CREATE INDEX books_by_chapters ON books (chapter_count DESC, id) WHERE NOT hidden;
CREATE INDEX book_tags_by_chapters ON book_tags (tag, chapter_count DESC, book_id) WHERE NOT hidden;
