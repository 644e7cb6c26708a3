-- catalog: the number that a chapter keeps, whatever is put in, taken back or moved before it; null: the number it has.
ALTER TABLE chapters ADD COLUMN serial integer;
-- catalog: the serials of a book's chapters in their order; null: each chapter's number is its serial.
ALTER TABLE books ADD COLUMN numbering jsonb;
-- library: `furthest_chapter` and the numbers of marks are serials, which numbers were until now. The highest serial of
-- the book when the furthest was reached: what was put in since is not read. Null: that of the furthest chapter.
ALTER TABLE reading_places ADD COLUMN furthest_known integer;
