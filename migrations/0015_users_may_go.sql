-- A user's row can be deleted: what is only theirs goes with it, and whom they invited was invited by nobody.

-- Memberships of users who were deleted before this.
DELETE FROM memberships gone WHERE NOT EXISTS (SELECT FROM users WHERE users.id = gone.user_id);

-- Not checked yet, so that nobody waits long for these locks.
ALTER TABLE memberships
  ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE NOT VALID;
ALTER TABLE users
  DROP CONSTRAINT users_invited_by_fkey,
  ADD CONSTRAINT users_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users ON DELETE SET NULL NOT VALID;
