-- catalog: when the pages, the text or the title of a chapter's edition last changed; null: they are as they came.
ALTER TABLE chapter_editions ADD COLUMN changed_at timestamptz;
CREATE OR REPLACE VIEW published_editions AS SELECT * FROM chapter_editions WHERE is_published;

CREATE FUNCTION note_edition_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at = clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER chapter_editions_note_change BEFORE UPDATE OF title, blocks ON chapter_editions
  FOR EACH ROW WHEN ((OLD.title, OLD.blocks) IS DISTINCT FROM (NEW.title, NEW.blocks))
  EXECUTE FUNCTION note_edition_change();
