-- catalog: the chapters of a book that are not published, which the studio's lists count.
CREATE INDEX chapters_unpublished ON chapters (book_id) WHERE number IS NULL;
