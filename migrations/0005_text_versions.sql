-- catalog: how texts stood that were changed, the last 50 of each; a text that was never changed has none here.
CREATE TABLE text_versions (
  chapter_id uuid NOT NULL REFERENCES chapters ON DELETE CASCADE,
  language text NOT NULL,
  version integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  made_by text NOT NULL DEFAULT 'import',
  user_id uuid, -- null: nobody's hand
  username text,
  words integer, -- null: not counted
  blocks jsonb, -- null: as its edition has it now
  image_ids uuid[] NOT NULL DEFAULT '{}', -- the pictures in `blocks`: they are not freed
  PRIMARY KEY (chapter_id, language, version)
);
CREATE INDEX text_versions_by_image ON text_versions USING gin (image_ids) WHERE image_ids <> '{}';

-- Whoever writes a text, its former words are kept.
CREATE FUNCTION keep_text_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest integer;
  pictures uuid[];
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.blocks IS NOT NULL THEN
    pictures = ARRAY(SELECT (b ->> 'imageId')::uuid FROM jsonb_array_elements(OLD.blocks) b WHERE b ? 'imageId');
    UPDATE text_versions v SET blocks = OLD.blocks, image_ids = pictures
      WHERE v.chapter_id = OLD.chapter_id AND v.language = OLD.language AND v.blocks IS NULL;
    IF NOT FOUND AND TG_OP = 'UPDATE' THEN
      INSERT INTO text_versions (chapter_id, language, version, at, blocks, image_ids)
        SELECT OLD.chapter_id, OLD.language, 1 + coalesce(max(v.version), 0), coalesce(OLD.changed_at, c.created_at),
          OLD.blocks, pictures
        FROM chapters c LEFT JOIN text_versions v ON v.chapter_id = c.id AND v.language = OLD.language
        WHERE c.id = OLD.chapter_id GROUP BY c.created_at;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.blocks IS NOT NULL THEN
    SELECT max(version) INTO newest FROM text_versions v
      WHERE v.chapter_id = NEW.chapter_id AND v.language = NEW.language;
    IF newest IS NOT NULL THEN
      INSERT INTO text_versions (chapter_id, language, version) VALUES (NEW.chapter_id, NEW.language, newest + 1);
      DELETE FROM text_versions v
        WHERE v.chapter_id = NEW.chapter_id AND v.language = NEW.language AND v.version <= newest + 1 - 50;
    END IF;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER chapter_editions_keep_changed AFTER UPDATE OF blocks ON chapter_editions
  FOR EACH ROW WHEN (OLD.blocks IS DISTINCT FROM NEW.blocks) EXECUTE FUNCTION keep_text_version();
CREATE TRIGGER chapter_editions_keep_made AFTER INSERT ON chapter_editions
  FOR EACH ROW WHEN (NEW.blocks IS NOT NULL) EXECUTE FUNCTION keep_text_version();
CREATE TRIGGER chapter_editions_keep_gone AFTER DELETE ON chapter_editions
  FOR EACH ROW WHEN (OLD.blocks IS NOT NULL) EXECUTE FUNCTION keep_text_version();

-- catalog: what editors have written and not published yet, each their own.
CREATE TABLE text_drafts (
  chapter_id uuid NOT NULL REFERENCES chapters ON DELETE CASCADE,
  language text NOT NULL,
  user_id uuid NOT NULL,
  username text NOT NULL,
  markdown text NOT NULL,
  base text NOT NULL, -- the version of the text that it was begun from
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (chapter_id, language, user_id)
);
