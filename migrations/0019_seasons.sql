-- catalog: where the seasons of a book begin and end.
CREATE INDEX chapters_by_season ON chapters (book_id, season, number) WHERE season IS NOT NULL;
