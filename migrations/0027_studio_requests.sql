-- studio: the calls that count once however often they are sent, by the id that their caller gave them.
CREATE TABLE studio_requests (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  call text NOT NULL, -- such as POST /studio/coupons
  request_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  answer jsonb NOT NULL, -- without what is told only once
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, call, request_id)
);
