-- An import recognises a renamed novel by its texts. Only imports write here, so nobody waits while it is made.
CREATE INDEX chapter_editions_by_text ON chapter_editions (hashtextextended(blocks::text, 0)) WHERE blocks IS NOT NULL;
