-- The tag of an edition's words, such as he, where they are not in the edition's own language.
ALTER TABLE editions ADD COLUMN text_language text;
