-- catalog: the publication of an edition is told to no follower.
ALTER TABLE chapter_editions ADD COLUMN is_silent boolean NOT NULL DEFAULT false;
