-- library: where readers stop in a book is asked by its operator, and one book's places are few among all. Without the time,
-- which each turn of a page changes: an update that touches no index is half as much work.
CREATE INDEX reading_places_by_book ON reading_places (book_id);
