-- Readers and their likes go on while this runs; only imports wait.
INSERT INTO book_searches (book_id, updated_at, popularity, hidden, text, keys)
SELECT id, updated_at, popularity, hidden, search_text, coalesce(search_keys_of(search_text, tags), '') FROM books
ON CONFLICT (book_id) DO NOTHING;

-- Costly to PostgreSQL's mind, so that it never looks at each book's keys one after the other instead of at the index.
CREATE FUNCTION split_keys(keys text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100000 AS $$
BEGIN
  RETURN string_to_array(keys, ' ');
END $$;
-- Written to at once: a list of what is to be entered later would be read by every search.
CREATE INDEX book_searches_by_key ON book_searches USING gin (split_keys(keys) COLLATE "C")
  WITH (fastupdate = off) WHERE NOT hidden;
ANALYZE book_searches;
