-- payments: how an order is paid at WeChat Pay, and the app that it was made for; null: an order from before, paid by code.
ALTER TABLE payment_orders ADD COLUMN way text, ADD COLUMN app_id text;
-- Whom WeChat knows behind a session, sealed; only an order inside WeChat needs it.
CREATE TABLE wechat_openids (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  sealed bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX wechat_openids_by_end ON wechat_openids (expires_at);
-- What a session has asked WeChat for it: each is good once.
CREATE TABLE wechat_states (
  state_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX wechat_states_of_sessions ON wechat_states (session_id);
CREATE INDEX wechat_states_by_end ON wechat_states (expires_at);
