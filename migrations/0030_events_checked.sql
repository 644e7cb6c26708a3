-- reading: rows from before are looked at without a lock that anybody waits for.
ALTER TABLE book_events VALIDATE CONSTRAINT book_events_name_check;
