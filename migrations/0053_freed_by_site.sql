-- hooks: the number of free chapters that books followed before, while a change of the site's own goes from book to book.
ALTER TABLE free_chapters_settled ADD COLUMN before integer;

-- hooks: the chapters that such a change opens for good in the books that it has come to.
CREATE FUNCTION note_freed_by_site() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_under_way boolean = OLD.last_book IS NOT NULL AND OLD.free_chapters = NEW.free_chapters;
BEGIN
  IF NOT is_under_way THEN NEW.before = OLD.free_chapters; END IF;
  PERFORM note_hook_event('chapter.free', NULL, NULL, NULL, b.id, c.id, '{}')
  FROM books b JOIN chapters c ON c.book_id = b.id
  WHERE wants_hook_event('chapter.free') AND b.public_free_chapters IS NULL
    AND b.id <= NEW.last_book AND (NOT is_under_way OR b.id > OLD.last_book)
    -- The number may have changed again meanwhile, which is told next.
    AND is_free_for_good(c, least(NEW.free_chapters, site_free_chapters()), b.early_access_days, clock_timestamp())
    AND NOT is_free_for_good(c, NEW.before, b.early_access_days, clock_timestamp())
  ORDER BY b.id, c.number;
  RETURN NEW;
END $$;
CREATE TRIGGER free_chapters_settled_note BEFORE UPDATE ON free_chapters_settled FOR EACH ROW
  WHEN (NEW.last_book IS NOT NULL) EXECUTE FUNCTION note_freed_by_site();
