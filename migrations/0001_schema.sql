-- The tables of every feature, as the first version has them. Later files change them, one after the other.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- catalog: a book, whatever its language.
CREATE TABLE books (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  source_key text NOT NULL UNIQUE, -- what a later import recognises the book by
  kind text NOT NULL CHECK (kind IN ('comic', 'novel')),
  original_language text NOT NULL,
  author text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'ongoing' CHECK (status IN ('ongoing', 'finished', 'hiatus')),
  layout text NOT NULL DEFAULT 'strip' CHECK (layout IN ('strip', 'pages')),
  reading_direction text NOT NULL DEFAULT 'ltr' CHECK (reading_direction IN ('ltr', 'rtl')),
  licence text NOT NULL DEFAULT '',
  attribution text NOT NULL DEFAULT '',
  public_free_chapters integer CHECK (public_free_chapters >= 0), -- null counts as 3
  recommended boolean NOT NULL DEFAULT false,
  hidden boolean NOT NULL DEFAULT false,
  tags text[] NOT NULL DEFAULT '{}',
  chapter_count integer NOT NULL DEFAULT 0,
  total_likes integer NOT NULL DEFAULT 0,
  popularity double precision NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(), -- the newest published chapter's created_at
  created_at timestamptz NOT NULL DEFAULT now(),
  hidden_by_operator boolean NOT NULL DEFAULT false, -- `hidden` is also true while no chapter of it is published
  early_access_days integer CHECK (early_access_days BETWEEN 0 AND 3650),
  show_schedule boolean NOT NULL DEFAULT false,
  preview text CHECK (preview IN ('none', 'blur', 'words')), -- null: by its kind
  -- What follows from its chapters holds until `next_change_at`; then it is worked out anew.
  next_change_at timestamptz,
  next_free_at timestamptz, -- when the next of the chapters opens for good that a window opens as well
  next_own_free_at timestamptz, -- the same of chapters that no window opens
  window_opens boolean NOT NULL DEFAULT true, -- whether a window opens one of its chapters
  edited text[] NOT NULL DEFAULT '{}', -- fields that were edited by hand: imports leave them alone
  aliases text[] NOT NULL DEFAULT '{}', -- other names that it is found by
  made_by_hand boolean NOT NULL DEFAULT false, -- hidden until a chapter is published, even while it has none
  deleted_at timestamptz, -- in the trash since
  deleted_by text,
  gone_key text, -- the source key of a book that a batch made and whose undo took it back: the key itself is free
  numbering jsonb -- the serials of its chapters in their order; null: each chapter's number is its serial
);
CREATE INDEX books_in_trash ON books (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX books_by_next_change ON books (next_change_at) WHERE next_change_at IS NOT NULL;
CREATE INDEX books_with_schedule ON books (id) WHERE show_schedule;
CREATE INDEX books_by_update ON books (updated_at DESC, id) WHERE NOT hidden;
CREATE INDEX books_by_popularity ON books (popularity DESC, id) WHERE NOT hidden;
CREATE INDEX books_recommended ON books (updated_at DESC, id) WHERE recommended AND NOT hidden;

-- catalog: one row per tag of a book, with copies of what its lists are sorted by, so that a page by tag is one index scan.
CREATE TABLE book_tags (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  tag text NOT NULL,
  updated_at timestamptz NOT NULL,
  popularity double precision NOT NULL DEFAULT 0,
  chapter_count integer NOT NULL DEFAULT 0,
  hidden boolean NOT NULL DEFAULT false,
  PRIMARY KEY (book_id, tag)
);
CREATE INDEX book_tags_by_update ON book_tags (tag, updated_at DESC, book_id) WHERE NOT hidden;
CREATE INDEX book_tags_by_popularity ON book_tags (tag, popularity DESC, book_id) WHERE NOT hidden;

-- catalog: what a book is found by, with copies of what a page of results is sorted by. In parts, so that counting many
-- results may stop after the first; narrow, so that sorting many reads little: the texts stand elsewhere.
CREATE TABLE book_searches (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  updated_at timestamptz NOT NULL,
  popularity double precision NOT NULL DEFAULT 0,
  chapter_count integer NOT NULL DEFAULT 0,
  hidden boolean NOT NULL DEFAULT false,
  text text NOT NULL DEFAULT '', -- titles, author, tags, introductions of all editions, folded
  keys text NOT NULL DEFAULT '', -- each run of one to three characters of the text, and the tags; spaces between
  -- PostgreSQL moves the texts elsewhere only from a row of over 2 kB: this makes it one, and is kept as some thirty bytes.
  padding text NOT NULL DEFAULT repeat(' ', 2100),
  PRIMARY KEY (book_id)
) PARTITION BY HASH (book_id);
DO $$ BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE book_searches_%s PARTITION OF book_searches
      FOR VALUES WITH (MODULUS 8, REMAINDER %s) WITH (toast_tuple_target = 128, fillfactor = 90)', part, part);
    EXECUTE format('ALTER TABLE book_searches_%s ALTER text SET STORAGE EXTERNAL', part);
  END LOOP;
END $$;
-- Costly to PostgreSQL's mind, so that it never looks at each book's keys one after the other instead of at the index.
CREATE FUNCTION split_keys(keys text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100000 AS $$
BEGIN
  RETURN string_to_array(keys, ' ');
END $$;
-- Written to at once: a list of what is to be entered later would be read by every search.
CREATE INDEX book_searches_by_key ON book_searches USING gin (split_keys(keys) COLLATE "C")
  WITH (fastupdate = off) WHERE NOT hidden;

-- The copies follow their book by themselves.
CREATE FUNCTION copy_sort_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR OLD.tags IS DISTINCT FROM NEW.tags THEN
    DELETE FROM book_tags WHERE book_id = NEW.id;
    INSERT INTO book_tags (book_id, tag, updated_at, popularity, chapter_count, hidden)
    SELECT DISTINCT NEW.id, tag, NEW.updated_at, NEW.popularity, NEW.chapter_count, NEW.hidden FROM unnest(NEW.tags) AS tag;
  ELSE
    UPDATE book_tags SET updated_at = NEW.updated_at, popularity = NEW.popularity, chapter_count = NEW.chapter_count,
      hidden = NEW.hidden
    WHERE book_id = NEW.id;
  END IF;
  INSERT INTO book_searches (book_id, updated_at, popularity, chapter_count, hidden)
  VALUES (NEW.id, NEW.updated_at, NEW.popularity, NEW.chapter_count, NEW.hidden)
  ON CONFLICT (book_id) DO UPDATE SET updated_at = excluded.updated_at, popularity = excluded.popularity,
    chapter_count = excluded.chapter_count, hidden = excluded.hidden;
  RETURN NULL;
END $$;
CREATE TRIGGER books_copy_sort_keys AFTER INSERT OR UPDATE OF tags, updated_at, popularity, chapter_count, hidden ON books
  FOR EACH ROW EXECUTE FUNCTION copy_sort_keys();

-- catalog: a book in one language.
CREATE TABLE editions (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  introduction text NOT NULL DEFAULT '',
  cover_image_id uuid,
  text_language text, -- the tag of its words, such as he, where they are not in its own language
  whole_cover_id uuid, -- of a cover made by hand: the whole picture that it is a part of
  cover_crop jsonb, -- the part: {x, y, width, height} in fractions of the picture
  PRIMARY KEY (book_id, language)
);
CREATE INDEX editions_by_cover ON editions (cover_image_id);
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

-- catalog: the numbers of published chapters are 1, 2, 3 … in reading order, without gaps.
CREATE TABLE chapters (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  number integer CHECK (number >= 1), -- null: not published
  source_key text NOT NULL, -- what a later import recognises the chapter by
  created_at timestamptz NOT NULL,
  total_likes integer NOT NULL DEFAULT 0,
  -- Its place among all chapters of the book, drafts too; null where all of them are published, so that the number says it.
  place integer CHECK (place >= 1),
  -- the earliest of its editions' dates; -infinity: its created_at; null: all its editions are drafts
  published_at timestamptz DEFAULT '-infinity',
  has_own_date boolean NOT NULL DEFAULT false, -- created_at is its publisher's, not the moment of its publication
  access text NOT NULL DEFAULT 'rule' CHECK (access IN ('rule', 'free', 'members')),
  free_at timestamptz,
  version integer NOT NULL DEFAULT 1, -- grows with each change of publication and access
  edited text[] NOT NULL DEFAULT '{}', -- fields that were edited by hand: imports leave them alone
  season integer CHECK (season BETWEEN 1 AND 999),
  label text, -- its printed number, where that is another one
  deleted_at timestamptz, -- in the trash since
  deleted_by text,
  gone_key text, -- the same of a chapter that a batch removed, or made and took back
  serial integer, -- the number that it keeps, whatever is put in, taken back or moved before it; null: the number it has
  CHECK (number IS NOT NULL OR place IS NOT NULL),
  CHECK (access <> 'free' OR free_at IS NULL),
  UNIQUE (book_id, number) DEFERRABLE INITIALLY DEFERRED,
  UNIQUE (book_id, source_key)
);
CREATE INDEX chapters_in_trash ON chapters (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX chapters_by_own_date ON chapters (book_id, free_at) WHERE free_at IS NOT NULL;
CREATE INDEX chapters_by_time ON chapters (book_id, created_at DESC, number DESC);
CREATE INDEX chapters_since
  ON chapters ((CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END)) WHERE number IS NOT NULL;
CREATE INDEX chapters_of_book_since
  ON chapters (book_id, (CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END))
  WHERE number IS NOT NULL;

-- catalog: a chapter in one language. Titles may exist where content does not.
CREATE TABLE chapter_editions (
  chapter_id uuid NOT NULL REFERENCES chapters ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  cover_image_id uuid,
  has_content boolean NOT NULL DEFAULT false,
  blocks jsonb, -- a novel's text
  published_at timestamptz DEFAULT '-infinity', -- null: a draft; ahead: scheduled; -infinity: the chapter's created_at
  first_published_at timestamptz, -- of one that was withdrawn
  is_published boolean NOT NULL DEFAULT true, -- as of the last change; titles without content follow their chapter
  preview_image_id uuid, -- the blurred top of a comic's first page; null: not made yet
  reading_seconds integer CHECK (reading_seconds >= 0), -- null: not counted yet
  changed_at timestamptz, -- when its pages, text or title last changed; null: they are as they came
  PRIMARY KEY (chapter_id, language)
);
CREATE INDEX chapter_editions_by_preview ON chapter_editions (preview_image_id);
CREATE INDEX chapter_editions_uncounted ON chapter_editions (chapter_id, language)
  WHERE has_content AND (reading_seconds IS NULL OR preview_image_id IS NULL AND blocks IS NULL);
CREATE INDEX chapter_editions_by_cover ON chapter_editions (cover_image_id);
CREATE INDEX chapter_editions_by_text ON chapter_editions (hashtextextended(blocks::text, 0)) WHERE blocks IS NOT NULL;
-- `replacePages` notes a change of pages.
CREATE FUNCTION note_edition_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at = clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER chapter_editions_note_change BEFORE UPDATE OF title, blocks ON chapter_editions
  FOR EACH ROW WHEN ((OLD.title, OLD.blocks) IS DISTINCT FROM (NEW.title, NEW.blocks))
  EXECUTE FUNCTION note_edition_change();

-- What readers may know of. Everything made for readers reads these, and never the tables below them.
CREATE VIEW published_chapters AS
SELECT id, book_id, number, source_key, created_at, total_likes, place, published_at, has_own_date, access, free_at,
  version, CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END AS published_since
FROM chapters WHERE number IS NOT NULL;
CREATE VIEW published_editions AS SELECT * FROM chapter_editions WHERE is_published;

-- catalog: the place of a recommended book, put by hand; the others follow, the newest first.
CREATE TABLE recommendations (
  book_id uuid PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  place integer NOT NULL UNIQUE,
  languages text[], -- null: all
  from_at timestamptz, -- null: since ever
  until_at timestamptz, -- null: for ever
  CHECK (from_at < until_at)
);

-- catalog: a stretch of time in which a book, or every book, is open to all.
CREATE TABLE windows (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid REFERENCES books ON DELETE CASCADE, -- null: the whole site
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  CHECK (from_at < to_at)
);
CREATE INDEX windows_by_end ON windows (to_at);

-- catalog: grows with every change of the windows, so that each process learns of it.
CREATE TABLE window_changes (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO window_changes DEFAULT VALUES;
CREATE FUNCTION note_window_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE window_changes SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER windows_note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON windows
  FOR EACH STATEMENT EXECUTE FUNCTION note_window_change();

-- catalog: the images of a comic's chapter, or in a novel's text; a tall strip has several rows with one `page`.
CREATE TABLE pages (
  chapter_id uuid NOT NULL,
  language text NOT NULL,
  position integer NOT NULL,
  page integer NOT NULL, -- index of the original image
  image_id uuid NOT NULL,
  source_key text NOT NULL DEFAULT '', -- what a later import recognises the original by
  PRIMARY KEY (chapter_id, language, position),
  FOREIGN KEY (chapter_id, language) REFERENCES chapter_editions ON DELETE CASCADE
);
CREATE INDEX pages_by_image ON pages (image_id);

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

-- media: a picture that was converted, found again by what it was made from.
CREATE TABLE images (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(), -- 122 random bits: not guessable
  kind text NOT NULL CHECK (kind IN ('page', 'cover', 'thumb', 'blur')),
  recipe text NOT NULL,
  source_hash bytea NOT NULL, -- SHA-256 of the original's bytes
  tile integer NOT NULL DEFAULT 0,
  width integer NOT NULL,
  height integer NOT NULL,
  placeholder text NOT NULL,
  color text NOT NULL,
  variants jsonb NOT NULL,
  avif_pending boolean NOT NULL DEFAULT false,
  avif_claimed_at timestamptz, -- a process is making them since
  created_at timestamptz NOT NULL DEFAULT now(),
  unused_since timestamptz, -- nothing shows it since; after a day it is freed
  UNIQUE (source_hash, recipe, kind, tile)
);
CREATE INDEX images_avif_pending ON images (created_at) WHERE avif_pending;

-- reading: an event counts once in its day, however often it is sent. Each day is a part of its own, made ahead by a
-- job or by the first writer who needs it.
CREATE TABLE book_events (
  day date NOT NULL CHECK (day = (occurred_at AT TIME ZONE 'utc')::date),
  event_id uuid NOT NULL,
  name text NOT NULL, -- as the contract has them
  book_id uuid, -- null: a page that belongs to none
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
  page integer -- of a page_broken, from 1
) PARTITION BY LIST (day);
CREATE INDEX number_events_by_reader ON number_events (reader, at) WHERE reader IS NOT NULL;
CREATE INDEX number_events_locks ON number_events (at) WHERE name = 'lock_seen';
CREATE INDEX number_events_broken ON number_events (chapter_id, language, page) WHERE name = 'page_broken';

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

-- reading: what one address (hashed with the day's salt) added to a book's score on a day; at most five count.
CREATE TABLE reading_counts (
  book_id uuid NOT NULL,
  day date NOT NULL,
  reader_hash bytea NOT NULL,
  finished integer NOT NULL,
  PRIMARY KEY (book_id, day, reader_hash)
);
CREATE INDEX reading_counts_by_day ON reading_counts (day);

-- reading: the secret that turns an address into a hash for one day; deleted afterwards.
CREATE TABLE daily_salts (
  day date PRIMARY KEY,
  salt bytea NOT NULL
);

-- reading: what a day brought a book, kept when the events go. For popularity: `finished` and `liked`.
CREATE TABLE book_days (
  book_id uuid NOT NULL,
  day date NOT NULL,
  finished integer NOT NULL DEFAULT 0, -- at most five of an address
  liked integer NOT NULL DEFAULT 0, -- less those of that day that were taken back
  opens integer NOT NULL DEFAULT 0, -- all events of the name, by the day of their arrival
  starts integer NOT NULL DEFAULT 0,
  finishes integer NOT NULL DEFAULT 0,
  PRIMARY KEY (book_id, day)
);

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

-- accounts: a registered user.
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  username text NOT NULL, -- as it is shown, NFKC
  username_key text NOT NULL UNIQUE, -- what two names are compared by: without case and width
  password_hash text NOT NULL, -- argon2id, in its PHC string
  invite_code text UNIQUE, -- made when it is first asked for
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  banned_at timestamptz, -- null: not banned; somebody who is cannot log in
  ban_reason text,
  banned_by uuid -- null: not banned, or by nobody who is still there
);
-- For a name's beginning, and for the list of all in the order of their names.
CREATE INDEX users_by_name ON users (username_key text_pattern_ops);
CREATE INDEX users_banned ON users (username_key text_pattern_ops) WHERE banned_at IS NOT NULL;
CREATE INDEX users_by_inviter ON users (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX users_by_creation ON users (created_at);

-- accounts: a login that has not ended. Its token names it; without its row the token opens nothing.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  image_audience text NOT NULL UNIQUE CHECK (image_audience ~ '^[A-Za-z0-9_-]{22}$'), -- 128 random bits: how image addresses name it
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz -- when its user last typed the password; null: never, or it was taken back
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
CREATE INDEX sessions_by_last_seen ON sessions (last_seen_at);

-- accounts: the one link by which a user may choose a new password. Its code is told once; we keep what it is known by.
CREATE TABLE password_links (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL UNIQUE, -- SHA-256
  expires_at timestamptz NOT NULL
);

-- accounts: failed attempts (logins, registrations, codes) in a window of time; whose they were only as a hash.
CREATE TABLE attempts (
  kind text NOT NULL,
  subject bytea NOT NULL,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX attempts_by_end ON attempts (ends_at);

-- accounts: from where an account was used within 60 days; account and address only as one keyed hash.
CREATE TABLE known_addresses (
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);
CREATE INDEX known_addresses_by_user ON known_addresses (user_id, seen_at);
CREATE INDEX known_addresses_by_time ON known_addresses (seen_at);

-- membership: what is granted and taken back, in the order it was decided; nothing is ever changed or removed.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  cause text NOT NULL UNIQUE, -- what it was for; however often it is reported, it counts once
  kind text NOT NULL CHECK (kind IN ('extend', 'set', 'revoke')),
  source text NOT NULL CHECK (source IN ('wechat', 'stripe', 'coupon', 'invite', 'operator')),
  months smallint CHECK (months BETWEEN 1 AND 1200),
  days integer CHECK (days BETWEEN 1 AND 36500),
  until timestamptz,
  revokes text, -- the cause that is taken back
  created_at timestamptz NOT NULL, -- by the database's clock
  reason text, -- why it was written by hand, and by whom; null: it was not, or by a command
  made_by uuid,
  CHECK (CASE kind
    WHEN 'extend' THEN num_nonnulls(months, days) = 1 AND until IS NULL AND revokes IS NULL
    WHEN 'set' THEN until IS NOT NULL AND num_nonnulls(months, days) = 0 AND revokes IS NULL
    ELSE revokes IS NOT NULL AND until IS NULL AND num_nonnulls(months, days) = 0
  END)
);
CREATE INDEX ledger_entries_by_user ON ledger_entries (user_id, id);
CREATE INDEX ledger_entries_by_revoked ON ledger_entries (revokes) WHERE revokes IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- membership: what the ledger comes to for a user. Its row is locked while the user's ledger grows.
CREATE TABLE memberships (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  expire_at timestamptz -- null: everything was taken back
);

-- studio: who runs the site; a user without a row has no role.
CREATE TABLE staff (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'editor', 'support')),
  since timestamptz NOT NULL DEFAULT now()
);

-- studio: the one code by which the first owner claims the site; there is none once it was used.
CREATE TABLE owner_claims (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  code_hash bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- studio: what was changed, when and by whom. Rows are only added, and removed once they are 730 days old.
CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid, -- null: a command or the site itself; it stays when the user goes
  username text, -- as it was then
  role text CHECK (role IN ('owner', 'editor', 'support')),
  made_by text NOT NULL CHECK (made_by IN ('studio', 'command_line', 'system')),
  action text NOT NULL, -- such as book.edit
  target_kind text NOT NULL,
  target_id text,
  target_name text,
  before jsonb, -- the changed fields alone
  after jsonb,
  reason text,
  address text,
  batch uuid,
  CHECK (num_nonnulls(user_id, username) <> 1)
);
CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_by_target ON audit_entries (target_id, id) WHERE target_id IS NOT NULL;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_early_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > now() - make_interval(hours => 730 * 24) THEN
    RAISE EXCEPTION '% keeps its rows for 730 days', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_entries_stay_long BEFORE DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_early_removal();

-- studio: the calls that count once however often they are sent, by the id that their caller gave them.
CREATE TABLE studio_requests (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  call text NOT NULL, -- such as POST /studio/coupons
  request_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  answer jsonb NOT NULL, -- without what is told only once
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, call, request_id)
);
CREATE INDEX studio_requests_by_time ON studio_requests (created_at);

-- membership: a code that grants time or lowers the price of an order. The code itself is told once and then known to
-- its holders only. A gift's coupon names the cause of the order that was paid for it.
CREATE TABLE coupons (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  code_hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  months smallint CHECK (months BETWEEN 1 AND 1200),
  days integer CHECK (days BETWEEN 1 AND 36500),
  max_uses integer NOT NULL CHECK (max_uses >= 1),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND max_uses),
  new_users_only boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  expires_at timestamptz,
  batch uuid NOT NULL, -- those made together
  created_at timestamptz NOT NULL DEFAULT now(),
  percent smallint CHECK (percent BETWEEN 1 AND 90),
  amount_minor integer CHECK (amount_minor BETWEEN 1 AND 1000000), -- fen
  plan text, -- the only plan that it lowers; null: any
  gift_cause text UNIQUE,
  gift_ended_at timestamptz, -- when its money went back
  note text, -- the operator's words about its batch
  created_by uuid, -- who made it in the studio; null: a command
  CONSTRAINT coupons_gives_check CHECK (
    num_nonnulls(months, days, percent, amount_minor) = 1 AND (plan IS NULL OR num_nonnulls(months, days) = 0))
);
CREATE INDEX coupons_by_batch ON coupons (batch, id) WHERE gift_cause IS NULL;
CREATE TABLE coupon_redemptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  coupon_id uuid NOT NULL REFERENCES coupons,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (coupon_id, user_id)
);

