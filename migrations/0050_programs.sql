-- studio: a program made a change, by a key of that name of its user.
ALTER TABLE audit_entries
  ADD COLUMN token text,
  DROP CONSTRAINT audit_entries_made_by_check,
  ADD CONSTRAINT audit_entries_made_by_check
    CHECK (made_by IN ('studio', 'token', 'command_line', 'system') AND (made_by = 'token') = (token IS NOT NULL)) NOT VALID;
