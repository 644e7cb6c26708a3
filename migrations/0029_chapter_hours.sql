-- reading: how often a chapter was begun, or its lock met, in each hour; of no person anything.
CREATE TABLE chapter_hours (
  chapter_id uuid NOT NULL, -- its rows go with their time
  hour timestamptz NOT NULL,
  member boolean NOT NULL, -- the reader was a member then
  starts integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (chapter_id, hour, member)
);
CREATE INDEX chapter_hours_by_hour ON chapter_hours (hour);

-- reading: a lock that was met is an event too. Older rows fit already.
ALTER TABLE book_events DROP CONSTRAINT book_events_name_check;
ALTER TABLE book_events ADD CONSTRAINT book_events_name_check
  CHECK (name IN ('open_book', 'start_reading', 'finished_reading', 'lock_seen')) NOT VALID;