-- membership: keys that live with the data they protect, made when first needed.
CREATE TABLE membership_keys (
  name text PRIMARY KEY,
  key bytea NOT NULL
);

-- membership: what an invitation came to, decided once for each invitee.
CREATE TABLE invite_rewards (
  invitee_id uuid PRIMARY KEY,
  inviter_id uuid NOT NULL,
  paid_cause text NOT NULL UNIQUE, -- the order that it hangs on
  inviter_rewarded boolean NOT NULL, -- false: the inviter had this month's ten already
  created_at timestamptz NOT NULL
);
CREATE INDEX invite_rewards_by_inviter ON invite_rewards (inviter_id, created_at);

-- membership: everybody with an account, until when they are members and which role they have.
CREATE VIEW people AS
SELECT u.id AS user_id, u.username, u.username_key, u.created_at, u.banned_at, m.expire_at, s.role
FROM users u
LEFT JOIN memberships m ON m.user_id = u.id
LEFT JOIN staff s ON s.user_id = u.id;

-- membership: who is behind a session that still holds, and until when they may read.
CREATE VIEW viewers AS
SELECT s.id AS session_id, s.image_audience, s.last_seen_at, u.id AS user_id, u.username, m.expire_at
FROM sessions s
JOIN users u ON u.id = s.user_id
LEFT JOIN memberships m ON m.user_id = u.id
WHERE s.last_seen_at > now() - interval '14 days' AND s.created_at > now() - interval '60 days';

