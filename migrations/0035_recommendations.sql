-- catalog: the place of a recommended book, put by hand; the others follow, the newest first.
CREATE TABLE recommendations (
  book_id uuid PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  place integer NOT NULL UNIQUE,
  languages text[], -- null: all
  from_at timestamptz, -- null: since ever
  until_at timestamptz, -- null: for ever
  CHECK (from_at < until_at)
);
