-- the server: which site this is. One row, made here once, in every backup, and kept by a restore.
CREATE TABLE site_identity (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO site_identity DEFAULT VALUES;

-- the server: what it met and `longstrip doctor` tells, with the last time.
CREATE TABLE server_notes (
  name text PRIMARY KEY,
  noted_at timestamptz NOT NULL
);