-- reading: where visible books show an image; without a chapter it is a cover or thumbnail. One question then tells who
-- may have the image's bytes.
CREATE VIEW image_uses AS
SELECT e.cover_image_id AS image_id, b.id AS book_id, NULL::uuid AS chapter_id, NULL::integer AS number,
  b.public_free_chapters, NULL::text AS access, NULL::timestamptz AS free_at, NULL::timestamptz AS published_since,
  b.early_access_days
FROM editions e JOIN books b ON b.id = e.book_id
WHERE e.cover_image_id IS NOT NULL AND NOT b.hidden
UNION ALL
SELECT e.cover_image_id, b.id, NULL, NULL, b.public_free_chapters, NULL, NULL, NULL, b.early_access_days
FROM published_editions e JOIN published_chapters c ON c.id = e.chapter_id JOIN books b ON b.id = c.book_id
WHERE e.cover_image_id IS NOT NULL AND NOT b.hidden
UNION ALL
SELECT e.preview_image_id, b.id, NULL, NULL, b.public_free_chapters, NULL, NULL, NULL, b.early_access_days
FROM published_editions e JOIN published_chapters c ON c.id = e.chapter_id JOIN books b ON b.id = c.book_id
WHERE e.preview_image_id IS NOT NULL AND NOT b.hidden AND b.kind = 'comic' AND coalesce(b.preview, 'blur') = 'blur'
UNION ALL
SELECT p.image_id, b.id, c.id, c.number, b.public_free_chapters, c.access, c.free_at,
  c.published_since, b.early_access_days
