-- accounts: a user who has left keeps their row, for those whom they invited and for what they liked. Nobody can log in as
-- them, and their name is free.
ALTER TABLE users
  ALTER COLUMN username DROP NOT NULL,
  ALTER COLUMN username_key DROP NOT NULL,
  ALTER COLUMN password_hash DROP NOT NULL,
  ADD CONSTRAINT users_are_whole CHECK (num_nulls(username, username_key, password_hash) IN (0, 3)) NOT VALID;

-- membership: everybody with an account, until when they are members and which role they have.
CREATE OR REPLACE VIEW people AS
SELECT u.id AS user_id, u.username, u.username_key, u.created_at, u.banned_at, m.expire_at, s.role
FROM users u
LEFT JOIN memberships m ON m.user_id = u.id
LEFT JOIN staff s ON s.user_id = u.id
WHERE u.username_key IS NOT NULL;

-- leaving: the users who want to be deleted, and for a while those who were.
CREATE TABLE deletions (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  deletes_at timestamptz NOT NULL,
  gone_at timestamptz -- when it happened; what a request under way still wrote is then removed too
);
CREATE INDEX deletions_due ON deletions (deletes_at);
