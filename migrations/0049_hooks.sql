-- hooks: where others are told of what happens here. 20 at most.
CREATE TABLE hook_connections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('standard', 'discord', 'telegram')),
  address text NOT NULL,
  events text[] NOT NULL,
  language text NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  off_because text CHECK (off_because IN ('gone', 'failing')), -- null: it is on, or somebody switched it off
  chat_id text, -- of Telegram
  secret bytea, -- sealed: what signs, or the token of Telegram's bot; null: Discord has none
  old_secret bytea, -- signs as well until then
  old_until timestamptz,
  failing_since timestamptz, -- the first failure without a success after it
  rests_until timestamptz, -- the receiver wants nothing before
  held_by uuid, -- who sends to it, and when that process counts as dead
  held_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- hooks: what happened, written by the triggers below in the transaction of the fact, while a connection wants to know it.
CREATE TABLE hook_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  key text UNIQUE, -- what may be noticed twice happened once
  release text NOT NULL, -- events of one are one message to people
  book_id uuid,
  chapter_id uuid,
  facts jsonb NOT NULL DEFAULT '{}',
  told_at timestamptz -- when its deliveries were made
);
CREATE INDEX hook_events_to_tell ON hook_events (id) WHERE told_at IS NULL;
CREATE INDEX hook_events_by_time ON hook_events (at);

-- hooks: a message to a connection, and how its tries ended.
CREATE TABLE hook_deliveries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  place bigint GENERATED ALWAYS AS IDENTITY, -- in the order of what happened
  connection_id uuid NOT NULL REFERENCES hook_connections ON DELETE CASCADE,
  event text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  tries integer NOT NULL DEFAULT 0,
  sent_at timestamptz, -- when the receiver took it
  answer integer, -- the status of the last answer; null: none came
  due_at timestamptz DEFAULT clock_timestamp() -- when it is tried next; null: it is over
);
CREATE INDEX hook_deliveries_due ON hook_deliveries (connection_id, due_at, place) WHERE due_at IS NOT NULL;
CREATE INDEX hook_deliveries_newest ON hook_deliveries (connection_id, place DESC);
CREATE INDEX hook_deliveries_by_time ON hook_deliveries (created_at);

CREATE FUNCTION wants_hook_event(wanted text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM hook_connections WHERE is_on AND wanted = ANY (events))
$$;

