-- payments: a plan is sold by card through a button, or through a plain link to Stripe's page.
ALTER TABLE plan_cards ADD COLUMN url text, ADD COLUMN button boolean NOT NULL DEFAULT true,
  ALTER COLUMN buy_button_id DROP NOT NULL;
-- membership: the ways of paying that a discount is for, the currency of its sum (null: CNY), and its code at Stripe.
ALTER TABLE coupons ADD COLUMN ways text[] NOT NULL DEFAULT '{wechat}', ADD COLUMN currency text,
  ADD COLUMN promotion_code text, ADD COLUMN promotion_ended_at timestamptz;
