-- catalog: a clock that stands at a moment, for transactions that look at the site as of then and are rolled back. It is
-- found before PostgreSQL's own where a transaction puts this schema first.
CREATE SCHEMA longstrip_preview;
CREATE FUNCTION longstrip_preview.now() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$ SELECT pg_catalog.current_setting('longstrip.preview_at')::pg_catalog.timestamptz $$;
CREATE FUNCTION longstrip_preview.clock_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$ SELECT pg_catalog.current_setting('longstrip.preview_at')::pg_catalog.timestamptz $$;

-- catalog: how often a chapter was begun, or its lock met, in an hour; no persons. For the question what other rules
-- would have done.
CREATE TABLE chapter_hours (
  chapter_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  is_member boolean NOT NULL,
  starts integer NOT NULL DEFAULT 0,
  locks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (chapter_id, hour, is_member)
);
CREATE INDEX chapter_hours_by_hour ON chapter_hours (hour);
