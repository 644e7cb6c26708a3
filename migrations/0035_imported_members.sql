-- moving: who was a member of another site. Only the hash of their id there is kept, which may be a name.
CREATE TABLE imported_members (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  external_hash bytea NOT NULL UNIQUE,
  user_id uuid UNIQUE REFERENCES users ON DELETE SET NULL, -- null with coupon_id: the account was deleted
  coupon_id uuid REFERENCES coupons,
  ends_at timestamptz NOT NULL, -- of the membership there
  changes integer NOT NULL DEFAULT 0, -- of that end, so that each is a cause of its own
  imported_at timestamptz NOT NULL
);

-- membership: a coupon that gives the time until a moment; its days are those that were left when it was made.
ALTER TABLE coupons ADD COLUMN until timestamptz;

-- membership: the ledger takes what a site brings from another one.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_source_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_source_check
  CHECK (source IN ('wechat', 'stripe', 'coupon', 'invite', 'operator', 'import')) NOT VALID;
