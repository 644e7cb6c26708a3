-- catalog: when chapters open, and what opens them.

-- A chapter that is not published has no number. `place` is its place among all chapters of the book, drafts too; null
-- where all chapters of the book are published, so that the number says it.
ALTER TABLE chapters ALTER number DROP NOT NULL;
ALTER TABLE chapters
  ADD place integer CHECK (place >= 1),
  -- the earliest of its editions' dates; -infinity: its created_at; null: all its editions are drafts
  ADD published_at timestamptz DEFAULT '-infinity',
  ADD has_own_date boolean NOT NULL DEFAULT false, -- created_at is its publisher's, not the moment of its publication
  ADD access text NOT NULL DEFAULT 'rule' CHECK (access IN ('rule', 'free', 'members')),
  ADD free_at timestamptz,
  ADD version integer NOT NULL DEFAULT 1, -- grows with each change of publication and access
  ADD CHECK (number IS NOT NULL OR place IS NOT NULL),
  ADD CHECK (access <> 'free' OR free_at IS NULL);
CREATE INDEX chapters_by_own_date ON chapters (book_id, free_at) WHERE free_at IS NOT NULL;

ALTER TABLE chapter_editions
  ADD published_at timestamptz DEFAULT '-infinity', -- null: a draft; ahead: scheduled; -infinity: the chapter's created_at
  ADD first_published_at timestamptz, -- of one that was withdrawn
  ADD is_published boolean NOT NULL DEFAULT true; -- as of the last change; titles without content follow their chapter

ALTER TABLE books
  ADD hidden_by_operator boolean NOT NULL DEFAULT false, -- `hidden` is also true while no chapter of it is published
  ADD early_access_days integer CHECK (early_access_days BETWEEN 0 AND 3650),
  ADD show_schedule boolean NOT NULL DEFAULT false,
  ADD preview text CHECK (preview IN ('none', 'blur', 'words')), -- null: by its kind
  -- What follows from its chapters holds until `next_change_at`; then it is worked out anew.
  ADD next_change_at timestamptz,
  ADD next_free_at timestamptz, -- when the next of the chapters opens for good that a window opens as well
  ADD next_own_free_at timestamptz, -- the same of chapters that no window opens
  ADD window_opens boolean NOT NULL DEFAULT true; -- whether a window opens one of its chapters
UPDATE books SET hidden_by_operator = true WHERE hidden;
CREATE INDEX books_by_next_change ON books (next_change_at) WHERE next_change_at IS NOT NULL;
CREATE INDEX books_with_schedule ON books (id) WHERE show_schedule;

-- A date ahead alone never kept a chapter back: such chapters are published since now.
UPDATE chapter_editions e SET published_at = now() FROM chapters c WHERE c.id = e.chapter_id AND c.created_at > now();
UPDATE chapters SET published_at = now(), has_own_date = true WHERE created_at > now();

-- What readers may know of. Everything made for readers reads these, and never the tables below them.
CREATE VIEW published_chapters AS
SELECT *, CASE WHEN published_at = '-infinity' THEN created_at ELSE published_at END AS published_since
FROM chapters WHERE number IS NOT NULL;
CREATE VIEW published_editions AS SELECT * FROM chapter_editions WHERE is_published;

-- catalog: a stretch of time in which a book, or every book, is open to all.
CREATE TABLE windows (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid REFERENCES books ON DELETE CASCADE, -- null: the whole site
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  CHECK (from_at < to_at)
);
CREATE INDEX windows_by_end ON windows (to_at);

-- catalog: grows with every change of the windows, so that each process learns of it.
CREATE TABLE window_changes (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version bigint NOT NULL DEFAULT 1
);
INSERT INTO window_changes DEFAULT VALUES;
CREATE FUNCTION note_window_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE window_changes SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER windows_note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON windows
  FOR EACH STATEMENT EXECUTE FUNCTION note_window_change();

DROP VIEW image_uses;
CREATE VIEW image_uses AS
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
SELECT p.image_id, b.id, c.id, c.number, b.public_free_chapters, c.access, c.free_at,
  c.published_since, b.early_access_days
FROM pages p JOIN published_chapters c ON c.id = p.chapter_id
JOIN published_editions e ON e.chapter_id = p.chapter_id AND e.language = p.language
JOIN books b ON b.id = c.book_id
WHERE NOT b.hidden;
