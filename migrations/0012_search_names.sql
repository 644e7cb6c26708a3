-- catalog: what the filters of a search ask of a book, as its dates: null: not worked out yet.
ALTER TABLE books
  ADD COLUMN read_in text[], -- the languages in which a published chapter has something to read
  ADD COLUMN first_published_at timestamptz,
  ADD COLUMN is_locked boolean; -- whether a chapter is for members that no window opens

-- catalog: the languages of aliases, as book.yaml has told them: a list for each.
ALTER TABLE books ADD COLUMN alias_languages jsonb NOT NULL DEFAULT '{}';

-- catalog: the names that searches rank a book by: a line for each, its words folded, with spaces around them.
CREATE TABLE book_names (
  book_id uuid PRIMARY KEY REFERENCES books ON DELETE CASCADE,
  titles text NOT NULL,
  aliases text NOT NULL,
  author text NOT NULL,
  tags text NOT NULL,
  introductions text NOT NULL
);

-- catalog: the words of names, each by what may be typed for it: itself, and itself without one of its letters.
CREATE TABLE name_words (
  variant text NOT NULL,
  word text NOT NULL
);
CREATE INDEX name_words_by_variant ON name_words (variant, word);
