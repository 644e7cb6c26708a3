-- accounts: codes by which users regain a lost account, ten for each. A code is kept as an HMAC.
CREATE TABLE recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  key_mark bytea NOT NULL, -- tells whether the key of the hash is the site's present one: codes of another are of no use
  made_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);
