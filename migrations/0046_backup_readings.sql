-- health: when the last byte of a backup was read again and found whole. `verified` is for servers of the version before.
ALTER TABLE backups ADD COLUMN verified_at timestamptz;
UPDATE backups SET verified_at = made_at WHERE verified;
ALTER TABLE backups ALTER COLUMN verified SET DEFAULT false;
