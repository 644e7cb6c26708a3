-- breaks: servers before 0038
-- payments: the last number of each series of receipts in a year. Its row is locked until the transaction that took it ends,
-- so that no number is left out.
CREATE TABLE receipt_series (
  prefix text NOT NULL,
  year smallint NOT NULL,
  last integer NOT NULL,
  PRIMARY KEY (prefix, year)
);
-- payments: a numbered receipt, of an order or of what went back of it, with its seller as they were.
CREATE TABLE receipts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number text NOT NULL UNIQUE,
  order_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sale', 'refund')),
  amount_minor bigint NOT NULL, -- of a refund what went back, below 0 where a refund failed in the end
  issued_at timestamptz NOT NULL DEFAULT now(),
  seller jsonb NOT NULL,
  plan_name jsonb -- by language
);
CREATE INDEX receipts_by_time ON receipts (issued_at DESC, id DESC);
CREATE INDEX receipts_of_order ON receipts (order_id);
CREATE UNIQUE INDEX receipts_of_sales ON receipts (order_id) WHERE kind = 'sale';

-- What was paid before takes its numbers in the order of payment; what went back of an order, one for the sum.
WITH site AS (
  SELECT (SELECT jsonb_object_agg(key, value) FROM site_settings) AS set
), facts AS (
  SELECT coalesce((SELECT name FROM pg_timezone_names WHERE name = site.set ->> 'time_zone'), 'UTC') AS zone,
    '{"name": null, "form": null, "address": null, "phone": null, "email": null, "registration": null, "tax_id": null,
      "director": null, "host": null, "icp": null, "police": null, "licence": null, "tax_rate": null,
      "receipt_prefix": "", "refund_prefix": "R"}'::jsonb
      || coalesce(site.set -> 'seller', '{}') || jsonb_build_object('language', coalesce(site.set ->> 'language', 'en-us')) AS seller
  FROM site
), money AS (
  SELECT id AS order_id, plan, 'sale' AS kind, amount_minor, paid_at AS issued_at FROM payment_orders
  WHERE paid_at IS NOT NULL
  UNION ALL
  SELECT id, plan, 'refund', refunded_minor, coalesce(
    (SELECT max(occurred_at) FROM payment_refunds r WHERE r.provider = o.provider
       AND r.order_key = CASE o.provider WHEN 'wechat' THEN o.reference ELSE o.transaction_id END), paid_at)
  FROM payment_orders o WHERE paid_at IS NOT NULL AND refunded_minor > 0
), placed AS (
  SELECT money.*, seller, seller ->> (CASE kind WHEN 'sale' THEN 'receipt_prefix' ELSE 'refund_prefix' END) AS prefix,
    extract(year FROM issued_at AT TIME ZONE zone)::int AS year
  FROM money, facts
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY prefix, year ORDER BY issued_at, order_id) AS n FROM placed
), kept AS (
  INSERT INTO receipt_series SELECT prefix, year, max(n) FROM numbered GROUP BY prefix, year
)
INSERT INTO receipts (number, order_id, kind, amount_minor, issued_at, seller, plan_name)
SELECT prefix || year || '-' || n, order_id, kind, amount_minor, issued_at, seller,
  (SELECT name FROM plans WHERE plans.plan = numbered.plan)
FROM numbered ORDER BY issued_at, order_id;
