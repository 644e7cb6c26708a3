-- catalog: what a chapter's print calls it, for readers.
CREATE OR REPLACE VIEW published_chapters AS
SELECT id, book_id, number, source_key, created_at, total_likes, place, published_at, has_own_date, access, free_at,
  version, CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END AS published_since, season, label
FROM chapters WHERE number IS NOT NULL;
