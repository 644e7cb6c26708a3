-- catalog: by what the studio's list of books is sorted in each language: the title that is shown there. Case, accents and
-- signs before the first letter do not matter.
CREATE TABLE book_titles (
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  language text NOT NULL,
  key text COLLATE "C" NOT NULL,
  PRIMARY KEY (book_id, language)
);
CREATE INDEX book_titles_in_order ON book_titles (language, key, book_id);

-- A test compares them with the program's; another language wants a migration that adds it and writes all titles anew.
CREATE FUNCTION languages_of_titles() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY['en-us', 'zh-cn', 'fr-fr', 'es-es', 'ar-sa']
$$;
CREATE FUNCTION title_key(title text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(regexp_replace(regexp_replace(normalize(left(title, 200), NFKD), '[\u0300-\u036f\u064b-\u065f]', '', 'g'),
    '^[[:punct:][:space:]«»“”‘’„‹›¿¡《》〈〉「」『』【】（）]+', ''))
$$;
CREATE FUNCTION write_book_titles(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  WITH edition AS MATERIALIZED (
    SELECT book_id, language, title_key(title) AS key FROM editions WHERE book_id = ANY (ids))
  INSERT INTO book_titles (book_id, language, key)
  SELECT b.id, shown.language, (array_agg(e.key ORDER BY e.language = shown.language DESC, e.language = 'en-us' DESC,
    e.language = b.original_language DESC, e.language))[1]
  FROM edition e JOIN books b ON b.id = e.book_id CROSS JOIN unnest(languages_of_titles()) AS shown (language)
  GROUP BY b.id, shown.language
  ON CONFLICT (book_id, language) DO UPDATE SET key = excluded.key WHERE book_titles.key <> excluded.key
$$;

-- They follow their book by themselves.
CREATE FUNCTION follow_titles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_book_titles(ARRAY[coalesce(NEW.book_id, OLD.book_id)]);
  RETURN NULL;
END $$;
CREATE TRIGGER editions_follow_titles AFTER INSERT OR DELETE OR UPDATE OF title ON editions
  FOR EACH ROW EXECUTE FUNCTION follow_titles();
CREATE FUNCTION follow_original() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_book_titles(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER books_follow_original AFTER UPDATE OF original_language ON books
  FOR EACH ROW WHEN (OLD.original_language <> NEW.original_language) EXECUTE FUNCTION follow_original();

SELECT write_book_titles(array(SELECT id FROM books));