FROM pages p JOIN published_chapters c ON c.id = p.chapter_id
JOIN published_editions e ON e.chapter_id = p.chapter_id AND e.language = p.language
JOIN books b ON b.id = c.book_id
WHERE NOT b.hidden;

-- reading: what users think of chapters. A like that was taken back stays as a row.
CREATE TABLE chapter_likes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  chapter_id uuid NOT NULL REFERENCES chapters ON DELETE CASCADE,
  liked boolean NOT NULL,
  liked_on date NOT NULL, -- the day that it counts for
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, chapter_id)
);
CREATE INDEX chapter_likes_by_chapter ON chapter_likes (chapter_id);

-- payments: what is sold. `month` and `season` are always there.
CREATE TABLE plans (
  plan text PRIMARY KEY CHECK (plan ~ '^[a-z][a-z0-9_-]{1,31}$'),
  months smallint NOT NULL CHECK (months BETWEEN 1 AND 36),
  amount_minor integer NOT NULL CHECK (amount_minor BETWEEN 1 AND 1000000), -- fen, at WeChat Pay
  name jsonb NOT NULL, -- by language
  position integer NOT NULL, -- the lowest stands first
  active boolean NOT NULL DEFAULT true,
  card_set_at timestamptz, -- when its card was first set, or set to none; null: STRIPE_BUTTONS serves it
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO plans (plan, months, amount_minor, position, name) VALUES
  ('month', 1, 1000, 1, '{"en-us": "Month card", "zh-cn": "月卡", "fr-fr": "Carte mensuelle", "es-es": "Tarjeta mensual", "ar-sa": "بطاقة شهرية"}'),
  ('season', 3, 2700, 2, '{"en-us": "Season card", "zh-cn": "季卡", "fr-fr": "Carte trimestrielle", "es-es": "Tarjeta trimestral", "ar-sa": "بطاقة ربع سنوية"}');

-- payments: the card button of a plan, and those that it had: a sale may fit a price that is over by now.
CREATE TABLE plan_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plan text NOT NULL REFERENCES plans ON DELETE CASCADE,
  payment_link text NOT NULL,
  buy_button_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz -- null: in force
);
CREATE UNIQUE INDEX plan_cards_in_force ON plan_cards (plan) WHERE until IS NULL;

