-- reading: where visible books show an image; without a chapter it is a cover or thumbnail. One question then tells who
-- may have the image's bytes.
CREATE VIEW image_uses AS
SELECT e.cover_image_id AS image_id, b.id AS book_id, NULL::uuid AS chapter_id, NULL::integer AS number, b.public_free_chapters
FROM editions e JOIN books b ON b.id = e.book_id
WHERE e.cover_image_id IS NOT NULL AND NOT b.hidden
UNION ALL
SELECT e.cover_image_id, b.id, NULL, NULL, b.public_free_chapters
FROM chapter_editions e JOIN chapters c ON c.id = e.chapter_id JOIN books b ON b.id = c.book_id
WHERE e.cover_image_id IS NOT NULL AND NOT b.hidden
UNION ALL
SELECT p.image_id, b.id, c.id, c.number, b.public_free_chapters
FROM pages p JOIN chapters c ON c.id = p.chapter_id JOIN books b ON b.id = c.book_id
WHERE NOT b.hidden;
