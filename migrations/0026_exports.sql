-- leaving: the last copy that a user wanted of what the site keeps of them.
CREATE TABLE exports (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  language text NOT NULL, -- of its explanations
  requested_at timestamptz NOT NULL,
  made_at timestamptz, -- null: it is being made
  file bytea -- null: it is being made, or its day is over
);
CREATE INDEX exports_being_made ON exports (requested_at) WHERE made_at IS NULL;
CREATE INDEX exports_made ON exports (made_at) WHERE file IS NOT NULL;
