import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import {
  givenUuid,
  languageCode,
  languageQuery,
  pageNumber,
  pageSize,
  storable,
  timestamp,
  uuid,
} from '../../shared/wire.ts';
import { type NoticeKind, noticeKinds } from './rules.ts';

export const noticeKind = z.enum(noticeKinds);

/** What a user is told. The optional fields are those of its kind. */
export const notice = z.object({
  id: uuid,
  kind: noticeKind,
  created_at: timestamp,
  read_at: z.nullable(timestamp),
  href: z.string(),
  book_uuid: z.optional(uuid),
  book_title: z.optional(z.string()),
  /** The first of the new chapters; `count` is of all, and `locked` says that the caller may not read it now. */
  chapter_uuid: z.optional(uuid),
  chapter_number: z.optional(z.number()),
  label: z.optional(z.nullable(z.string())),
  title: z.optional(z.string()),
  /** For a device that shows the notice: of one notice alone. */
  cover_image: z.optional(z.string()),
  count: z.optional(z.number()),
  locked: z.optional(z.boolean()),
  username: z.optional(z.nullable(z.string())),
  /** In minor units of the currency. */
  amount: z.optional(z.number()),
  currency: z.optional(z.string()),
  order_id: z.optional(uuid),
  /** How far the gift has come. */
  step: z.optional(z.enum(['ready', 'redeemed'])),
  expire_at: z.optional(timestamp),
});
export type Notice = z.infer<typeof notice>;

const inboxQuery = z.object({
  language: languageQuery,
  page: z._default(pageNumber, 0),
  page_size: z._default(pageSize, 10),
});
const inboxAnswer = z.object({ result: z.array(notice), total: z.number(), unread: z.number() });
const noticeParams = z.object({ id: givenUuid });
const unreadAnswer = z.object({ result: z.object({ unread: z.number() }) });
const mostIds = 100;
/** One of the two. */
const readBody = z.union([
  z.object({ ids: z.array(givenUuid).check(z.maxLength(mostIds)), all: z.optional(z.never()) }),
  z.object({ all: z.literal(true), ids: z.optional(z.never()) }),
]);

const kindsOf = <T extends z.ZodMiniType>(value: T) => {
  const kinds = Object.fromEntries(noticeKinds.map((kind) => [kind, value]));
  return z.strictObject(kinds as Record<NoticeKind, T>); // each kind is there
};
const noticeSettings = z.object({ kinds: kindsOf(z.object({ inbox: z.boolean(), push: z.boolean() })) });
export type NoticeSettings = z.infer<typeof noticeSettings>;
const givenSettings = z.strictObject({
  kinds: kindsOf(z.optional(z.strictObject({ inbox: z.optional(z.boolean()), push: z.optional(z.boolean()) }))),
});
export type GivenNoticeSettings = z.infer<typeof givenSettings>;
const settingsAnswer = z.object({ result: noticeSettings });

export const noticeCalls = {
  list: defineCall({
    method: 'GET',
    path: '/user/inbox',
    who: 'user',
    summary: 'What the caller was told, newest first',
    description: 'Of the last 90 days, the newest 500. Of chapters that readers do not see any more nothing is told.',
    query: inboxQuery,
    answer: inboxAnswer,
  }),
  get: defineCall({
    method: 'GET',
    path: '/user/inbox/:id',
    who: 'user',
    summary: 'A notice of the caller',
    params: noticeParams,
    query: z.object({ language: languageQuery }),
    answer: z.object({ result: notice }),
    failures: [404],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/user/inbox/:id',
    who: 'user',
    summary: "Take a notice out of the caller's inbox",
    params: noticeParams,
    failures: [404],
  }),
  countUnread: defineCall({
    method: 'GET',
    path: '/user/inbox/unread',
    who: 'user',
    summary: 'How many notices the caller has not read',
    answer: unreadAnswer,
  }),
  markRead: defineCall({
    method: 'POST',
    path: '/user/inbox/read',
    who: 'user',
    summary: 'Mark notices as read, or all of them',
    description: `At most ${mostIds} ids; those of others change nothing.`,
    body: readBody,
    answer: unreadAnswer,
  }),
  getSettings: defineCall({
    method: 'GET',
    path: '/user/notices/settings',
    who: 'user',
    summary: 'Where the caller wants to be told of what',
    answer: settingsAnswer,
  }),
  saveSettings: defineCall({
    method: 'PUT',
    path: '/user/notices/settings',
    who: 'user',
    summary: 'Say where the caller wants to be told of what',
    description: 'What is not sent stays. Payments and membership stay in the inbox.',
    body: givenSettings,
    answer: settingsAnswer,
  }),
};

/** A browser that its user is told on; who else could tell it things stays with the server. */
export const pushDevice = z.object({ id: uuid, device: z.string(), language: languageCode, created_at: timestamp });
export type PushDevice = z.infer<typeof pushDevice>;

/** As a browser gives its PushSubscription; `addEndpoint` says what is wrong with an endpoint or its keys. */
const givenDevice = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  language: languageCode,
  device: z.optional(z.string().check(storable)),
});
export type GivenDevice = z.infer<typeof givenDevice>;

export const pushCalls = {
  list: defineCall({
    method: 'GET',
    path: '/user/push',
    who: 'user',
    summary: 'The devices on which the caller is told',
    answer: z.object({ result: z.array(pushDevice) }),
  }),
  add: defineCall({
    method: 'POST',
    path: '/user/push',
    who: 'user',
    summary: 'Tell the caller on a device, by Web Push',
    description:
      'It ends with this session. A known endpoint moves to the caller, and the answer is 200. Of more than ten the ' +
      'oldest go.',
    body: givenDevice,
    answer: z.object({ result: z.object({ id: uuid }) }),
    status: 201,
    repeats: true,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/user/push/:id',
    who: 'user',
    summary: 'Tell the caller no more on a device',
    params: z.object({ id: givenUuid }),
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    notices: typeof noticeCalls;
    push: typeof pushCalls;
  }
}
