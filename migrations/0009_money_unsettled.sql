-- What providers told and nobody took up is listed until it is settled, and what was settled long ago loses its raw body.

-- payments: what an event names and brings, beside its body, which goes one day.
ALTER TABLE payment_events
  ALTER COLUMN body DROP NOT NULL,
  ADD COLUMN reference text,
  ADD COLUMN amount_minor bigint,
  ADD COLUMN currency text,
  ADD COLUMN unsettled text CHECK (unsettled IN ('no_order', 'refund_without_order', 'handling_failed')),
  ADD COLUMN tried_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN settled_at timestamptz;

-- Few rows, found by one reading of the table. What writes to it meanwhile is a provider's call, which is made again.
CREATE INDEX payment_events_open ON payment_events (provider, reference)
  WHERE outcome IS NULL OR outcome LIKE 'review%' OR outcome LIKE 'malformed%';
CREATE INDEX payment_events_with_body ON payment_events ((coalesce(settled_at, received_at)))
  WHERE body IS NOT NULL AND outcome NOT LIKE 'review%' AND outcome NOT LIKE 'malformed%';

-- payments: what an operator noted where money was settled by hand.
CREATE TABLE payment_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  reference text NOT NULL,
  note text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- payments: what a check that takes its time last counted, for every process to show.
CREATE TABLE payment_figures (
  name text PRIMARY KEY,
  value bigint NOT NULL,
  counted_at timestamptz NOT NULL DEFAULT now()
);
