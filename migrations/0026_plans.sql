-- payments: what is sold. `month` and `season` are always there.
CREATE TABLE plans (
  plan text PRIMARY KEY CHECK (plan ~ '^[a-z][a-z0-9_-]{1,31}$'),
  months smallint NOT NULL CHECK (months BETWEEN 1 AND 36),
  amount_minor integer NOT NULL CHECK (amount_minor BETWEEN 1 AND 1000000), -- fen, at WeChat Pay
  name jsonb NOT NULL, -- by language
  position integer NOT NULL, -- the lowest stands first
  active boolean NOT NULL DEFAULT true,
  card_set_at timestamptz, -- when its card was first set, or set to none; null: STRIPE_BUTTONS serves it
  created_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO plans (plan, months, amount_minor, position, name) VALUES
  ('month', 1, 1000, 1, '{"en-us": "Month card", "zh-cn": "月卡", "fr-fr": "Carte mensuelle", "es-es": "Tarjeta mensual", "ar-sa": "بطاقة شهرية"}'),
  ('season', 3, 2700, 2, '{"en-us": "Season card", "zh-cn": "季卡", "fr-fr": "Carte trimestrielle", "es-es": "Tarjeta trimestral", "ar-sa": "بطاقة ربع سنوية"}');

-- payments: the card button of a plan, and those that it had: a sale may fit a price that is over by now.
CREATE TABLE plan_cards (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  plan text NOT NULL REFERENCES plans ON DELETE CASCADE,
  payment_link text NOT NULL,
  buy_button_id text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  since timestamptz NOT NULL DEFAULT now(),
  until timestamptz -- null: in force
);
CREATE UNIQUE INDEX plan_cards_in_force ON plan_cards (plan) WHERE until IS NULL;

-- The key to `plans` makes it safe to remove a plan while somebody orders it. Not checked yet, so that nobody waits long
-- for this lock.
ALTER TABLE payment_orders DROP CONSTRAINT payment_orders_plan_check;
ALTER TABLE payment_orders ADD CONSTRAINT payment_orders_plan_fkey FOREIGN KEY (plan) REFERENCES plans NOT VALID;
ALTER TABLE payment_orders ADD COLUMN full_amount_minor bigint; -- the plan's price; null: the amount
ALTER TABLE payment_orders ADD COLUMN coupon_id uuid; -- the discount: held while the order can be paid, spent once it was
ALTER TABLE payment_orders ADD COLUMN is_gift boolean NOT NULL DEFAULT false;
CREATE INDEX payment_orders_by_coupon ON payment_orders (coupon_id, user_id) WHERE coupon_id IS NOT NULL;
CREATE INDEX payment_orders_by_plan ON payment_orders (plan);

-- A coupon gives time, or lowers the price of an order; a gift's coupon names the order that was paid for it.
ALTER TABLE coupons DROP CONSTRAINT coupons_check1;
ALTER TABLE coupons ADD COLUMN percent smallint CHECK (percent BETWEEN 1 AND 90);
ALTER TABLE coupons ADD COLUMN amount_minor integer CHECK (amount_minor BETWEEN 1 AND 1000000); -- fen
ALTER TABLE coupons ADD COLUMN plan text; -- the only plan that it lowers; null: any
ALTER TABLE coupons ADD COLUMN gift_cause text UNIQUE;
ALTER TABLE coupons ADD COLUMN gift_ended_at timestamptz; -- when its money went back
ALTER TABLE coupons ADD COLUMN note text; -- the operator's words about its batch
ALTER TABLE coupons ADD CONSTRAINT coupons_gives_check CHECK (
  num_nonnulls(months, days, percent, amount_minor) = 1 AND (plan IS NULL OR num_nonnulls(months, days) = 0));
