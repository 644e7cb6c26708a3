-- What a book is found by leaves the row that holds its likes and its popularity: a like wrote as much as the whole text.

-- catalog: what a book is found by, with what a page of results is sorted by. In parts, so that counting many results
-- may stop after the first; narrow, so that sorting many reads little: the texts stand elsewhere.
CREATE TABLE book_searches (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  updated_at timestamptz NOT NULL,
  popularity double precision NOT NULL DEFAULT 0,
  hidden boolean NOT NULL DEFAULT false,
  text text NOT NULL DEFAULT '', -- titles, author, tags, introductions of all editions, folded
  keys text NOT NULL DEFAULT '', -- each run of one to three characters of the text, and the tags; spaces between
  -- PostgreSQL moves the texts elsewhere only from a row of over 2 kB: this makes it one, and is kept as some thirty bytes.
  padding text NOT NULL DEFAULT repeat(' ', 2100),
  PRIMARY KEY (book_id)
) PARTITION BY HASH (book_id);
DO $$ BEGIN
  FOR part IN 0..7 LOOP
    EXECUTE format('CREATE TABLE book_searches_%s PARTITION OF book_searches
      FOR VALUES WITH (MODULUS 8, REMAINDER %s) WITH (toast_tuple_target = 128, fillfactor = 90)', part, part);
    EXECUTE format('ALTER TABLE book_searches_%s ALTER text SET STORAGE EXTERNAL', part);
  END LOOP;
END $$;

-- As search-keys.ts makes them; for what was imported before, and what a server of the version before still imports.
CREATE FUNCTION search_keys_of(text text, tags text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(DISTINCT key, ' ') FROM (
    SELECT key FROM unnest(string_to_array(text, NULL), string_to_array(substr(text, 2), NULL),
      string_to_array(substr(text, 3), NULL)) AS run(one, two, three)
    CROSS JOIN LATERAL (VALUES (one), (one || two), (one || two || three)) AS made(key)
    UNION ALL SELECT 'tag:' || md5(tag) FROM unnest(tags) tag) AS found
  WHERE key <> '' AND position(' ' IN key) = 0
$$;

-- Until all books are there what changes comes over by itself; the next migration brings the others.
CREATE FUNCTION refresh_book_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO book_searches (book_id, updated_at, popularity, hidden, text, keys)
  VALUES (NEW.id, NEW.updated_at, NEW.popularity, NEW.hidden, NEW.search_text,
    coalesce(search_keys_of(NEW.search_text, NEW.tags), ''))
  ON CONFLICT (book_id) DO UPDATE
  SET updated_at = excluded.updated_at, popularity = excluded.popularity, hidden = excluded.hidden,
    text = excluded.text, keys = excluded.keys, padding = DEFAULT;
  RETURN NULL;
END $$;
CREATE TRIGGER books_refresh_search AFTER INSERT OR UPDATE OF updated_at, popularity, hidden, search_text, tags ON books
  FOR EACH ROW EXECUTE FUNCTION refresh_book_search();
