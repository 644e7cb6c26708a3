-- numbers: the readers of each book by day, for lists of books that are sorted by them: read from the index alone.
CREATE INDEX number_visits_of_books ON number_visits (book_id, day) INCLUDE (readers)
  WHERE by_book AND NOT by_language AND NOT by_source AND language IS NULL AND source IS NULL;
