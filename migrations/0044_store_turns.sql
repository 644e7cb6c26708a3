-- media: the turns of this database in its store of pictures. The store's mark has the last one, and it changes as long as the
-- server runs: a copy of the database does not know those that were made after it, and so frees nothing in that store.
CREATE TABLE store_turns (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  made_at timestamptz NOT NULL DEFAULT now()
);
