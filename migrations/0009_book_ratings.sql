-- catalog: for whom a book is; null: nobody has said. Lists leave books for adults out unless they are asked for.
ALTER TABLE books ADD COLUMN rating text CHECK (rating IN ('teen', 'mature', 'adult'));
-- Copies, as those of what lists are sorted by.
ALTER TABLE book_tags ADD COLUMN rating text;
ALTER TABLE book_searches ADD COLUMN rating text;

CREATE FUNCTION copy_rating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE book_tags SET rating = NEW.rating WHERE book_id = NEW.id AND rating IS DISTINCT FROM NEW.rating;
  UPDATE book_searches SET rating = NEW.rating WHERE book_id = NEW.id AND rating IS DISTINCT FROM NEW.rating;
  RETURN NULL;
END $$;
-- Triggers run in the order of their names: these after books_copy_sort_keys, which makes the rows.
CREATE TRIGGER books_with_rating_made AFTER INSERT ON books
  FOR EACH ROW WHEN (NEW.rating IS NOT NULL) EXECUTE FUNCTION copy_rating();
CREATE TRIGGER books_with_rating_changed AFTER UPDATE OF rating, tags ON books
  FOR EACH ROW WHEN (OLD.rating IS NOT NULL OR NEW.rating IS NOT NULL) EXECUTE FUNCTION copy_rating();
