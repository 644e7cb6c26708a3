import type { Db } from '../../../server/database/db.ts';
import type { Provider } from '../contract.ts';

/** The reason why an event that we have is not settled. */
export type Unsettled = 'no_order' | 'refund_without_order' | 'handling_failed';

/** The facts about money in an event, so that nobody needs its body for them. */
export interface EventAbout {
  reference: string | null;
  amountMinor: number | null;
  currency: string | null;
}

export interface EventName {
  provider: Provider;
  eventKey: string;
}

export interface NewEvent extends EventName, EventAbout {
  kind: string;
  body: Buffer;
}

/** The outcome of a genuine event that we could not read begins with this word; what the event lacked follows. */
export const unreadOutcome = 'malformed';
/** The outcome of a sale in doubt begins with this word; the doubt follows. */
export const reviewOutcome = 'review';
/** The outcome of a sale of something else than ours, as today's settings have it. */
export const foreignOutcome = 'ignored: foreign_sale';
/** The outcome that an operator gives. */
export const resolvedOutcome = 'resolved';

/** The event is not settled: it has no outcome, or one that a person has to look at. As in the index. */
const isOpen = `(outcome is null or outcome like 'review%' or outcome like 'malformed%')`;

/** Keeps a provider's event once. A repetition finds the first event and returns its outcome; null: it has none yet. */
export async function insertEvent(db: Db, event: NewEvent): Promise<string | null> {
  const { rows } = await db.query<{ outcome: string | null }>(
    `insert into payment_events (provider, event_key, kind, body, reference, amount_minor, currency)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (provider, event_key) do update set tried_at = now()
     returning outcome`,
    [event.provider, event.eventKey, event.kind, event.body, event.reference, event.amountMinor, event.currency],
  );
  return rows[0]?.outcome ?? null;
}

/** Notes the outcome of an event, or why it has none. */
export async function updateEvent(
  db: Db,
  event: EventName & EventAbout & { outcome: string | null; unsettled: Unsettled | null },
): Promise<void> {
  await db.query(
    `update payment_events
     set outcome = $3, unsettled = $4, reference = coalesce($5, reference), amount_minor = coalesce($6, amount_minor),
       currency = coalesce($7, currency), tried_at = now(), settled_at = case when $3::text is not null then now() end
     -- an outcome by hand stays; a sale in review stays there even if no link of ours sells it today
     where provider = $1 and event_key = $2 and outcome is distinct from $8
       and not (coalesce(outcome, '') like 'review%' and $3 = $9)`,
    [
      event.provider,
      event.eventKey,
      event.outcome,
      event.unsettled,
      event.reference,
      event.amountMinor,
      event.currency,
      resolvedOutcome,
      foreignOutcome,
    ],
  );
}

export interface StoredEvent extends EventName {
  id: number;
  body: Buffer;
}

/**
 * Events whose handling was cut short a while ago, and events whose order has come since; the longest wait comes first.
 * They are marked as tried: no other process gets them for a while.
 */
export async function claimUnsettledEvents(db: Db, given: { afterSeconds: number; limit: number }) {
  const { rows } = await db.query<StoredEvent>(
    `update payment_events set tried_at = now() where id in (
       select id from payment_events event
       where outcome is null and body is not null and tried_at < now() - make_interval(secs => $1)
         and (coalesce(unsettled, 'handling_failed') = 'handling_failed' or reference is null
           or exists (select from payment_orders known
                      where known.provider = event.provider and known.reference = event.reference))
       order by tried_at limit $2 for update skip locked)
     returning id, provider, event_key as "eventKey", body`,
    [given.afterSeconds, given.limit],
  );
  return rows;
}

/** Card sales in doubt after the given one, in the order in which they came. */
export async function listDoubtedSales(db: Db, page: { after: number; limit: number }): Promise<StoredEvent[]> {
  const { rows } = await db.query<StoredEvent>(
    `select id, provider, event_key as "eventKey", body from payment_events
     where provider = 'stripe' and outcome like 'review%' and body is not null and id > $1 order by id limit $2`,
    [page.after, page.limit],
  );
  return rows;
}

