-- settings: the files of the site's own pictures, drawn for each place; those of a replaced one stay for a day.
CREATE TABLE site_picture_files (
  key text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  bytes bytea NOT NULL,
  used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (key, name)
);

-- announcements: what the operator announces, by language. Deleted ones stay for who has read of them.
CREATE TABLE announcements (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  texts jsonb NOT NULL,
  from_at timestamptz NOT NULL,
  until_at timestamptz, -- null: it stands until it is deleted
  audience text NOT NULL,
  kind text NOT NULL,
  told_to uuid, -- users up to this one have it in their inboxes
  told_at timestamptz, -- all have it
  deleted_at timestamptz
);

-- settings: small files at the root by which others know whose site this is.
CREATE TABLE proof_files (
  name text PRIMARY KEY,
  text text NOT NULL
);
