-- catalog: chapters of a book that readers saw for the first time together, for those who want to be told.
CREATE TABLE debuts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  book_id uuid NOT NULL REFERENCES books ON DELETE CASCADE,
  chapter_ids uuid[] NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  told_to uuid, -- the last follower who was told, in the order of their ids
  told_at timestamptz -- when all of them were told
);
CREATE INDEX debuts_by_time ON debuts (made_at);
CREATE INDEX debuts_to_tell ON debuts (made_at) WHERE told_at IS NULL;

-- notices: what a user is told, each thing once.
CREATE TABLE notices (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  event text NOT NULL, -- what it is about: a debut, an order …
  facts jsonb NOT NULL DEFAULT '{}', -- what it says, but for what its debut says
  in_inbox boolean NOT NULL, -- false: it is for the user's devices alone
  to_push boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  deleted_at timestamptz, -- by its user; the row stays, so that nothing is told again
  UNIQUE (user_id, kind, event)
);
CREATE INDEX notices_by_user ON notices (user_id, created_at DESC, id DESC) WHERE in_inbox AND deleted_at IS NULL;
CREATE INDEX notices_by_time ON notices (created_at);

-- notices: where a user wants to be told of things of a kind; without a row everywhere.
CREATE TABLE notice_settings (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  inbox boolean NOT NULL,
  push boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);
