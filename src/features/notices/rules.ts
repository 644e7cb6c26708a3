/** What users are told of (spec: notices.md#inbox-calls). */
export const noticeKinds = [
  'new_chapter',
  'reply',
  'membership_ending',
  'membership_ended',
  'payment_received',
  'payment_refunded',
  'gift',
  'news',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Where a user wants to be told of things of a kind. */
export interface Places {
  inbox: boolean;
  push: boolean;
}

/** Kinds that always stay in the inbox. */
const keptInInbox: ReadonlySet<NoticeKind> = new Set([
  'membership_ending',
  'membership_ended',
  'payment_received',
  'payment_refunded',
]);

export function mayLeaveInbox(kind: NoticeKind): boolean {
  return !keptInInbox.has(kind);
}

/** Kinds of which a user chooses where they come; nothing makes replies yet. */
export const kindsToChoose = noticeKinds.filter((kind) => kind !== 'reply');

/** How long notices are kept, and how many of a user's newest. */
export const kept = { days: 90, newest: 500 };
