-- Books and chapters are edited in the studio. A field that was edited by hand is named in `edited`: imports leave it
-- alone. What is deleted lies in the trash for 30 days.
ALTER TABLE books
  ADD COLUMN edited text[] NOT NULL DEFAULT '{}',
  ADD COLUMN aliases text[] NOT NULL DEFAULT '{}',
  ADD COLUMN made_by_hand boolean NOT NULL DEFAULT false,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN deleted_by text,
  DROP CONSTRAINT books_status_check,
  ADD CONSTRAINT books_status_check CHECK (status IN ('ongoing', 'finished', 'hiatus')) NOT VALID;
CREATE INDEX books_in_trash ON books (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE chapters
  ADD COLUMN edited text[] NOT NULL DEFAULT '{}',
  ADD COLUMN season integer,
  ADD COLUMN label text,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN deleted_by text,
  ADD CONSTRAINT chapters_season_check CHECK (season BETWEEN 1 AND 999) NOT VALID;
CREATE INDEX chapters_in_trash ON chapters (deleted_at) WHERE deleted_at IS NOT NULL;
