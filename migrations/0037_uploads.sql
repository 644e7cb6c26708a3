-- publishing: a file on its way into the studio, or there. Its bytes lie in a file named after `id`, whose size says how
-- many there are. A file of an import goes with the import.
CREATE TABLE uploads (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  import_id uuid, -- null: a file for a page or a cover
  path text NOT NULL,
  length bigint NOT NULL CHECK (length BETWEEN 0 AND 2147483648),
  counts boolean NOT NULL, -- in the totals of its import: the newest of its path
  expires_at timestamptz NOT NULL, -- means nothing for a finished file of an import
  finished_at timestamptz,
  used_at timestamptz,
  holder uuid, -- the request that sends bytes; null: none
  held_at timestamptz, -- when its last bytes came
  CHECK ((holder IS NULL) = (held_at IS NULL))
);
CREATE UNIQUE INDEX uploads_counted ON uploads (import_id, path) WHERE import_id IS NOT NULL AND counts;
CREATE UNIQUE INDEX uploads_finished ON uploads (import_id, path) WHERE import_id IS NOT NULL AND finished_at IS NOT NULL;
CREATE INDEX uploads_of_import ON uploads (import_id, path) WHERE import_id IS NOT NULL;
CREATE INDEX uploads_expiring ON uploads (expires_at) WHERE import_id IS NULL OR finished_at IS NULL;

-- publishing: what the uploads of an import come to; whoever adds a file locks the row.
CREATE TABLE upload_totals (
  import_id uuid PRIMARY KEY,
  files integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0
);

-- catalog: a cover that was made by hand: the whole picture that it is a part of, and which part.
ALTER TABLE editions ADD COLUMN whole_cover_id uuid;
ALTER TABLE editions ADD COLUMN cover_crop jsonb; -- {x, y, width, height} in fractions of the picture
CREATE INDEX editions_by_whole_cover ON editions (whole_cover_id) WHERE whole_cover_id IS NOT NULL;

-- catalog: who has a book open in the studio, as of a moment.
CREATE TABLE book_presence (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  user_id uuid NOT NULL,
  username text NOT NULL,
  since timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (book_id, user_id)
);
CREATE INDEX book_presence_by_time ON book_presence (seen_at);
