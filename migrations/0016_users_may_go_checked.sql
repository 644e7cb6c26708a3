-- The rows of before are held against the constraints of the last migration, while everybody reads and writes.
ALTER TABLE memberships VALIDATE CONSTRAINT memberships_user_id_fkey;
ALTER TABLE users VALIDATE CONSTRAINT users_invited_by_fkey;
