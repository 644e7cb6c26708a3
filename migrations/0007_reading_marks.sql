-- What readers say by hand of the chapters of their books.

-- library: chapters that a user has marked as read or as not read, in the shape of the contract's `marks`.
CREATE TABLE reading_marks (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  book_id uuid NOT NULL, -- without a reference, as that of a place
  marks jsonb NOT NULL,
  PRIMARY KEY (user_id, book_id)
);
