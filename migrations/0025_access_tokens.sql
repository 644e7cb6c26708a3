-- accounts: keys by which programs of a user make some calls. The token itself is told once.
CREATE TABLE access_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  scopes text[] NOT NULL,
  token_hash bytea NOT NULL UNIQUE, -- SHA-256
  md5_hash bytea NOT NULL UNIQUE, -- SHA-256 of the token's MD5 in hex, which some reading devices send in its place
  last_four text NOT NULL,
  image_audience text NOT NULL UNIQUE CHECK (image_audience ~ '^[A-Za-z0-9_-]{22}$'), -- as that of a session
  created_at timestamptz NOT NULL,
  expires_at timestamptz, -- null: never
  last_used_at timestamptz
);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at) WHERE expires_at IS NOT NULL;

-- membership: who asks, by a session or by an access token that has not ended, and until when they are a member. `scopes` is null
-- for a session, which may do all that its user may.
CREATE OR REPLACE VIEW viewers AS
SELECT s.id AS session_id, s.image_audience, s.last_seen_at, u.id AS user_id, u.username, m.expire_at,
  NULL::bytea AS token_hash, NULL::text[] AS scopes
FROM sessions s
JOIN users u ON u.id = s.user_id
LEFT JOIN memberships m ON m.user_id = u.id
WHERE s.last_seen_at > now() - interval '14 days' AND s.created_at > now() - interval '60 days'
UNION ALL
SELECT t.id, t.image_audience, coalesce(t.last_used_at, 'epoch'), u.id, u.username, m.expire_at, t.token_hash, t.scopes
FROM access_tokens t
JOIN users u ON u.id = t.user_id
LEFT JOIN memberships m ON m.user_id = u.id
WHERE t.expires_at IS NULL OR t.expires_at > now();
