-- studio: a program made a change, by a key of that name of its user.
ALTER TABLE audit_entries
  ADD COLUMN token text,
  DROP CONSTRAINT audit_entries_made_by_check,
  ADD CONSTRAINT audit_entries_made_by_check
    CHECK (made_by IN ('studio', 'token', 'command_line', 'system') AND (made_by = 'token') = (token IS NOT NULL)) NOT VALID;

-- hooks: a transaction that shows a book and hides it again has done neither, so both are noted while either is wanted.
CREATE OR REPLACE FUNCTION note_shown_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM hook_events WHERE key = concat_ws(' ', 'book', NEW.id, pg_current_xact_id());
  IF NOT FOUND AND (wants_hook_event('book.published') OR wants_hook_event('book.hidden')) THEN
    INSERT INTO hook_events (type, key, release, book_id) VALUES (
      CASE WHEN NEW.hidden THEN 'book.hidden' ELSE 'book.published' END,
      concat_ws(' ', 'book', NEW.id, pg_current_xact_id()), pg_current_xact_id(), NEW.id);
  END IF;
  RETURN NULL;
END $$;
