-- catalog: the books that were first published last, and those that older servers wrote.
CREATE INDEX books_by_first_publication ON books ((coalesce(first_published_at, '-infinity')) DESC, id) INCLUDE (rating)
  WHERE NOT hidden;
CREATE INDEX books_without_names ON books (id) WHERE read_in IS NULL;
