-- releases: what the calendar's file has told, so that a moved or cancelled entry is told as a change of it.
CREATE TABLE calendar_entries (
  of_site boolean NOT NULL, -- told by the site's calendar; false: by the book's own
  chapter_id uuid NOT NULL, -- no reference: what is gone is told as cancelled
  kind text NOT NULL, -- 'chapter' or 'free'
  book_id uuid NOT NULL,
  at timestamptz NOT NULL,
  number integer NOT NULL,
  is_gone boolean NOT NULL,
  said jsonb NOT NULL, -- a mark of the words that were told last, by language
  sequence integer NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (chapter_id, kind, of_site)
);
CREATE INDEX calendar_entries_by_time ON calendar_entries (at);
CREATE INDEX calendar_entries_by_book ON calendar_entries (book_id);
