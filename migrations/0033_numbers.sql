-- Numbers: who came, what was read, where readers stop. Raw events for nine days, sums for ever.

-- reading: a look at a page, and a picture that did not come, are events too; a page may belong to no book. The contract
-- says which names there are: a list here would have to be checked against every event.
ALTER TABLE book_events DROP CONSTRAINT book_events_name_check;
ALTER TABLE book_events ALTER COLUMN book_id DROP NOT NULL;

-- numbers: the days of the studio's zone. One follows the other without a gap; what a day was stays when the zone changes.
CREATE TABLE number_days (
  day date PRIMARY KEY,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL CHECK (to_at > from_at),
  key bytea, -- the secret behind the hashes of this day's readers; null: removed with its events
  summed_at timestamptz, -- when its sums were last made
  closed_at timestamptz -- its sums are final
);
CREATE INDEX number_days_open ON number_days (day) WHERE closed_at IS NULL;

-- numbers: the events of a day as they came. A reader is a hash with the day's key, of nobody who asked not to be tracked.
CREATE TABLE number_events (
  day date NOT NULL,
  at timestamptz NOT NULL, -- when the server took it
  name text NOT NULL,
  reader bytea, -- null: counted in the totals alone, and then nothing of the following is there
  before bytea, -- the same reader by the key of the day before, for a visit over midnight
  is_user boolean,
  book_id uuid,
  chapter_id uuid,
  language text,
  source text, -- of a page_view
  page integer -- of a page_broken
) PARTITION BY LIST (day);
CREATE INDEX number_events_by_reader ON number_events (reader, at) WHERE reader IS NOT NULL;
CREATE INDEX number_events_locks ON number_events (at) WHERE name = 'lock_seen';

-- Makes the part of a day, unless it is there. Attached and not created as a part, so that no writer has to wait.
CREATE FUNCTION make_numbers_day(wanted date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'number_events_' || to_char(wanted, 'YYYYMMDD');
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('longstrip numbers day'), 0);
  IF to_regclass(part) IS NULL THEN
    EXECUTE format('CREATE TABLE %I (LIKE number_events INCLUDING ALL)', part);
    EXECUTE format('ALTER TABLE number_events ATTACH PARTITION %I FOR VALUES IN (%L)', part, wanted);
  END IF;
END $$;

-- Removes a day's part, or fails where that would keep others waiting for longer than a sixth of a second.
CREATE FUNCTION drop_numbers_day(gone date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part text := 'number_events_' || to_char(gone, 'YYYYMMDD');
BEGIN
  IF to_regclass(part) IS NULL THEN RETURN; END IF;
  PERFORM set_config('lock_timeout', '3s', true);
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', part);
  PERFORM set_config('lock_timeout', '80ms', true);
  EXECUTE format('DROP TABLE %I', part);
END $$;

-- numbers: the visitor that somebody was before they registered, by the key of each day that still has one.
CREATE TABLE number_links (
  day date NOT NULL,
  visitor bytea NOT NULL,
  reader bytea NOT NULL,
  PRIMARY KEY (day, visitor)
);

-- numbers: all events of a day, those of readers who asked not to be tracked too.
CREATE TABLE number_totals (
  day date PRIMARY KEY,
  views bigint NOT NULL,
  starts bigint NOT NULL,
  finishes bigint NOT NULL
);

-- numbers: a day by each choice of book, language and source; `by_…` false: whichever.
CREATE TABLE number_visits (
  day date NOT NULL,
  by_book boolean NOT NULL,
  by_language boolean NOT NULL,
  by_source boolean NOT NULL,
  book_id uuid,
  language text,
  source text,
  views bigint NOT NULL,
  visits bigint NOT NULL,
  readers bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (by_book, by_language, by_source, book_id, language, source, day)
);
CREATE INDEX number_visits_by_day ON number_visits (day, by_book, by_language, by_source);

-- numbers: readers of a chapter on a day, by edition or (language null) whichever.
CREATE TABLE number_chapters (
  day date NOT NULL,
  book_id uuid NOT NULL,
  chapter_id uuid NOT NULL,
  language text,
  opened bigint NOT NULL,
  started bigint NOT NULL,
  finished bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (book_id, language, day, chapter_id)
);
CREATE INDEX number_chapters_by_day ON number_chapters (day);

-- numbers: the steps from a visitor of a book, by the lock that was seen, to a payment.
CREATE TABLE number_funnel (
  day date NOT NULL,
  by_book boolean NOT NULL,
  by_language boolean NOT NULL,
  book_id uuid,
  language text,
  visitors bigint NOT NULL,
  lock_seen bigint NOT NULL,
  registered bigint NOT NULL,
  registered_new bigint NOT NULL,
  paid bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (by_book, by_language, book_id, language, day)
);
CREATE INDEX number_funnel_by_day ON number_funnel (day);

-- numbers: the language in which the buyer of an order last saw a page.
CREATE TABLE number_payments (
  order_id uuid PRIMARY KEY,
  language text NOT NULL
);
CREATE INDEX payment_orders_by_payment ON payment_orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payment_refunds_by_time ON payment_refunds (occurred_at);
CREATE INDEX users_by_creation ON users (created_at);
