-- notices: those of an announcement, which go with it while nobody has read them.
CREATE INDEX notices_of_news ON notices (event) WHERE kind = 'news' AND read_at IS NULL;
