-- catalog: a chapter that is now in another book, and a book that it left. Readers' addresses there lead on, and imports of
-- that book do not bring it in again.
CREATE TABLE moved_chapters (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  chapter_id uuid NOT NULL REFERENCES chapters ON DELETE CASCADE,
  source_key text NOT NULL, -- what imports of that book know it by
  moved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (book_id, chapter_id)
);
