-- doors: the files that users took along, by KOReader's name for them; any user who has the file is at a place in it.
CREATE TABLE given_files (
  digest bytea PRIMARY KEY,
  form text NOT NULL CHECK (form IN ('cbz', 'epub')),
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  language text NOT NULL,
  chapter_ids uuid[] NOT NULL -- in the file's order
);
CREATE INDEX given_files_by_book ON given_files (book_id);
-- doors: where KOReader said that a user is in a document, as it was sent.
CREATE TABLE synced_documents (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  document text NOT NULL,
  progress text NOT NULL,
  percentage float8 NOT NULL,
  device text NOT NULL,
  device_id text NOT NULL,
  pushed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, document)
);
CREATE INDEX synced_documents_by_time ON synced_documents (user_id, pushed_at);