-- payments: one sale. It is settled once: what it grants hangs on its id in the ledger.
CREATE TABLE payment_orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  provider text NOT NULL CHECK (provider IN ('wechat', 'stripe')),
  reference text NOT NULL, -- WeChat Pay: our number for it; Stripe: the checkout session
  user_id uuid, -- null: a card sale that names nobody we know
  plan text REFERENCES plans, -- null: a card sale of something that we do not sell
  months smallint CHECK (months BETWEEN 1 AND 1200),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  state text NOT NULL CHECK (state IN ('new', 'open', 'paid', 'refunded', 'closed', 'failed')),
  transaction_id text, -- the provider's name for the payment
  grants integer NOT NULL DEFAULT 0, -- how often it was granted: again after a refund that failed
  refunded_minor bigint NOT NULL DEFAULT 0,
  review text, -- why the operator should look at it
  disputed_at timestamptz,
  superseded_by uuid REFERENCES payment_orders, -- the order that its buyer made instead
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz, -- until when it can be paid
  paid_at timestamptz,
  next_check_at timestamptz, -- when to ask the provider again; null: never
  checks integer NOT NULL DEFAULT 0,
  full_amount_minor bigint, -- the plan's price; null: the amount
  coupon_id uuid, -- the discount: held while the order can be paid, spent once it was
  is_gift boolean NOT NULL DEFAULT false,
  CHECK (num_nonnulls(plan, months) IN (0, 2)),
  UNIQUE (provider, reference),
  UNIQUE (provider, transaction_id)
);
CREATE INDEX payment_orders_by_user ON payment_orders (user_id, created_at DESC);
CREATE INDEX payment_orders_by_time ON payment_orders (created_at DESC, id DESC);
CREATE INDEX payment_orders_due ON payment_orders (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_orders_to_look_at ON payment_orders (created_at)
  WHERE review IS NOT NULL OR user_id IS NULL OR disputed_at IS NOT NULL OR refunded_minor > 0;
CREATE INDEX payment_orders_by_coupon ON payment_orders (coupon_id, user_id) WHERE coupon_id IS NOT NULL;
CREATE INDEX payment_orders_by_plan ON payment_orders (plan);
CREATE INDEX payment_orders_by_payment ON payment_orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX payment_orders_by_successor ON payment_orders (superseded_by) WHERE superseded_by IS NOT NULL;

-- payments: what a provider told us, verified, as it came.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  event_key text NOT NULL,
  kind text NOT NULL,
  body bytea, -- null: settled so long ago that it was removed
  outcome text, -- null: not dealt with yet
  received_at timestamptz NOT NULL DEFAULT now(),
  reference text, -- WeChat Pay: the order's number; Stripe: the payment, else what the event is about
  amount_minor bigint,
  currency text,
  unsettled text CHECK (unsettled IN ('no_order', 'refund_without_order', 'handling_failed')), -- why it has no outcome
  tried_at timestamptz NOT NULL DEFAULT now(), -- when somebody last began to deal with it
  settled_at timestamptz,
  UNIQUE (provider, event_key)
);
CREATE INDEX payment_events_unsettled ON payment_events (received_at) WHERE outcome IS NULL;
CREATE INDEX payment_events_open ON payment_events (provider, reference)
  WHERE outcome IS NULL OR outcome LIKE 'review%' OR outcome LIKE 'malformed%';
