import type { Db } from '../../../server/database/db.ts';
import { type Retention, whereOver } from '../../../server/jobs/retention.ts';
import type { Language } from '../../../shared/languages.ts';
import type { HookEvent, HookKind } from '../rules.ts';

export interface Connection {
  id: string;
  kind: HookKind;
  address: string;
  events: HookEvent[];
  language: Language;
  isOn: boolean;
  offBecause: 'gone' | 'failing' | null;
  failingSince: Date | null;
  chatId: string | null;
  createdAt: Date;
}

/** All connections, the oldest first. */
export async function selectConnections(db: Db): Promise<Connection[]> {
  const { rows } = await db.query<Connection>(
    `select id, kind, address, events, language, is_on as "isOn", off_because as "offBecause",
       failing_since as "failingSince", chat_id as "chatId", created_at as "createdAt"
     from hook_connections order by created_at, id`,
  );
  return rows;
}

/** Keeps others from changing the connections until the transaction ends. */
export async function lockConnections(tx: Db): Promise<void> {
  await tx.query('lock table hook_connections in share row exclusive mode');
}

export async function insertConnection(
  tx: Db,
  given: Pick<Connection, 'id' | 'kind' | 'address' | 'events' | 'language' | 'chatId'> & { secret: Buffer | null },
): Promise<void> {
  const { id, kind, address, events, language, chatId, secret } = given;
  await tx.query(
    `insert into hook_connections (id, kind, address, events, language, chat_id, secret)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, kind, address, events, language, chatId, secret],
  );
}

/** Stores what may be changed of a connection; one that is switched on or leads elsewhere is as good as new. */
export async function updateConnection(tx: Db, changed: Connection): Promise<void> {
  const { id, address, events, language, isOn } = changed;
  await tx.query(
    `update hook_connections set address = $2, events = $3, language = $4, is_on = $5,
       off_because = case when is_on = $5 then off_because end,
       failing_since = case when is_on = $5 and address = $2 then failing_since end,
       rests_until = case when is_on = $5 and address = $2 then rests_until end
     where id = $1`,
    [id, address, events, language, isOn],
  );
}

/** What was still to be sent to a connection is not sent any more. */
export async function endDeliveries(tx: Db, connectionId: string): Promise<void> {
  await tx.query('update hook_deliveries set due_at = null where connection_id = $1 and due_at is not null', [
    connectionId,
  ]);
}

export async function deleteConnection(tx: Db, id: string): Promise<void> {
  await tx.query('delete from hook_connections where id = $1', [id]);
}

/** Replaces the secret of a connection; the old one holds for so many hours more. */
export async function updateSecret(tx: Db, given: { id: string; secret: Buffer; oldHours: number }): Promise<void> {
  await tx.query(
    `update hook_connections set secret = $2, old_secret = secret, old_until = now() + make_interval(hours => $3)
     where id = $1`,
    [given.id, given.secret, given.oldHours],
  );
}

/** How many connections the site has switched off, and nobody has looked at since. */
export async function countSwitchedOff(db: Db): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from hook_connections where off_because is not null',
  );
  return rows[0]?.count ?? 0;
}

export interface NotedEvent {
  id: number;
  type: HookEvent;
  at: Date;
  release: string;
  bookId: string | null;
  chapterId: string | null;
  facts: Record<string, unknown>;
}

/** Notes the memberships that have ended by time alone. */
export async function noteEndedMembers(tx: Db): Promise<void> {
  await tx.query('select note_ended_members()');
}

/** True: nobody else tells connections of events until the transaction ends. */
export async function tryToTellAlone(tx: Db): Promise<boolean> {
  const { rows } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('longstrip hooks')) as mine`,
  );
  return rows[0]?.mine ?? false;
}

/** The oldest events that nobody was told of, so many or more: those that make one message are not torn apart. */
export async function selectUntold(tx: Db, limit: number): Promise<NotedEvent[]> {
  const { rows } = await tx.query<NotedEvent>(
    `with first as (
       select release, min(id) as place from (
         select id, release from hook_events where told_at is null order by id limit $1) oldest group by release)
     select e.id, e.type, e.at, e.release, e.book_id as "bookId", e.chapter_id as "chapterId", e.facts
     from first join hook_events e on e.release = first.release and e.told_at is null
     order by first.place, e.id`,
    [limit],
  );
  return rows;
}

export async function noteTold(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.query('update hook_events set told_at = now() where id = any($1::bigint[])', [ids]);
}

export interface NewDelivery {
  connectionId: string;
  event: string;
  body: string;
}

