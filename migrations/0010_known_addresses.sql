-- accounts: from where an account was used within 60 days; account and address only as one keyed hash.
CREATE TABLE known_addresses (
  hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at timestamptz NOT NULL
);
CREATE INDEX known_addresses_by_user ON known_addresses (user_id, seen_at);
CREATE INDEX known_addresses_by_time ON known_addresses (seen_at);
