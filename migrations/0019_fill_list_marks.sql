-- One statement, so that what it reads and the changes noted until then are of one moment; nobody waits for it.
WITH gone AS (DELETE FROM list_marks RETURNING 1),
listed AS (
  SELECT '' AS list, 'updated_at' AS sorting, (extract(epoch FROM updated_at) * 1000000)::double precision AS sort_key, id AS book_id,
    row_number() OVER (ORDER BY updated_at DESC, id) AS place, count(*) OVER () AS total
  FROM books WHERE NOT hidden
  UNION ALL
  SELECT '', 'popularity', popularity, id, row_number() OVER (ORDER BY popularity DESC, id), count(*) OVER ()
  FROM books WHERE NOT hidden
  UNION ALL
  SELECT tag, 'updated_at', extract(epoch FROM updated_at) * 1000000, book_id,
    row_number() OVER (PARTITION BY tag ORDER BY updated_at DESC, book_id), count(*) OVER (PARTITION BY tag)
  FROM book_tags WHERE NOT hidden
  UNION ALL
  SELECT tag, 'popularity', popularity, book_id,
    row_number() OVER (PARTITION BY tag ORDER BY popularity DESC, book_id), count(*) OVER (PARTITION BY tag)
  FROM book_tags WHERE NOT hidden)
INSERT INTO list_marks (list, sorting, sort_key, book_id, books, is_start)
SELECT list, sorting, CASE place WHEN 1 THEN 'infinity' ELSE sort_key END,
  CASE place WHEN 1 THEN '00000000-0000-0000-0000-000000000000' ELSE book_id END,
  least(1000, total - place + 1), true
FROM listed WHERE place % 1000 = 1;
ANALYZE list_marks;
