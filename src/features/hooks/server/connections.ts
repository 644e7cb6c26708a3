import { randomUUID } from 'node:crypto';
import { type Db, type DbPool, withTransaction } from '../../../server/database/db.ts';
import { limitReached, notFound, wrongFields } from '../../../server/http/errors.ts';
import { leadsInwards, readOutward } from '../../../server/http/outward-address.ts';
import { type Maker, writeAudit } from '../../studio/server/audit.ts';
import {
  type HookKind,
  listedDeliveries,
  mostConnections,
  oldSecretHours,
  telegramAddress,
  testEvent,
} from '../rules.ts';
import type { ChangedConnection, ConnectionOnWire, DeliveryOnWire, NewConnection } from '../studio-contract.ts';
import {
  type Connection,
  type DeliveryRow,
  deleteConnection,
  endDeliveries,
  insertConnection,
  insertDeliveries,
  lockConnections,
  renewDelivery,
  selectConnections,
  selectDeliveries,
  updateConnection,
  updateSecret,
} from './queries.ts';
import { type SenderDeps, webhookIdOf } from './sending.ts';
import { makeSecret } from './sign.ts';
import { deliveriesOf } from './tell.ts';

export type ConnectionDeps = Pick<SenderDeps, 'loopback' | 'resolve' | 'seal'>;

/** All connections, the oldest first. */
export async function listConnections(db: Db): Promise<ConnectionOnWire[]> {
  return (await selectConnections(db)).map(present);
}

/** Makes a connection and tells its secret, once; rejects with 400 for an address that leads inwards, 409 for too many. */
export async function makeConnection(
  db: DbPool,
  deps: ConnectionDeps,
  { body, by }: { body: NewConnection; by: Maker },
): Promise<ConnectionOnWire & { secret: string | null }> {
  const { kind, events, language, chat_id: chatId = null, bot_token: botToken } = body;
  requireFields(body);
  const address = await requireAddress(deps, { kind, address: body.address ?? telegramAddress });
  const id = randomUUID();
  const secret = kind === 'standard' ? makeSecret() : null;
  const kept = secret ?? botToken ?? null;
  return withTransaction(db, async (tx) => {
    await lockConnections(tx);
    if ((await selectConnections(tx)).length >= mostConnections) throw limitReached();
    await insertConnection(tx, {
      ...{ id, kind, address, events: [...new Set(events)], language, chatId },
      secret: kept === null ? null : deps.seal.seal(kept, id),
    });
    const made = await requireConnection(tx, id);
    await audit(tx, { by, action: 'connection.make', connection: made, before: null, after: told(made) });
    return { ...present(made), secret };
  });
}

/** Changes what is given of a connection; rejects with 404, and with 400 as above. */
export async function changeConnection(
  db: DbPool,
  deps: ConnectionDeps,
  { id, change, by }: { id: string; change: ChangedConnection; by: Maker },
): Promise<ConnectionOnWire> {
  const { kind } = await requireConnection(db, id);
  const address = change.address === undefined ? null : await requireAddress(deps, { kind, address: change.address });
  return withTransaction(db, async (tx) => {
    await lockConnections(tx);
    const before = await requireConnection(tx, id);
    const { events = before.events, language = before.language, state } = change;
    await updateConnection(tx, {
      ...before,
      ...{ address: address ?? before.address, events: [...new Set(events)], language },
      isOn: state === undefined ? before.isOn : state === 'on',
    });
    if (state === 'off') await endDeliveries(tx, id);
    const after = await requireConnection(tx, id);
    await audit(tx, { by, action: 'connection.edit', connection: after, before: told(before), after: told(after) });
    return present(after);
  });
}

/** Ends a connection; rejects with 404. */
export function removeConnection(db: DbPool, { id, by }: { id: string; by: Maker }): Promise<void> {
  return withTransaction(db, async (tx) => {
    await lockConnections(tx);
    const gone = await requireConnection(tx, id);
    await deleteConnection(tx, id);
    await audit(tx, { by, action: 'connection.delete', connection: gone, before: told(gone), after: null });
  });
}

/** Makes a new secret and tells it, once; rejects with 404, and with 400 for a connection that signs nothing. */
export function renewSecret(
  db: DbPool,
  { seal }: Pick<ConnectionDeps, 'seal'>,
  { id, by }: { id: string; by: Maker },
): Promise<string> {
  return withTransaction(db, async (tx) => {
    await lockConnections(tx);
    const connection = await requireConnection(tx, id);
    if (connection.kind !== 'standard')
      throw wrongFields([{ path: 'id', code: 'custom', message: 'only what is signed has a secret' }]);
    const secret = makeSecret();
    await updateSecret(tx, { id, secret: seal.seal(secret, id), oldHours: oldSecretHours });
    await audit(tx, { by, action: 'connection.renew', connection });
    return secret;
  });
}

