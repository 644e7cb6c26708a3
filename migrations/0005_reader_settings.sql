-- How readers read, for all their devices.

-- reading: a user's setting of the reader, as src/features/reading/reader-settings.ts knows it.
CREATE TABLE reader_settings (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL, -- when it was chosen, by the reader's clock; never later than ours
  PRIMARY KEY (user_id, name)
);
