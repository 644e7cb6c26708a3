import * as z from 'zod/mini';
import { defaultLanguage } from '../../shared/languages.ts';
import { givenUuid, languageCode, storable, timestamp, uuid } from '../../shared/wire.ts';
import { listOf, oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { hookEvents, hookKinds, mostConnections } from './rules.ts';

const states = ['on', 'off'] as const;
const connection = z.object({
  id: uuid,
  kind: z.enum(hookKinds),
  address: z.string(),
  events: z.array(z.enum(hookEvents)),
  language: languageCode,
  state: z.enum(states),
  /** Why the site has switched it off; null: it is on, or somebody did. */
  off_because: z.nullable(z.enum(['gone', 'failing'])),
  /** Nothing has come through since then; null: the last that was sent did. */
  failing_since: z.nullable(timestamp),
  chat_id: z.nullable(z.string()),
});
export type ConnectionOnWire = z.infer<typeof connection>;
const madeConnection = z.extend(connection, { secret: z.nullable(z.string()) });

/** How a delivery stands: still to be sent, taken by the receiver, or given up. */
export const deliveryStatuses = ['waiting', 'sent', 'failed'] as const;
const delivery = z.object({
  id: uuid,
  webhook_id: z.string(),
  event: z.string(),
  at: timestamp,
  status: z.enum(deliveryStatuses),
  tries: z.number(),
  /** The status of the receiver's last answer; null: none came. */
  answer: z.nullable(z.number()),
});
export type DeliveryOnWire = z.infer<typeof delivery>;

const address = z.string().check(z.maxLength(2048), storable);
const events = z.array(z.enum(hookEvents)).check(z.minLength(1, 'must have one event at least'));
/** A number, or the name of a public channel. */
const chatId = z
  .pipe(
    z.union([z.string(), z.int()]),
    z.transform((id) => String(id)),
  )
  .check(z.refine((id) => /^(@\w{1,64}|-?\d{1,20})$/.test(id), 'must be a number, or @ and the name of a channel'));
/** Stands in an address. */
const botToken = z.string().check(z.regex(/^[\w:-]{3,200}$/, "must be the token of Telegram's bot"));

const newConnection = z.strictObject({
  kind: z.enum(hookKinds),
  address: z.optional(address),
  events,
  language: z._default(languageCode, defaultLanguage),
  chat_id: z.optional(chatId),
  bot_token: z.optional(botToken),
});
export type NewConnection = z.infer<typeof newConnection>;
const changedConnection = z.strictObject({
  address: z.optional(address),
  events: z.optional(events),
  language: z.optional(languageCode),
  state: z.optional(z.enum(states)),
});
export type ChangedConnection = z.infer<typeof changedConnection>;

const path = '/studio/connections';
const params = z.object({ id: givenUuid });
const sent = oneOf(z.object({ id: uuid, webhook_id: z.string() }));

/** All calls of connections are an owner's. */
export const hookStudioCalls = {
  listConnections: defineStudioCall({
    method: 'GET',
    path,
    summary: 'Where others are told of what happens here',
    right: 'settings',
    answer: listOf(connection),
  }),
  makeConnection: defineStudioCall({
    method: 'POST',
    path,
    summary: 'Tell others of what happens here',
    description: `At most ${mostConnections}. The secret, by which a receiver knows what comes from here, is told this once.`,
    right: 'settings',
    wants: 'sensitive',
    body: newConnection,
    answer: oneOf(madeConnection),
    status: 201,
    failures: [409],
  }),
  changeConnection: defineStudioCall({
    method: 'PATCH',
    path: `${path}/:id`,
    summary: 'Change a connection, or switch it on or off',
    right: 'settings',
    params,
    body: changedConnection,
    answer: oneOf(connection),
    failures: [404],
  }),
  removeConnection: defineStudioCall({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'End a connection, with its deliveries',
    right: 'settings',
    params,
    failures: [404],
  }),
  renewSecret: defineStudioCall({
    method: 'POST',
    path: `${path}/:id/secret`,
    summary: 'Make a new secret; the old one signs as well for 24 hours',
    right: 'settings',
    wants: 'sensitive',
    params,
    answer: oneOf(z.object({ secret: z.string() })),
    failures: [404],
  }),
  testConnection: defineStudioCall({
    method: 'POST',
    path: `${path}/:id/test`,
    summary: 'Send a message to try the connection',
    right: 'settings',
    params,
    answer: sent,
    status: 202,
    failures: [404],
  }),
  listDeliveries: defineStudioCall({
    method: 'GET',
    path: `${path}/:id/deliveries`,
    summary: 'The last 50 deliveries of a connection, the newest first',
    right: 'settings',
    params,
    answer: listOf(delivery),
    failures: [404],
  }),
  sendAgain: defineStudioCall({
    method: 'POST',
    path: `${path}/:id/deliveries/:delivery_id/again`,
    summary: 'Send a delivery again, with its id and content',
    right: 'settings',
    params: z.object({ id: givenUuid, delivery_id: givenUuid }),
    answer: sent,
    status: 202,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    hooksStudio: typeof hookStudioCalls;
  }
}
