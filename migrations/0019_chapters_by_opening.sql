-- catalog: what opened to all last on the whole site, for its feeds.
CREATE INDEX chapters_by_free_at ON chapters (free_at) WHERE free_at IS NOT NULL AND number IS NOT NULL;
CREATE INDEX books_with_early_access ON books (early_access_days) WHERE early_access_days > 0;
-- catalog: where the seasons of a book begin and end.
CREATE INDEX chapters_by_season ON chapters (book_id, season, number) WHERE season IS NOT NULL;
