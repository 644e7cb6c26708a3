-- catalog: what a locked chapter shows of itself, and how long it takes to read.
ALTER TABLE chapter_editions
  ADD preview_image_id uuid, -- the blurred top of a comic's first page; null: not made yet
  ADD reading_seconds integer CHECK (reading_seconds >= 0); -- null: not counted yet
CREATE INDEX chapter_editions_by_preview ON chapter_editions (preview_image_id);
CREATE INDEX chapter_editions_uncounted ON chapter_editions (chapter_id, language)
  WHERE has_content AND (reading_seconds IS NULL OR preview_image_id IS NULL AND blocks IS NULL);

-- An index on the moment of publication finds what came out since one.
CREATE INDEX chapters_since
  ON chapters ((CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END)) WHERE number IS NOT NULL;

CREATE OR REPLACE VIEW published_editions AS SELECT * FROM chapter_editions WHERE is_published;

-- media: the small and unreadable view of a page has a purpose of its own.
ALTER TABLE images DROP CONSTRAINT images_kind_check;
ALTER TABLE images ADD CONSTRAINT images_kind_check CHECK (kind IN ('page', 'cover', 'thumb', 'blur')) NOT VALID;
ALTER TABLE images VALIDATE CONSTRAINT images_kind_check;

-- reading: the preview is everybody's while its chapter is published and its book shows it.
CREATE OR REPLACE VIEW image_uses AS
SELECT e.cover_image_id AS image_id, b.id AS book_id, NULL::uuid AS chapter_id, NULL::integer AS number,
  b.public_free_chapters, NULL::text AS access, NULL::timestamptz AS free_at, NULL::timestamptz AS published_since,
  b.early_access_days
FROM editions e JOIN books b ON b.id = e.book_id
WHERE e.cover_image_id IS NOT NULL AND NOT b.hidden
UNION ALL
SELECT e.cover_image_id, b.id, NULL, NULL, b.public_free_chapters, NULL, NULL, NULL, b.early_access_days
FROM published_editions e JOIN published_chapters c ON c.id = e.chapter_id JOIN books b ON b.id = c.book_id
WHERE e.cover_image_id IS NOT NULL AND NOT b.hidden
UNION ALL
SELECT e.preview_image_id, b.id, NULL, NULL, b.public_free_chapters, NULL, NULL, NULL, b.early_access_days
FROM published_editions e JOIN published_chapters c ON c.id = e.chapter_id JOIN books b ON b.id = c.book_id
WHERE e.preview_image_id IS NOT NULL AND NOT b.hidden AND b.kind = 'comic' AND coalesce(b.preview, 'blur') = 'blur'
UNION ALL
SELECT p.image_id, b.id, c.id, c.number, b.public_free_chapters, c.access, c.free_at,
  c.published_since, b.early_access_days
FROM pages p JOIN published_chapters c ON c.id = p.chapter_id
JOIN published_editions e ON e.chapter_id = p.chapter_id AND e.language = p.language
JOIN books b ON b.id = c.book_id
WHERE NOT b.hidden;