export interface UnsettledMoney {
  reference: string;
  amountMinor: number | null;
  currency: string | null;
  reason: Unsettled;
}

/**
 * The two seconds: an event that a process handles at this moment was not cut short. No request takes longer in the
 * database.
 */
const isUnsettled = `outcome is null and (unsettled is not null or tried_at < now() - interval '2 seconds')`;

/** Money that belongs to no settled order, by the reference of its event; of several events about it the newest. */
export async function listUnsettled(db: Db): Promise<UnsettledMoney[]> {
  const { rows } = await db.query<UnsettledMoney>(
    `select distinct on (provider, name) name as reference, amount_minor as "amountMinor", currency,
       coalesce(unsettled, 'handling_failed') as reason
     from (select *, coalesce(reference, event_key) as name from payment_events where ${isUnsettled}) as open
     order by provider, name, received_at desc, id desc`,
  );
  return rows;
}

/** When the oldest event came that is not settled; null: all are. */
export async function oldestUnsettled(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select min(received_at) as at from payment_events where ${isUnsettled}`,
  );
  return rows[0]?.at ?? null;
}

export async function countUnsettled(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(distinct (provider, coalesce(reference, event_key))) as count from payment_events where ${isUnsettled}`,
  );
  return rows[0]?.count ?? 0;
}

export interface UnreadEvent {
  eventKey: string;
  kind: string;
  outcome: string;
}

/** Genuine events in a shape that we do not know, oldest first: a person has to read them. */
export async function listUnreadEvents(db: Db): Promise<UnreadEvent[]> {
  const { rows } = await db.query<UnreadEvent>(
    `select event_key as "eventKey", kind, outcome from payment_events
     where outcome like 'malformed%' order by received_at, id limit 1000`,
  );
  return rows;
}

/** Settles by hand the open events with one of these names; returns how many there were. */
export async function resolveEvents(db: Db, names: readonly string[]): Promise<number> {
  const { rowCount } = await db.query(
    `update payment_events set outcome = $2, unsettled = null, settled_at = now()
     where ${isOpen} and (reference = any($1) or event_key = any($1))`,
    [names, resolvedOutcome],
  );
  return rowCount;
}

/** A payment that fits answers the doubts about its order. */
export async function answerReviews(db: Db, order: { provider: Provider; references: readonly string[] }) {
  await db.query(
    `update payment_events set outcome = 'answered', settled_at = now()
     where provider = $1 and reference = any($2) and outcome like 'review%'`,
    [order.provider, order.references],
  );
}

/** The reverse of `answerReviews`: the payment that answered the doubts came to nothing. */
export async function reopenReviews(
  db: Db,
  order: { provider: Provider; references: readonly string[]; reason: string },
) {
  await db.query(
    `update payment_events set outcome = 'review: ' || $3, settled_at = null
     where provider = $1 and reference = any($2) and outcome = 'answered' and body is not null`,
    [order.provider, order.references, order.reason],
  );
}

/** Removes the bodies of events that were settled so many days ago, at most `limit` of them; returns how many. */
export async function deleteOldBodies(db: Db, given: { afterDays: number; limit: number }): Promise<number> {
  const { rowCount } = await db.query(
    `update payment_events set body = null where id in (
       select id from payment_events
       where body is not null and outcome not like 'review%' and outcome not like 'malformed%'
         and coalesce(settled_at, received_at) < now() - make_interval(days => $1)
       order by coalesce(settled_at, received_at) limit $2)`,
    [given.afterDays, given.limit],
  );
  return rowCount;
}

export async function insertNote(db: Db, given: { reference: string; note: string }): Promise<void> {
  await db.query('insert into payment_notes (reference, note) values ($1, $2)', [given.reference, given.note]);
}

/** Keeps the result of a slow check, so that every process can show it. */
export async function updateFigure(db: Db, figure: { name: string; value: number }): Promise<void> {
  await db.query(
    `insert into payment_figures (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value, counted_at = now()`,
    [figure.name, figure.value],
  );
}

export async function findFigure(db: Db, name: string): Promise<number> {
  const { rows } = await db.query<{ value: number }>('select value from payment_figures where name = $1', [name]);
  return rows[0]?.value ?? 0;
}
