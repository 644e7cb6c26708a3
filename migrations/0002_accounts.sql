-- Accounts, memberships and likes.

-- accounts: a registered user.
CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  username text NOT NULL, -- as it is shown, NFKC
  username_key text NOT NULL UNIQUE, -- what two names are compared by: without case and width
  password_hash text NOT NULL, -- argon2id, in its PHC string
  invite_code text UNIQUE, -- made when it is first asked for
  invited_by uuid REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX users_by_inviter ON users (invited_by) WHERE invited_by IS NOT NULL;

-- accounts: a login that has not ended. Its token names it; without its row the token opens nothing.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  image_audience text NOT NULL UNIQUE CHECK (image_audience ~ '^[A-Za-z0-9_-]{22}$'), -- 128 random bits: how image addresses name it
  device text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
CREATE INDEX sessions_by_last_seen ON sessions (last_seen_at);

-- accounts: failed attempts (logins, registrations, codes) in a window of time; whose they were only as a hash.
CREATE TABLE attempts (
  kind text NOT NULL,
  subject bytea NOT NULL,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (kind, subject)
);
CREATE INDEX attempts_by_end ON attempts (ends_at);

-- membership: what is granted and taken back, in the order it was decided; nothing is ever changed or removed.
CREATE TABLE ledger_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL,
  cause text NOT NULL UNIQUE, -- what it was for; however often it is reported, it counts once
  kind text NOT NULL CHECK (kind IN ('extend', 'set', 'revoke')),
  source text NOT NULL CHECK (source IN ('wechat', 'stripe', 'coupon', 'invite', 'operator')),
  months smallint CHECK (months BETWEEN 1 AND 1200),
  days integer CHECK (days BETWEEN 1 AND 36500),
  until timestamptz,
  revokes text, -- the cause that is taken back
  created_at timestamptz NOT NULL, -- by the database's clock
  CHECK (CASE kind
    WHEN 'extend' THEN num_nonnulls(months, days) = 1 AND until IS NULL AND revokes IS NULL
    WHEN 'set' THEN until IS NOT NULL AND num_nonnulls(months, days) = 0 AND revokes IS NULL
    ELSE revokes IS NOT NULL AND until IS NULL AND num_nonnulls(months, days) = 0
  END)
);
CREATE INDEX ledger_entries_by_user ON ledger_entries (user_id, id);
CREATE INDEX ledger_entries_by_revoked ON ledger_entries (revokes) WHERE revokes IS NOT NULL;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME;
END $$;
CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- membership: what the ledger comes to for a user. Its row is locked while the user's ledger grows.
CREATE TABLE memberships (
  user_id uuid PRIMARY KEY,
  expire_at timestamptz -- null: everything was taken back
);

-- membership: a code that grants time. The code itself is told once and then known to its holders only.
CREATE TABLE coupons (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  code_hash bytea NOT NULL UNIQUE,
  last_four text NOT NULL,
  months smallint CHECK (months BETWEEN 1 AND 1200),
  days integer CHECK (days BETWEEN 1 AND 36500),
  max_uses integer NOT NULL CHECK (max_uses >= 1),
  used integer NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND max_uses),
  new_users_only boolean NOT NULL DEFAULT false,
  active boolean NOT NULL DEFAULT true,
  expires_at timestamptz,
  batch uuid NOT NULL, -- those made together
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(months, days) = 1)
);
CREATE TABLE coupon_redemptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  coupon_id uuid NOT NULL REFERENCES coupons,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (coupon_id, user_id)
);

-- membership: keys that live with the data they protect, made when first needed.
CREATE TABLE membership_keys (
  name text PRIMARY KEY,
  key bytea NOT NULL
);

-- membership: what an invitation came to, decided once for each invitee.
CREATE TABLE invite_rewards (
  invitee_id uuid PRIMARY KEY,
  inviter_id uuid NOT NULL,
  paid_cause text NOT NULL UNIQUE, -- the order that it hangs on
  inviter_rewarded boolean NOT NULL, -- false: the inviter had this month's ten already
  created_at timestamptz NOT NULL
);
CREATE INDEX invite_rewards_by_inviter ON invite_rewards (inviter_id, created_at);

-- membership: who is behind a session that still holds, and until when they may read.
CREATE VIEW viewers AS
SELECT s.id AS session_id, s.image_audience, s.last_seen_at, u.id AS user_id, u.username, m.expire_at
FROM sessions s
JOIN users u ON u.id = s.user_id
LEFT JOIN memberships m ON m.user_id = u.id
WHERE s.last_seen_at > now() - interval '14 days' AND s.created_at > now() - interval '60 days';

-- reading: what users think of chapters. A like that was taken back stays as a row.
CREATE TABLE chapter_likes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  chapter_id uuid NOT NULL REFERENCES chapters ON DELETE CASCADE,
  liked boolean NOT NULL,
  liked_on date NOT NULL, -- the day that it counts for
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, chapter_id)
);
CREATE INDEX chapter_likes_by_chapter ON chapter_likes (chapter_id);

-- reading: likes of a day (less those of that day that were taken back) count for popularity beside finished readings.
ALTER TABLE book_days ADD COLUMN liked integer NOT NULL DEFAULT 0;
