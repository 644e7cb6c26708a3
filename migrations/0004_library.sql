-- What readers keep: where they are in their books, which books they follow, a feed of their own.

-- library: where a user is in a book. Without references to the catalogue: a place waits for a book that is hidden and
-- for a chapter that an import brings back; where there is neither, it is left out.
CREATE TABLE reading_places (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  book_id uuid NOT NULL,
  chapter_id uuid NOT NULL,
  position_index integer NOT NULL CHECK (position_index >= 0), -- of the image or the block
  position_fraction double precision NOT NULL CHECK (position_fraction BETWEEN 0 AND 1), -- of its height or characters
  position_quote text, -- to find a block again
  furthest_chapter integer NOT NULL CHECK (furthest_chapter >= 1), -- its number; the furthest never goes back
  furthest_index integer NOT NULL CHECK (furthest_index >= 0),
  furthest_fraction double precision NOT NULL CHECK (furthest_fraction BETWEEN 0 AND 1),
  updated_at timestamptz NOT NULL, -- when the position was left, by the reader's clock; never later than ours
  PRIMARY KEY (user_id, book_id)
);

-- library: the books whose new chapters a user wants to hear of.
CREATE TABLE follows (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  book_id uuid NOT NULL,
  followed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, book_id)
);

-- library: the address of a user's own feed. Whoever has the token may read it; we keep what it is known by.
CREATE TABLE feed_tokens (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE, -- SHA-256
  created_at timestamptz NOT NULL DEFAULT now()
);

-- catalog: a book's newest chapters without looking at the others.
CREATE INDEX chapters_by_time ON chapters (book_id, created_at DESC, number DESC);
