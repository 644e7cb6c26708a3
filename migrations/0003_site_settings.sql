-- settings: what the owner has set in the studio, by the keys of src/shared/site-settings.ts.
CREATE TABLE site_settings (
  key text PRIMARY KEY,
  value jsonb NOT NULL
);

-- catalog: how many chapters are free of a book that does not say.
CREATE FUNCTION site_free_chapters() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT value::integer FROM site_settings WHERE key = 'free_chapters'), 3)
$$;

-- catalog: of which of those books the dates follow that number: all, or, after a change of it, those up to `last_book`.
CREATE TABLE free_chapters_settled (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  free_chapters integer NOT NULL,
  last_book uuid
);
INSERT INTO free_chapters_settled (free_chapters) VALUES (3);

-- health: how far the backup is that is being made, in bytes of the pictures; a row that is no longer renewed counts as none.
CREATE TABLE backup_progress (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  done bigint NOT NULL,
  total bigint NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
