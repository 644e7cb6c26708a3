-- publishing: what one import does, from the studio or by the command.
CREATE TABLE batches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  source text NOT NULL CHECK (source IN ('studio', 'command_line')),
  user_id uuid REFERENCES users ON DELETE SET NULL,
  username text,
  options jsonb NOT NULL DEFAULT '{}',
  state text NOT NULL CHECK (state IN ('collecting', 'checking', 'checked', 'committing', 'committed', 'failed',
    'canceled', 'undoing', 'undone', 'expired')),
  phase text NOT NULL DEFAULT '',
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  current text, -- the file or book that is worked on
  begun_at timestamptz, -- the work under way
  counts jsonb NOT NULL DEFAULT '{}',
  books jsonb NOT NULL DEFAULT '[]',
  plan jsonb, -- its books, and how many pictures are looked at; the files are rows of their own
  plan_version integer NOT NULL DEFAULT 0, -- grows with each check and each change by hand
  changes jsonb NOT NULL DEFAULT '[]', -- by hand, in their order
  publish text CHECK (publish IN ('draft', 'now')),
  cancel_wanted boolean NOT NULL DEFAULT false,
  deaths integer NOT NULL DEFAULT 0, -- how often the process that worked on it died
  cause text, -- why it failed
  created_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now(),
  committed_at timestamptz,
  undo_until timestamptz,
  has_files boolean NOT NULL DEFAULT true, -- what was sent for it is still there
  is_forgotten boolean NOT NULL DEFAULT false -- how its books stood before is not kept any more
);
CREATE INDEX batches_by_time ON batches (created_at DESC, id);
CREATE INDEX batches_at_work ON batches (touched_at) WHERE state IN ('checking', 'committing', 'undoing');
CREATE INDEX batches_open ON batches (touched_at) WHERE state IN ('collecting', 'checked');

-- publishing: what becomes of each file of a batch.
CREATE TABLE batch_files (
  batch_id uuid NOT NULL REFERENCES batches ON DELETE CASCADE,
  file_id text NOT NULL, -- follows from the path, so that it is the same after each check
  position integer NOT NULL,
  change text NOT NULL,
  has_warnings boolean NOT NULL,
  told bigint GENERATED ALWAYS AS IDENTITY, -- grows, so that those who listen know what they have not heard
  row jsonb NOT NULL,
  PRIMARY KEY (batch_id, file_id)
);
CREATE INDEX batch_files_in_order ON batch_files (batch_id, position);
CREATE INDEX batch_files_told ON batch_files (batch_id, told);

-- catalog: how a book stood before a batch changed it, as far as it did; kept while that can be undone.
CREATE TABLE batch_books (
  batch_id uuid NOT NULL,
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  is_new boolean NOT NULL,
  record jsonb NOT NULL,
  chapter_ids uuid[] NOT NULL,
  image_ids uuid[] NOT NULL, -- the pictures that an undo needs: they are not freed
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (batch_id, book_id)
);
CREATE INDEX batch_books_by_book ON batch_books (book_id, made_at);
CREATE INDEX batch_books_by_image ON batch_books USING gin (image_ids);

-- The source key of what a batch removed, or of what an undo took back: the key itself is free for others.
ALTER TABLE books ADD COLUMN gone_key text;
ALTER TABLE chapters ADD COLUMN gone_key text;
