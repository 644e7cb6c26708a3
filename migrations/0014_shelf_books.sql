-- library: the books on a user's shelves. Places that stand already tell the first of them.
CREATE TABLE shelf_books (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  book_id uuid NOT NULL, -- without a reference, as that of a place
  state text CHECK (state IN ('reading', 'to_read', 'finished')), -- null: it was taken off
  added_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz CHECK (finished_at >= started_at),
  changed_at timestamptz NOT NULL, -- when its reader last set it or read it: what is older changes nothing
  set_at timestamptz, -- when its reader last set it; null: reading alone did
  PRIMARY KEY (user_id, book_id)
);

INSERT INTO shelf_books (user_id, book_id, state, added_at, finished_at, changed_at)
SELECT p.user_id, p.book_id, CASE WHEN ended.is_so THEN 'finished' ELSE 'reading' END, p.updated_at,
  CASE WHEN ended.is_so THEN p.updated_at END, p.updated_at
FROM reading_places p JOIN books b ON b.id = p.book_id
CROSS JOIN LATERAL (SELECT b.status = 'finished' AND (
  p.furthest_chapter >= coalesce((b.numbering->>'next')::int, b.chapter_count + 1)
  OR p.furthest_chapter = coalesce((b.numbering->'runs'->-1->>1)::int, b.chapter_count) AND p.furthest_fraction >= 1
) AS is_so) ended;

-- Whether a user wants to be told of a followed book's new chapters.
ALTER TABLE follows ADD COLUMN notify boolean NOT NULL DEFAULT true;
