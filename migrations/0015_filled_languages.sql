-- catalog: the chapters with content in each language, and how many of them the original has too; worked out with a book's
-- other counts. `filled_original` is the number of the original's, `filled_beside` the sum over all languages of those that
-- it has too: in five languages 5 * filled_original - filled_beside are missing. A server of the
-- version before leaves them as they are until the book changes again.
ALTER TABLE books ADD COLUMN filled jsonb NOT NULL DEFAULT '{}';
ALTER TABLE books ADD COLUMN filled_original integer NOT NULL DEFAULT 0;
ALTER TABLE books ADD COLUMN filled_beside integer NOT NULL DEFAULT 0;

WITH language AS (
  SELECT c.book_id, e.language, count(*) AS chapters, count(o.chapter_id) AS beside_original,
    e.language = b.original_language AS is_original
  FROM books b JOIN chapters c ON c.book_id = b.id AND c.deleted_at IS NULL
  JOIN chapter_editions e ON e.chapter_id = c.id AND e.has_content
  LEFT JOIN chapter_editions o ON o.chapter_id = c.id AND o.language = b.original_language AND o.has_content
  GROUP BY b.id, c.book_id, e.language)
UPDATE books SET filled = n.languages, filled_original = n.original, filled_beside = n.beside
FROM (
  SELECT book_id, coalesce(sum(chapters) FILTER (WHERE is_original), 0) AS original, sum(beside_original) AS beside,
    jsonb_object_agg(language, jsonb_build_object('chapters', chapters, 'besideOriginal', beside_original)) AS languages
  FROM language GROUP BY book_id) n
WHERE n.book_id = books.id;
