-- payments: who reads the books asks of each order which other was given up for it.
CREATE INDEX payment_orders_by_successor ON payment_orders (superseded_by) WHERE superseded_by IS NOT NULL;
