-- Who runs the site, until when a session needs no password for it, and what was changed by whom.
CREATE TABLE staff (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'editor', 'support')),
  since timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz;

CREATE TABLE owner_claims (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  code_hash bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE audit_entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid,
  username text,
  role text CHECK (role IN ('owner', 'editor', 'support')),
  made_by text NOT NULL CHECK (made_by IN ('studio', 'command_line', 'system')),
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  batch uuid,
  CHECK (num_nonnulls(user_id, username) <> 1)
);
CREATE INDEX audit_entries_by_time ON audit_entries (at);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_by_target ON audit_entries (target_id, id) WHERE target_id IS NOT NULL;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_early_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > now() - make_interval(hours => 730 * 24) THEN
    RAISE EXCEPTION '% keeps its rows for 730 days', TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_entries_stay_long BEFORE DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_early_removal();
