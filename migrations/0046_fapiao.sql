-- payments: that a buyer asks for a fapiao of an order, with its title; the site issues none.
CREATE TABLE fapiao_requests (
  order_id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('INDIVIDUAL', 'ORGANIZATION')),
  name text NOT NULL,
  taxpayer_id text NOT NULL,
  address text,
  phone text,
  bank text,
  requested_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fapiao_requests_by_time ON fapiao_requests (requested_at DESC, order_id DESC);
