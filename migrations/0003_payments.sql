-- Orders, what providers told about them, and refunds.

-- payments: one sale. It is settled once: what it grants hangs on its id in the ledger.
CREATE TABLE payment_orders (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  provider text NOT NULL CHECK (provider IN ('wechat', 'stripe')),
  reference text NOT NULL, -- WeChat Pay: our number for it; Stripe: the checkout session
  user_id uuid, -- null: a card sale that names nobody we know
  plan text CHECK (plan IN ('month', 'season')), -- null: a card sale of something that we do not sell
  months smallint CHECK (months BETWEEN 1 AND 1200),
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  state text NOT NULL CHECK (state IN ('new', 'open', 'paid', 'refunded', 'closed', 'failed')),
  transaction_id text, -- the provider's name for the payment
  grants integer NOT NULL DEFAULT 0, -- how often it was granted: again after a refund that failed
  refunded_minor bigint NOT NULL DEFAULT 0,
  review text, -- why the operator should look at it
  disputed_at timestamptz,
  superseded_by uuid REFERENCES payment_orders, -- the order that its buyer made instead
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz, -- until when it can be paid
  paid_at timestamptz,
  next_check_at timestamptz, -- when to ask the provider again; null: never
  checks integer NOT NULL DEFAULT 0,
  CHECK (num_nonnulls(plan, months) IN (0, 2)),
  UNIQUE (provider, reference),
  UNIQUE (provider, transaction_id)
);
CREATE INDEX payment_orders_by_user ON payment_orders (user_id, created_at DESC);
CREATE INDEX payment_orders_due ON payment_orders (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_orders_to_look_at ON payment_orders (created_at)
  WHERE review IS NOT NULL OR user_id IS NULL OR disputed_at IS NOT NULL OR refunded_minor > 0;

-- payments: what a provider told us, verified, as it came.
CREATE TABLE payment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider text NOT NULL,
  event_key text NOT NULL,
  kind text NOT NULL,
  body bytea NOT NULL,
  outcome text, -- null: not dealt with yet
  received_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider, event_key)
);
CREATE INDEX payment_events_unsettled ON payment_events (received_at) WHERE outcome IS NULL;

-- payments: a refund as the provider last told of it. It may be heard of before its order.
CREATE TABLE payment_refunds (
  provider text NOT NULL,
  refund_id text NOT NULL,
  order_key text NOT NULL, -- WeChat Pay: the order's reference; Stripe: its transaction
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  -- `total`: all that went back until then; of a dispute: `disputed`, then `lost` or `won`
  state text NOT NULL CHECK (state IN ('pending', 'succeeded', 'failed', 'total', 'disputed', 'lost', 'won')),
  occurred_at timestamptz NOT NULL, -- by the provider's clock
  PRIMARY KEY (provider, refund_id)
);
CREATE INDEX payment_refunds_by_order ON payment_refunds (provider, order_key);
