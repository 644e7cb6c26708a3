-- catalog: feeds read the chapters of a book that its early access opened last, and not the whole book.
CREATE INDEX chapters_of_book_since
  ON chapters (book_id, (CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END))
  WHERE number IS NOT NULL;
