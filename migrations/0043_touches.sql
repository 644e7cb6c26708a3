-- numbers: where somebody came from who registered (without order_id) or bought. Readers' browsers keep it until then.
CREATE TABLE touches (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid REFERENCES users ON DELETE CASCADE, -- null: the buyer's account was deleted
  order_id uuid UNIQUE,
  first jsonb,
  last jsonb
);
CREATE UNIQUE INDEX touches_of_sign_up ON touches (user_id) WHERE order_id IS NULL;
CREATE INDEX touches_of_user ON touches (user_id);
