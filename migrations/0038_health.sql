-- health: the last runs of each job, whichever process did them.
CREATE TABLE job_runs (
  name text PRIMARY KEY,
  last_run_at timestamptz,
  last_ok_at timestamptz,
  next_run_at timestamptz,
  failures integer NOT NULL DEFAULT 0, -- since the last run that ended well
  last_error text,
  asked_at timestamptz -- somebody wants a run now
);

-- health: what came from each provider of payments, and what was refused in each hour.
CREATE TABLE webhook_news (
  provider text PRIMARY KEY,
  last_accepted_at timestamptz,
  last_refused_at timestamptz,
  reason text
);
CREATE TABLE webhook_refusals (
  provider text NOT NULL,
  hour timestamptz NOT NULL,
  refused integer NOT NULL,
  PRIMARY KEY (provider, hour)
);

-- health: the backups of this site, by commands or by itself.
CREATE TABLE backups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  file text NOT NULL,
  bytes bigint NOT NULL,
  made_at timestamptz NOT NULL,
  verified boolean NOT NULL
);
CREATE INDEX backups_by_time ON backups (made_at DESC);
