-- library: the books that readers of a book have read too, the nearest of each, made nightly. No pair has so few shared readers
-- that one of them could be seen.
CREATE TABLE similar_books (
  book_id uuid NOT NULL, -- without references, as those of a place
  other_id uuid NOT NULL,
  score double precision NOT NULL,
  PRIMARY KEY (book_id, other_id)
);

-- library: when they were made.
CREATE TABLE similar_refreshes (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  made_at timestamptz NOT NULL
);
