-- catalog: who may take files of a book along; null: as the site has it.
ALTER TABLE books ADD COLUMN downloads text CHECK (downloads IN ('none', 'members', 'everyone'));
