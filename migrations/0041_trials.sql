-- membership: the days that a new account gets once, and who gets them.
CREATE TABLE trial_terms (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  days int NOT NULL DEFAULT 0,
  open boolean NOT NULL DEFAULT false -- for anyone who registers
);
INSERT INTO trial_terms DEFAULT VALUES;
CREATE TABLE trial_campaigns (
  word text PRIMARY KEY,
  until_at timestamptz NOT NULL,
  most int NOT NULL,
  used int NOT NULL DEFAULT 0
);
-- membership: each name that had its days. Of a deleted account the keyed hash of its name stays for a year.
CREATE TABLE trials (
  name_hash bytea PRIMARY KEY,
  user_id uuid UNIQUE REFERENCES users ON DELETE SET NULL,
  word text, -- of its campaign
  given_at timestamptz NOT NULL,
  kept_since timestamptz NOT NULL -- when it was given, or the account deleted
);
CREATE INDEX trials_by_given_at ON trials (given_at);
CREATE INDEX trials_of_nobody ON trials (kept_since) WHERE user_id IS NULL;

-- membership: the ledger takes trials.
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_source_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_source_check
  CHECK (source IN ('wechat', 'stripe', 'coupon', 'invite', 'operator', 'import', 'trial')) NOT VALID;