CREATE FUNCTION note_hook_event(type text, key text, at timestamptz, moment timestamptz, book uuid, chapter uuid, facts jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO hook_events (type, key, at, release, book_id, chapter_id, facts)
  SELECT type, key, coalesce(at, clock_timestamp()), concat_ws(' ', pg_current_xact_id(), moment), book, chapter, facts
  WHERE wants_hook_event(type)
  ON CONFLICT ON CONSTRAINT hook_events_key_key DO NOTHING
$$;

-- A chapter that never had a number is published for the first time. Its date was set before where it came by time alone.
CREATE FUNCTION note_published_chapter() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz = CASE WHEN OLD.published_at = NEW.published_at AND isfinite(NEW.published_at) THEN NEW.published_at END;
BEGIN
  PERFORM note_hook_event('chapter.published', 'chapter.published ' || NEW.id, moment, moment, NEW.book_id, NEW.id, '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER chapters_note_published AFTER UPDATE OF number ON chapters FOR EACH ROW
  WHEN (OLD.number IS NULL AND OLD.serial IS NULL AND NEW.number IS NOT NULL) EXECUTE FUNCTION note_published_chapter();

-- As decideAccess of the catalogue: no window counts.
CREATE FUNCTION is_free_for_good(c chapters, free_chapters integer, early_access_days integer, moment timestamptz)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(c.access = 'free' OR c.free_at <= moment OR c.access = 'rule' AND (
    c.number <= coalesce(free_chapters, site_free_chapters())
    OR c.free_at IS NULL AND make_interval(hours => 24 * early_access_days) <= moment
      - CASE WHEN c.published_at = '-infinity' THEN c.created_at ELSE c.published_at END), false)
$$;

-- Somebody opens a chapter to all, for good.
CREATE FUNCTION note_freed_chapter() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  b books;
BEGIN
  SELECT * INTO b FROM books WHERE id = NEW.book_id;
  IF is_free_for_good(NEW, b.public_free_chapters, b.early_access_days, clock_timestamp())
    AND NOT is_free_for_good(OLD, b.public_free_chapters, b.early_access_days, clock_timestamp()) THEN
    PERFORM note_hook_event('chapter.free', NULL, NULL, NULL, NEW.book_id, NEW.id, '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER chapters_note_freed AFTER UPDATE OF access, free_at ON chapters FOR EACH ROW
  WHEN (OLD.number IS NOT NULL AND NEW.number IS NOT NULL
    AND (OLD.access, OLD.free_at) IS DISTINCT FROM (NEW.access, NEW.free_at))
  EXECUTE FUNCTION note_freed_chapter();

-- The same for the chapters that a new rule of their book opens.
CREATE FUNCTION note_freed_chapters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_hook_event('chapter.free', NULL, NULL, NULL, NEW.id, c.id, '{}')
  FROM chapters c WHERE c.book_id = NEW.id AND c.number IS NOT NULL AND wants_hook_event('chapter.free')
    AND is_free_for_good(c, NEW.public_free_chapters, NEW.early_access_days, clock_timestamp())
    AND NOT is_free_for_good(c, OLD.public_free_chapters, OLD.early_access_days, clock_timestamp())
  ORDER BY c.number;
  RETURN NULL;
END $$;
CREATE TRIGGER books_note_freed AFTER UPDATE OF public_free_chapters, early_access_days ON books FOR EACH ROW
  WHEN ((OLD.public_free_chapters, OLD.early_access_days) IS DISTINCT FROM (NEW.public_free_chapters, NEW.early_access_days))
  EXECUTE FUNCTION note_freed_chapters();

-- Chapters that opened by time alone, between the moment that the book waited for and the one that it waits for now. One that
-- a window had open then is no news, as in feeds.
CREATE FUNCTION note_opened_chapters() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_hook_event('chapter.free', concat_ws(' ', 'chapter.free', c.id, extract(epoch FROM opened.at)), opened.at, opened.at, NEW.id, c.id, '{}')
  FROM chapters c CROSS JOIN LATERAL (SELECT CASE
    WHEN c.access = 'members' OR c.free_at IS NOT NULL THEN c.free_at
    ELSE CASE WHEN c.published_at = '-infinity' THEN c.created_at ELSE c.published_at END
      + make_interval(hours => 24 * NEW.early_access_days) END AS at) opened
  WHERE c.book_id = NEW.id AND c.number IS NOT NULL AND wants_hook_event('chapter.free') AND opened.at <= clock_timestamp()
    AND CASE c.access
      WHEN 'members' THEN opened.at >= OLD.next_own_free_at AND opened.at < coalesce(NEW.next_own_free_at, 'infinity')
      WHEN 'rule' THEN opened.at >= OLD.next_free_at AND opened.at < coalesce(NEW.next_free_at, 'infinity')
        AND c.number > coalesce(NEW.public_free_chapters, site_free_chapters())
        AND NOT EXISTS (SELECT FROM windows w
          WHERE (w.book_id IS NULL OR w.book_id = NEW.id) AND w.from_at < opened.at AND w.to_at >= opened.at) END
  ORDER BY opened.at, c.number;
  RETURN NULL;
END $$;
CREATE TRIGGER books_note_opened AFTER UPDATE OF next_free_at, next_own_free_at ON books FOR EACH ROW
  WHEN (OLD.next_free_at IS DISTINCT FROM NEW.next_free_at OR OLD.next_own_free_at IS DISTINCT FROM NEW.next_own_free_at)
  EXECUTE FUNCTION note_opened_chapters();

-- A transaction that shows a book and hides it again has done neither.
CREATE FUNCTION note_shown_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hook_events WHERE key = concat_ws(' ', 'book', NEW.id, pg_current_xact_id());
  IF NOT FOUND THEN
    PERFORM note_hook_event(CASE WHEN NEW.hidden THEN 'book.hidden' ELSE 'book.published' END,
      concat_ws(' ', 'book', NEW.id, pg_current_xact_id()), NULL, NULL, NEW.id, NULL, '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER books_note_made AFTER INSERT ON books FOR EACH ROW WHEN (NOT NEW.hidden) EXECUTE FUNCTION note_shown_book();
CREATE TRIGGER books_note_shown AFTER UPDATE OF hidden ON books FOR EACH ROW
  WHEN (OLD.hidden <> NEW.hidden) EXECUTE FUNCTION note_shown_book();

-- A membership begins, is taken back, or had ended by time alone before it begins again.
CREATE FUNCTION note_membership() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before timestamptz = CASE WHEN TG_OP <> 'INSERT' THEN OLD.expire_at END;
  after timestamptz = CASE WHEN TG_OP <> 'DELETE' THEN NEW.expire_at END;
  member uuid = CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END;
  facts jsonb = jsonb_build_object('user_uuid', member);
  moment timestamptz = clock_timestamp();
  ended text = 'member.ended ' || member || ' ' || extract(epoch FROM after); -- null where nothing is left
BEGIN
  IF before <= moment AND before > moment - interval '3 days' THEN
    PERFORM note_hook_event('member.ended', concat_ws(' ', 'member.ended', member, extract(epoch FROM before)), before, NULL, NULL, NULL, facts);
  END IF;
  IF coalesce(before <= moment, true) AND after > moment THEN
    PERFORM note_hook_event('member.started', NULL, NULL, NULL, NULL, NULL, facts);
  ELSIF before > moment AND coalesce(after <= moment, true) THEN
    -- What is left may have ended before, and been told.
    PERFORM note_hook_event('member.ended', CASE WHEN NOT EXISTS (SELECT FROM hook_events WHERE key = ended) THEN ended END,
      NULL, NULL, NULL, NULL, facts);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_note_begin AFTER INSERT ON memberships FOR EACH ROW
  WHEN (NEW.expire_at IS NOT NULL) EXECUTE FUNCTION note_membership();
CREATE TRIGGER memberships_note_change AFTER UPDATE OF expire_at ON memberships FOR EACH ROW
  WHEN (OLD.expire_at IS DISTINCT FROM NEW.expire_at) EXECUTE FUNCTION note_membership();
CREATE TRIGGER memberships_note_end AFTER DELETE ON memberships FOR EACH ROW
  WHEN (OLD.expire_at IS NOT NULL) EXECUTE FUNCTION note_membership();

-- Memberships that ended by time alone, also while the site was away for some days.
CREATE FUNCTION note_ended_members() RETURNS void LANGUAGE sql AS $$
  SELECT note_hook_event('member.ended', concat_ws(' ', 'member.ended', user_id, extract(epoch FROM expire_at)), expire_at, NULL, NULL, NULL,
    jsonb_build_object('user_uuid', user_id))
  FROM memberships m
  WHERE wants_hook_event('member.ended') AND expire_at <= clock_timestamp() AND expire_at > now() - interval '3 days'
    AND NOT EXISTS (SELECT FROM hook_events e WHERE e.key = concat_ws(' ', 'member.ended', m.user_id, extract(epoch FROM m.expire_at)))
  ORDER BY expire_at, user_id
$$;

-- An order is paid once, whatever comes of a refund. Money that goes back is told each time.
CREATE FUNCTION note_order() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facts jsonb = jsonb_build_object('order_id', NEW.id, 'plan', NEW.plan, 'currency', NEW.currency, 'user_uuid', NEW.user_id);
BEGIN
  IF NEW.state = 'paid' AND NEW.paid_at IS NOT NULL AND (TG_OP = 'INSERT' OR OLD.paid_at IS NULL) THEN
    PERFORM note_hook_event('order.paid', 'order.paid ' || NEW.id, NULL, NULL, NULL, NULL,
      facts || jsonb_build_object('amount', NEW.amount_minor));
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.refunded_minor > OLD.refunded_minor THEN
    PERFORM note_hook_event('order.refunded', concat_ws(' ', 'order.refunded', NEW.id, NEW.refunded_minor), NULL, NULL, NULL, NULL,
      facts || jsonb_build_object('amount', NEW.refunded_minor));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_orders_note AFTER INSERT OR UPDATE OF state, paid_at, refunded_minor ON payment_orders FOR EACH ROW
  WHEN (NEW.state IN ('paid', 'refunded')) EXECUTE FUNCTION note_order();

-- An import is over: its books are in, or it failed.
CREATE FUNCTION note_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_hook_event('import.finished', NULL, NULL, NULL, NULL, NULL,
    jsonb_build_object('import_id', NEW.id, 'name', NEW.name, 'state', NEW.state));
  RETURN NULL;
END $$;
CREATE TRIGGER batches_note_end AFTER UPDATE OF state ON batches FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND (NEW.state = 'committed' AND OLD.state = 'committing' OR NEW.state = 'failed'))
  EXECUTE FUNCTION note_import();

-- The first failure of the job since it last went well: it tries again every few seconds.
CREATE FUNCTION note_backup() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_hook_event('backup.failed', NULL, NULL, NULL, NULL, NULL, '{}');
  RETURN NULL;
END $$;
CREATE TRIGGER job_runs_note_failure AFTER INSERT OR UPDATE OF failures ON job_runs FOR EACH ROW
  WHEN (NEW.name = 'backup' AND NEW.failures = 1) EXECUTE FUNCTION note_backup();
