-- accounts: somebody who is banned cannot log in; null: they are not.
ALTER TABLE users ADD COLUMN banned_at timestamptz;
ALTER TABLE users ADD COLUMN ban_reason text;
ALTER TABLE users ADD COLUMN banned_by uuid; -- null: not banned, or by nobody who is still there
-- For a name's beginning, and for the list of all in the order of their names.
CREATE INDEX users_by_name ON users (username_key text_pattern_ops);
CREATE INDEX users_banned ON users (username_key text_pattern_ops) WHERE banned_at IS NOT NULL;

-- accounts: the one link by which a user may choose a new password. Its code is told once; we keep what it is known by.
CREATE TABLE password_links (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL UNIQUE, -- SHA-256
  expires_at timestamptz NOT NULL
);

-- membership: why a row of the ledger was written by hand, and by whom; null: it was not, or by a command.
ALTER TABLE ledger_entries ADD COLUMN reason text;
ALTER TABLE ledger_entries ADD COLUMN made_by uuid;

-- membership: everybody with an account, until when they are members and which role they have.
CREATE VIEW people AS
SELECT u.id AS user_id, u.username, u.username_key, u.created_at, u.banned_at, m.expire_at, s.role
FROM users u
LEFT JOIN memberships m ON m.user_id = u.id
LEFT JOIN staff s ON s.user_id = u.id;

-- membership: who made a batch in the studio; null: a command.
ALTER TABLE coupons ADD COLUMN created_by uuid;
CREATE INDEX coupons_by_batch ON coupons (batch, id) WHERE gift_cause IS NULL;

-- payments: a refund that was asked for here, noted before its provider is asked, so that what it takes is counted.
CREATE TABLE asked_refunds (
  refund_id text PRIMARY KEY, -- our name for it, which the provider is told
  order_id uuid NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  provider_refund_id text, -- the name by which payment_refunds knows it; null: the provider has not taken it yet
  failed_at timestamptz, -- when the provider refused it for good
  next_try_at timestamptz, -- when to ask the provider again; null: it has answered
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX asked_refunds_by_order ON asked_refunds (order_id);
CREATE INDEX asked_refunds_due ON asked_refunds (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX payment_orders_by_time ON payment_orders (created_at DESC, id DESC);
CREATE INDEX payment_events_by_reference ON payment_events (provider, reference);
