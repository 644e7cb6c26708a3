-- membership: a sale by card names its discount by Stripe's name.
CREATE UNIQUE INDEX coupons_by_promotion_code ON coupons (promotion_code) WHERE promotion_code IS NOT NULL;
-- Codes that are stopped here and not yet at Stripe.
CREATE INDEX coupons_to_end ON coupons (batch) WHERE promotion_code IS NOT NULL AND NOT active AND promotion_ended_at IS NULL;
