-- The orders of before are held against the constraint of 0026, while everybody reads and writes.
ALTER TABLE payment_orders VALIDATE CONSTRAINT payment_orders_plan_fkey;