CREATE INDEX payment_events_with_body ON payment_events ((coalesce(settled_at, received_at)))
  WHERE body IS NOT NULL AND outcome NOT LIKE 'review%' AND outcome NOT LIKE 'malformed%';
CREATE INDEX payment_events_by_reference ON payment_events (provider, reference);

-- payments: what an operator noted where money was settled by hand.
CREATE TABLE payment_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- payments: what a check that takes its time last counted, for every process to show.
CREATE TABLE payment_figures (
  name text PRIMARY KEY,
  value bigint NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now()
);

-- payments: a refund as the provider last told of it. It may be heard of before its order.
CREATE TABLE payment_refunds (
  provider text NOT NULL,
  refund_id text NOT NULL,
  order_key text NOT NULL, -- WeChat Pay: the order's reference; Stripe: its transaction
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  -- `total`: all that went back until then; of a dispute: `disputed`, then `lost` or `won`
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed', 'total', 'disputed', 'lost', 'won')),
  occurred_at timestamptz NOT NULL, -- by the provider's clock
  PRIMARY KEY (provider, refund_id)
);
CREATE INDEX payment_refunds_by_order ON payment_refunds (provider, order_key);
CREATE INDEX payment_refunds_by_time ON payment_refunds (occurred_at);

-- payments: a refund that was asked for here, noted before its provider is asked, so that what it takes is counted.
CREATE TABLE asked_refunds (
  refund_id text PRIMARY KEY, -- our name for it, which the provider is told
  order_id uuid NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  provider_refund_id text, -- the name by which payment_refunds knows it; null: the provider has not taken it yet
  failed_at timestamptz, -- when the provider refused it for good
  next_try_at timestamptz, -- when to ask the provider again; null: it has answered
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX asked_refunds_by_order ON asked_refunds (order_id);
CREATE INDEX asked_refunds_due ON asked_refunds (next_try_at) WHERE next_try_at IS NOT NULL;

-- library: where a user is in a book. Without references to the catalogue: a place waits for a book that is hidden and
-- for a chapter that an import brings back; where there is neither, it is left out.
CREATE TABLE reading_places (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  book_id uuid NOT NULL,
  chapter_id uuid NOT NULL,
  position_index integer NOT NULL CHECK (position_index >= 0), -- of the image or the block
  position_fraction double precision NOT NULL CHECK (position_fraction BETWEEN 0 AND 1), -- of its height or characters
  position_quote text, -- to find a block again
  furthest_chapter integer NOT NULL CHECK (furthest_chapter >= 1), -- its serial; the furthest never goes back
  furthest_index integer NOT NULL CHECK (furthest_index >= 0),
  furthest_fraction double precision NOT NULL CHECK (furthest_fraction BETWEEN 0 AND 1),
  updated_at timestamptz NOT NULL, -- when the position was left, by the reader's clock; never later than ours
  -- the highest serial of the book when the furthest was reached; null: that of the furthest chapter
  furthest_known integer,
  PRIMARY KEY (user_id, book_id)
);
CREATE INDEX reading_places_by_book ON reading_places (book_id);

-- library: chapters that a user has marked as read or as not read, in the shape of the contract's `marks`, by serials.
CREATE TABLE reading_marks (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  book_id uuid NOT NULL, -- without a reference, as that of a place
  marks jsonb NOT NULL,
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

-- reading: a user's setting of the reader, as src/features/reading/reader-settings.ts knows it.
CREATE TABLE reader_settings (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL, -- when it was chosen, by the reader's clock; never later than ours
  PRIMARY KEY (user_id, name)
);

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
  is_forgotten boolean NOT NULL DEFAULT false, -- how its books stood before is not kept any more
  dismissed_at timestamptz -- its failure needs nobody any more
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
  dismissed_at timestamptz, -- its failure needs nobody any more
  PRIMARY KEY (batch_id, file_id)
);
CREATE INDEX batch_files_in_order ON batch_files (batch_id, position);
CREATE INDEX batch_files_told ON batch_files (batch_id, told);

-- health: the last runs of each job, whichever process did them.
CREATE TABLE job_runs (
  name text PRIMARY KEY,
  last_run_at timestamptz,
  last_ok_at timestamptz,
  next_run_at timestamptz,
  failures integer NOT NULL DEFAULT 0, -- since the last run that ended well
  last_error text,
  asked_at timestamptz -- somebody wants a run now
);

-- health: what came from each provider of payments, and what was refused in each hour.
CREATE TABLE webhook_news (
  provider text PRIMARY KEY,
  last_accepted_at timestamptz,
  last_refused_at timestamptz,
  reason text
);
CREATE TABLE webhook_refusals (
  provider text NOT NULL,
  hour timestamptz NOT NULL,
  refused integer NOT NULL,
  PRIMARY KEY (provider, hour)
);

-- health: pages that were looked at after browsers told of them; older reports of a whole page are settled.
CREATE TABLE page_checks (
  chapter_id uuid NOT NULL,
  language text NOT NULL,
  page integer NOT NULL, -- from 1
  checked_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('fine', 'repaired', 'lost')),
  PRIMARY KEY (chapter_id, language, page)
);

-- health: the backups of this site, by commands or by itself.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file text NOT NULL,
  bytes bigint NOT NULL,
  made_at timestamptz NOT NULL,
  verified_at timestamptz -- when its last byte was read again and found whole
);
CREATE INDEX backups_by_time ON backups (made_at DESC);

-- media: the turns of this database in its store of pictures. The store's mark has the last one, and it changes as long as the
-- server runs: a copy of the database does not know those that were made after it, and so frees nothing in that store.
CREATE TABLE store_turns (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  made_at timestamptz NOT NULL DEFAULT now()
);

-- the server: which site this is. One row, made once by a migration, in every backup, and kept by a restore.
CREATE TABLE site_identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO site_identity DEFAULT VALUES;

-- the server: what it met and `longstrip doctor` tells, with the last time.
CREATE TABLE server_notes (
  name text PRIMARY KEY,
  noted_at timestamptz NOT NULL
);
