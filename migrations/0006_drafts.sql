-- catalog: the chapters of which no edition is published or scheduled.
CREATE INDEX chapters_drafts ON chapters (book_id) WHERE number IS NULL AND published_at IS NULL AND deleted_at IS NULL;
