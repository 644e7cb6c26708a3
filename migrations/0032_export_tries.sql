-- leaving: an export that failed is tried again after growing pauses.
ALTER TABLE exports ADD COLUMN failures integer NOT NULL DEFAULT 0, ADD COLUMN failed_at timestamptz;