/** Notes what is to be sent, in that order; returns the ids. */
export async function insertDeliveries(tx: Db, deliveries: readonly NewDelivery[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into hook_deliveries (connection_id, event, body)
     select given."connectionId", given.event, given.body
     from rows from (jsonb_to_recordset($1::jsonb) as ("connectionId" uuid, event text, body text))
       with ordinality as given("connectionId", event, body, place)
     order by given.place returning id`,
    [JSON.stringify(deliveries)],
  );
  return rows.map(({ id }) => id);
}

export interface DeliveryRow {
  id: string;
  event: string;
  createdAt: Date;
  tries: number;
  sentAt: Date | null;
  answer: number | null;
  isDue: boolean;
}

/** The last deliveries of a connection, the newest first. */
export async function selectDeliveries(db: Db, asked: { connectionId: string; limit: number }): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>(
    `select id, event, created_at as "createdAt", tries, sent_at as "sentAt", answer, due_at is not null as "isDue"
     from hook_deliveries where connection_id = $1 order by place desc limit $2`,
    [asked.connectionId, asked.limit],
  );
  return rows;
}

/** Sends a delivery again from its first try on; false: the connection has no such one. */
export async function renewDelivery(db: Db, given: { connectionId: string; id: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    `with woken as (update hook_connections set rests_until = null where id = $1)
     update hook_deliveries set tries = 0, sent_at = null, due_at = clock_timestamp()
     where connection_id = $1 and id = $2`,
    [given.connectionId, given.id],
  );
  return rowCount === 1;
}

/** The connections to which something is due, unless their receivers want nothing now. */
export async function selectDueConnections(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from hook_connections c
     where (rests_until is null or rests_until <= now())
       and exists (select from hook_deliveries d where d.connection_id = c.id and d.due_at <= now())`,
  );
  return rows.map(({ id }) => id);
}

/** A delivery with what is needed to send it. */
export interface DueDelivery extends Pick<Connection, 'kind' | 'address'> {
  id: string;
  connectionId: string;
  body: string;
  tries: number;
  secret: Buffer | null;
  /** One that has just been replaced. */
  oldSecret: Buffer | null;
}

/** What is due to a connection, what was due first before the rest, unless its receiver wants nothing now. */
export async function selectDue(db: Db, given: { connectionId: string; limit: number }): Promise<DueDelivery[]> {
  const { rows } = await db.query<DueDelivery>(
    `select d.id, d.connection_id as "connectionId", d.body, d.tries, c.kind, c.address, c.secret,
       case when c.old_until > now() then c.old_secret end as "oldSecret"
     from hook_deliveries d join hook_connections c on c.id = d.connection_id
     where d.connection_id = $1 and d.due_at <= now() and (c.rests_until is null or c.rests_until <= now())
     order by d.due_at, d.place limit $2`,
    [given.connectionId, given.limit],
  );
  return rows;
}

/** What a connection has taken, with the statuses of its answers. */
export async function noteSent(
  db: Db,
  given: { connectionId: string; sent: readonly { id: string; answer: number }[] },
): Promise<void> {
  await db.query(
    {
      name: 'hooks-note-sent',
      text: `
        with sent as (
          update hook_deliveries d set tries = d.tries + 1, answer = g.answer, sent_at = now(), due_at = null
          from unnest($2::uuid[], $3::integer[]) as g(id, answer) where d.id = g.id)
        update hook_connections set failing_since = null where id = $1 and failing_since is not null`,
    },
    [given.connectionId, given.sent.map(({ id }) => id), given.sent.map(({ answer }) => answer)],
  );
}

/**
 * A try has failed: it is tried again after so many seconds, unless that is null or the connection is off. `restS`: the
 * receiver wants nothing at all for so long; then it stays the first that waits.
 */
export async function noteFailed(
  db: Db,
  given: DueDelivery & { answer: number | null; seconds: number | null; restS: number },
): Promise<void> {
  await db.query(
    `with failing as (
       update hook_connections set failing_since = coalesce(failing_since, now()),
         rests_until = case when $5 > 0 then now() + make_interval(secs => $5) else rests_until end
       where id = $2)
     update hook_deliveries d set tries = d.tries + 1, answer = $3,
       due_at = case when not c.is_on or $4::float8 is null then null when $5 > 0 then d.due_at
                     else now() + make_interval(secs => $4) end
     from hook_connections c where d.id = $1 and c.id = $2`,
    [given.id, given.connectionId, given.answer, given.seconds, given.restS],
  );
}

/** Switches a connection off that is gone, or has failed for so many days, with all that is still to be sent to it. */
export async function switchOff(
  db: Db,
  given: { connectionId: string; because: 'gone' | 'failing'; days: number },
): Promise<void> {
  await db.query(
    `with off as (
       update hook_connections set is_on = false, off_because = $2
       where id = $1 and is_on and ($2 = 'gone' or failing_since <= now() - make_interval(days => $3)) returning id)
     update hook_deliveries d set due_at = null from off where d.connection_id = off.id and d.due_at is not null`,
    [given.connectionId, given.because, given.days],
  );
}

const dayMs = 24 * 60 * 60 * 1000;
/** What is told is kept longer than it may be noticed a second time. */
const keptDays = { hook_events: 14, hook_deliveries: 30 };

export const hookRetentions: readonly Retention[] = [
  whereOver({
    ...{ table: 'hook_events', by: 'at', over: 'at <= $1' },
    limitOf: (now) => new Date(now.getTime() - keptDays.hook_events * dayMs),
  }),
  whereOver({
    ...{ table: 'hook_deliveries', by: 'created_at', over: 'created_at <= $1' },
    limitOf: (now) => new Date(now.getTime() - keptDays.hook_deliveries * dayMs),
  }),
];
