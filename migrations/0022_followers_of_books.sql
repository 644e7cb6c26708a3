-- library: who follows a book.
CREATE INDEX follows_by_book ON follows (book_id, user_id);