/** Sends a message to try a connection, also one that is off; rejects with 404. */
export async function testConnection(
  db: DbPool,
  { publicUrl }: { publicUrl: string },
  { id, now }: { id: string; now: Date },
): Promise<Sent> {
  const connection = await requireConnection(db, id);
  const tested = { event: testEvent, at: now, things: [], facts: { connection_id: id } } as const;
  const [sent = ''] = await insertDeliveries(db, deliveriesOf(tested, connection, publicUrl));
  return presentSent(sent);
}

/** The last deliveries of a connection, the newest first; rejects with 404. */
export async function listDeliveries(db: Db, connectionId: string): Promise<DeliveryOnWire[]> {
  await requireConnection(db, connectionId);
  return (await selectDeliveries(db, { connectionId, limit: listedDeliveries })).map(presentDelivery);
}

/** Sends a delivery again, also to a connection that is off; rejects with 404. */
export async function sendAgain(db: Db, given: { connectionId: string; id: string }): Promise<Sent> {
  if (!(await renewDelivery(db, given))) throw notFound();
  return presentSent(given.id);
}

interface Sent {
  id: string;
  webhook_id: string;
}

const presentSent = (id: string): Sent => ({ id, webhook_id: webhookIdOf(id) });

async function requireConnection(db: Db, id: string): Promise<Connection> {
  const connection = (await selectConnections(db)).find((each) => each.id === id);
  if (!connection) throw notFound();
  return connection;
}

/** Rejects with 400 where what a kind needs is missing, or something is there that it has no use for. */
function requireFields({ kind, address, chat_id, bot_token }: NewConnection): void {
  const isTelegram = kind === 'telegram';
  const faults = [
    { path: 'address', isWrong: address === undefined && !isTelegram },
    { path: 'chat_id', isWrong: (chat_id !== undefined) !== isTelegram },
    { path: 'bot_token', isWrong: (bot_token !== undefined) !== isTelegram },
  ].filter(({ isWrong }) => isWrong);
  if (faults.length === 0) return;
  const message = isTelegram ? 'Telegram needs it' : `${kind} has another form`;
  throw wrongFields(faults.map(({ path }) => ({ path, code: 'custom', message })));
}

/** Rejects with 400 for an address that is none, or that leads inwards by now. */
async function requireAddress(
  { loopback, resolve }: ConnectionDeps,
  { kind, address }: { kind: HookKind; address: string },
): Promise<string> {
  const url = readOutward(address, { loopback });
  // The token and the method stand behind the address of Telegram's API.
  const isPlain = kind !== 'telegram' || (url?.search === '' && url.hash === '');
  if (!url || !isPlain || (await leadsInwards(url, resolve))) {
    const message = 'must be an address with https, on port 443, that everybody can reach';
    throw wrongFields([{ path: 'address', code: 'custom', message }]);
  }
  return kind === 'telegram' ? address.replace(/\/+$/, '') : address;
}

function present(connection: Connection): ConnectionOnWire {
  const { id, kind, address, events, language, isOn, offBecause, failingSince, chatId } = connection;
  return {
    ...{ id, kind, address, events, language },
    state: isOn ? 'on' : 'off',
    off_because: offBecause,
    failing_since: failingSince?.toISOString() ?? null,
    chat_id: chatId,
  };
}

function presentDelivery({ id, event, createdAt, tries, sentAt, answer, isDue }: DeliveryRow): DeliveryOnWire {
  return {
    ...presentSent(id),
    ...{ event, tries, answer },
    at: createdAt.toISOString(),
    status: isDue ? 'waiting' : sentAt ? 'sent' : 'failed',
  };
}

/** What the audit keeps: of the address the host alone, since some hold a secret. */
function told({ kind, address, events, language, isOn }: Connection) {
  return { kind, name: new URL(address).host, events: events.join(', '), language, state: isOn ? 'on' : 'off' };
}

function audit(
  tx: Db,
  { connection, ...change }: Omit<Parameters<typeof writeAudit>[1], 'target' | 'isUnseen'> & { connection: Connection },
): Promise<void> {
  const target = { kind: 'connection' as const, id: connection.id, name: new URL(connection.address).host };
  return writeAudit(tx, { ...change, target, isUnseen: true });
}
