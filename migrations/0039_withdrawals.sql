-- payments: that a buyer has withdrawn from an order, with the confirmation as it was given to them.
CREATE TABLE withdrawals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  content text NOT NULL DEFAULT ''
);
CREATE INDEX withdrawals_by_time ON withdrawals (at DESC, id DESC);
