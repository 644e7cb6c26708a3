-- accounts: a passkey of a user: a key on a device of theirs, by which they log in. Only its public half is here.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE, -- how the device calls it, base64url
  public_key bytea NOT NULL, -- COSE
  counter bigint NOT NULL, -- how often the device has signed with it; 0: it does not count
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

-- accounts: what a device has to sign with a passkey, once and soon.
CREATE TABLE passkey_challenges (
  challenge text PRIMARY KEY,
  user_id uuid REFERENCES users ON DELETE CASCADE, -- who adds a passkey; null: it is for a login
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_end ON passkey_challenges (expires_at);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
