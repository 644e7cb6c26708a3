-- accounts: names by any part of them.
CREATE INDEX users_by_part ON users USING gin (username_key gin_trgm_ops);

-- studio: what those who run the site note about a person, for themselves.
CREATE TABLE user_notes (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  note text NOT NULL,
  written_by uuid,
  written_at timestamptz NOT NULL DEFAULT now()
);

-- membership: a campaign's word as its maker typed it; codes that were drawn are kept nowhere.
ALTER TABLE coupons ADD COLUMN word text;
