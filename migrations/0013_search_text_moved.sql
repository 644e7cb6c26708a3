-- The importer writes the text where it is found; what a page of results is sorted by follows the book by itself.
CREATE OR REPLACE FUNCTION refresh_book_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_searches (book_id, updated_at, popularity, hidden)
  VALUES (NEW.id, NEW.updated_at, NEW.popularity, NEW.hidden)
  ON CONFLICT (book_id) DO UPDATE
  SET updated_at = excluded.updated_at, popularity = excluded.popularity, hidden = excluded.hidden;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER books_refresh_search AFTER INSERT OR UPDATE OF updated_at, popularity, hidden ON books
  FOR EACH ROW EXECUTE FUNCTION refresh_book_search();
DROP FUNCTION search_keys_of(text, text[]);
ALTER TABLE books DROP COLUMN search_text; -- and its index
