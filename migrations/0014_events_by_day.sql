-- Events in parts by day, and their sums. What an older server still writes stays where it was and ages out there:
-- events in reading_events, and marks in popularity_dirty, which the scoring job carries over.

-- reading: an event counts once in its day, however often it is sent. Each day is a part of its own, made ahead by a
-- job or by the first writer who needs it.
CREATE TABLE book_events (
  day date NOT NULL CHECK (day = (occurred_at AT TIME ZONE 'utc')::date),
  event_id uuid NOT NULL,
  name text NOT NULL CHECK (name IN ('open_book', 'start_reading', 'finished_reading')),
  book_id uuid NOT NULL,
  chapter_id uuid,
  language text NOT NULL,
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, day)
) PARTITION BY LIST (day);

-- Makes the part of a day, unless it is there. Attached and not created as a part, so that no writer has to wait.
CREATE FUNCTION make_events_day(wanted date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'book_events_' || to_char(wanted, 'YYYYMMDD');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('longstrip events day'), 0);
  IF to_regclass(part) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE book_events INCLUDING ALL)', part);
    EXECUTE format('ALTER TABLE book_events ATTACH PARTITION %I FOR VALUES IN (%L)', part, wanted);
  END IF;
END $$;

-- Removes a day's part, or fails where that would keep others waiting for longer than a sixth of a second.
CREATE FUNCTION drop_events_day(gone date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'book_events_' || to_char(gone, 'YYYYMMDD');
BEGIN
  -- Sends away a vacuum, which takes a second. Readers and writers do not wait behind this lock.
  PERFORM set_config('lock_timeout', '3s', true);
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', part);
  -- Behind what comes now all wait, those of other days too: once for the whole, once for the part.
  PERFORM set_config('lock_timeout', '80ms', true);
  EXECUTE format('DROP TABLE %I', part);
END $$;

-- reading: what a day brought a book, kept when the events go. `finished` counts at most five readings of an address.
ALTER TABLE book_days
  ADD COLUMN opens integer NOT NULL DEFAULT 0, -- all events of the name, by the day of their arrival
  ADD COLUMN starts integer NOT NULL DEFAULT 0,
  ADD COLUMN finishes integer NOT NULL DEFAULT 0;

-- reading: what is to be added to the books' days. Whoever tells something only adds a row; the scoring job takes it.
CREATE TABLE book_tallies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  book_id uuid NOT NULL,
  day date NOT NULL,
  opens integer NOT NULL DEFAULT 0,
  starts integer NOT NULL DEFAULT 0,
  finishes integer NOT NULL DEFAULT 0,
  liked integer NOT NULL DEFAULT 0, -- less than nothing: likes that were taken back
  told_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX book_tallies_by_book ON book_tallies (book_id);
