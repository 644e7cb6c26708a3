-- catalog: where in the order of a list each thousandth book or so stands, and by how many the books before it have
-- changed since: any page is found without counting all before it, and no list has to be counted at all. The sum of
-- `books` up to a place is exactly the number of visible books before it, in every snapshot.
CREATE TABLE list_marks (
  list text NOT NULL, -- a tag; '' is all books
  sorting text NOT NULL CHECK (sorting IN ('updated_at', 'popularity')),
  sort_key double precision NOT NULL, -- of updated_at the microseconds since 1970
  book_id uuid NOT NULL, -- of the book that stands there, or stood
  books integer NOT NULL, -- from a start on until the next; else what came (1) or went (-1) there since
  is_start boolean NOT NULL DEFAULT false
);
CREATE INDEX list_marks_in_order ON list_marks (list, sorting, sort_key DESC, book_id);

CREATE FUNCTION mark_list_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM list_marks;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO list_marks (list, sorting, sort_key, book_id, books)
    SELECT '', sorting, sort_key, id, 1 FROM now_there CROSS JOIN LATERAL (VALUES
      ('updated_at', extract(epoch FROM updated_at) * 1000000), ('popularity', popularity)) AS key(sorting, sort_key)
    WHERE NOT hidden;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_marks (list, sorting, sort_key, book_id, books)
    SELECT '', sorting, sort_key, id, -1 FROM there_before CROSS JOIN LATERAL (VALUES
      ('updated_at', extract(epoch FROM updated_at) * 1000000), ('popularity', popularity)) AS key(sorting, sort_key)
    WHERE NOT hidden;
  ELSE
    INSERT INTO list_marks (list, sorting, sort_key, book_id, books)
    SELECT '', sorting, sort_key, o.id, books FROM there_before o JOIN now_there n ON n.id = o.id
    CROSS JOIN LATERAL (VALUES
      ('updated_at', extract(epoch FROM o.updated_at) * 1000000, -1, NOT o.hidden AND (n.hidden OR n.updated_at <> o.updated_at)),
      ('updated_at', extract(epoch FROM n.updated_at) * 1000000, 1, NOT n.hidden AND (o.hidden OR n.updated_at <> o.updated_at)),
      ('popularity', o.popularity, -1, NOT o.hidden AND (n.hidden OR n.popularity <> o.popularity)),
      ('popularity', n.popularity, 1, NOT n.hidden AND (o.hidden OR n.popularity <> o.popularity))
    ) AS key(sorting, sort_key, books, is_changed)
    WHERE is_changed AND (o.hidden, o.updated_at, o.popularity) IS DISTINCT FROM (n.hidden, n.updated_at, n.popularity);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER books_mark_inserts AFTER INSERT ON books
  REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION mark_list_changes();
CREATE TRIGGER books_mark_updates AFTER UPDATE ON books
  REFERENCING OLD TABLE AS there_before NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION mark_list_changes();
CREATE TRIGGER books_mark_deletes AFTER DELETE ON books
  REFERENCING OLD TABLE AS there_before FOR EACH STATEMENT EXECUTE FUNCTION mark_list_changes();
CREATE TRIGGER books_mark_truncate AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION mark_list_changes();

CREATE FUNCTION mark_tag_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO list_marks (list, sorting, sort_key, book_id, books)
    SELECT tag, sorting, sort_key, book_id, 1 FROM now_there CROSS JOIN LATERAL (VALUES
      ('updated_at', extract(epoch FROM updated_at) * 1000000), ('popularity', popularity)) AS key(sorting, sort_key)
    WHERE NOT hidden;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO list_marks (list, sorting, sort_key, book_id, books)
    SELECT tag, sorting, sort_key, book_id, -1 FROM there_before CROSS JOIN LATERAL (VALUES
      ('updated_at', extract(epoch FROM updated_at) * 1000000), ('popularity', popularity)) AS key(sorting, sort_key)
    WHERE NOT hidden;
  ELSE
    INSERT INTO list_marks (list, sorting, sort_key, book_id, books)
    SELECT o.tag, sorting, sort_key, o.book_id, books
    FROM there_before o JOIN now_there n ON n.book_id = o.book_id AND n.tag = o.tag
    CROSS JOIN LATERAL (VALUES
      ('updated_at', extract(epoch FROM o.updated_at) * 1000000, -1, NOT o.hidden AND (n.hidden OR n.updated_at <> o.updated_at)),
      ('updated_at', extract(epoch FROM n.updated_at) * 1000000, 1, NOT n.hidden AND (o.hidden OR n.updated_at <> o.updated_at)),
      ('popularity', o.popularity, -1, NOT o.hidden AND (n.hidden OR n.popularity <> o.popularity)),
      ('popularity', n.popularity, 1, NOT n.hidden AND (o.hidden OR n.popularity <> o.popularity))
    ) AS key(sorting, sort_key, books, is_changed)
    WHERE is_changed;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER book_tags_mark_inserts AFTER INSERT ON book_tags
  REFERENCING NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION mark_tag_changes();
CREATE TRIGGER book_tags_mark_updates AFTER UPDATE ON book_tags
  REFERENCING OLD TABLE AS there_before NEW TABLE AS now_there FOR EACH STATEMENT EXECUTE FUNCTION mark_tag_changes();
CREATE TRIGGER book_tags_mark_deletes AFTER DELETE ON book_tags
  REFERENCING OLD TABLE AS there_before FOR EACH STATEMENT EXECUTE FUNCTION mark_tag_changes();

