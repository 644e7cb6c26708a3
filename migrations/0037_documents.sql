-- documents: a page of the operator's, with its draft by language. A deleted one stays, so that no version is numbered twice.
CREATE TABLE documents (
  name text PRIMARY KEY,
  titles jsonb NOT NULL,
  bodies jsonb NOT NULL,
  footer boolean NOT NULL,
  place int NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
-- documents: what was published, as it was; the last one whose moment has come is in force.
CREATE TABLE document_versions (
  name text NOT NULL REFERENCES documents,
  version int NOT NULL,
  titles jsonb NOT NULL,
  bodies jsonb NOT NULL,
  effective_at timestamptz NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (name, version)
);
-- documents: what a user has agreed to, when and for which order.
CREATE TABLE consents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  document text NOT NULL,
  version int, -- null: what the site itself asks, as the waiver of a withdrawal
  language text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  order_id uuid
);
CREATE INDEX consents_of_user ON consents (user_id, at);
