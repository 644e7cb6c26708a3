-- catalog: the editions of all books by their titles, for lists of other people's programs.
CREATE INDEX editions_by_title ON editions ((lower(left(title, 200))), book_id, language);
