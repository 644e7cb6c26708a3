-- membership: a key is also found by the hash of its MD5, which some reading devices send in its place, and the keys of
-- somebody who is banned open nothing while the ban lasts.
CREATE OR REPLACE VIEW viewers AS
SELECT s.id AS session_id, s.image_audience, s.last_seen_at, u.id AS user_id, u.username, m.expire_at,
  NULL::bytea AS token_hash, NULL::text[] AS scopes, NULL::bytea AS md5_hash
FROM sessions s
JOIN users u ON u.id = s.user_id
LEFT JOIN memberships m ON m.user_id = u.id
WHERE s.last_seen_at > now() - interval '14 days' AND s.created_at > now() - interval '60 days'
UNION ALL
SELECT t.id, t.image_audience, coalesce(t.last_used_at, 'epoch'), u.id, u.username, m.expire_at, t.token_hash, t.scopes, t.md5_hash
FROM access_tokens t
JOIN users u ON u.id = t.user_id
LEFT JOIN memberships m ON m.user_id = u.id
WHERE (t.expires_at IS NULL OR t.expires_at > now()) AND u.banned_at IS NULL;
