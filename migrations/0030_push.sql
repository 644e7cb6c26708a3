-- notices: the pair of keys by which push services know this site, where the settings have none; made once.
CREATE TABLE push_keys (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL, -- base64url
  private_key text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- notices: a browser that a user wants to be told on. It ends with the session that asked for it.
CREATE TABLE push_endpoints (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE, -- an address of a push service
  p256dh text NOT NULL, -- the keys of the browser, base64url
  auth text NOT NULL,
  language text NOT NULL,
  device text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  failing_since timestamptz -- the first failure without a success after it
);
CREATE INDEX push_endpoints_by_user ON push_endpoints (user_id, created_at);
CREATE INDEX push_endpoints_by_session ON push_endpoints (session_id);

-- notices: what is still to be sent to a browser.
CREATE TABLE pushes (
  notice_id uuid NOT NULL REFERENCES notices ON DELETE CASCADE,
  endpoint_id uuid NOT NULL REFERENCES push_endpoints ON DELETE CASCADE,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL, -- when it is tried next; of one that is under way, when its process counts as dead
  PRIMARY KEY (notice_id, endpoint_id)
);
CREATE INDEX pushes_due ON pushes (due_at);
CREATE INDEX pushes_by_endpoint ON pushes (endpoint_id);
