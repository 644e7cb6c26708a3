import * as z from 'zod/mini';
import { audiences, byLanguage, textByLanguage } from '../../shared/site-settings.ts';
import { storable, timestamp, uuid } from '../../shared/wire.ts';
import { listOf, oneOf } from '../studio/contract.ts';
import { defineStudioCall } from '../studio/rules.ts';
import { announcementKinds, limits } from './rules.ts';

const announcement = z.object({
  announcement_id: uuid,
  text: byLanguage(z.string()),
  from: timestamp,
  until: z.nullable(timestamp),
  audience: z.enum(audiences),
  kind: z.enum(announcementKinds),
  /** Whether all who are to have it in their inbox have it; null: nobody is. */
  told: z.nullable(z.boolean()),
});
export type AnnouncementRow = z.infer<typeof announcement>;

const time = z.string().check(z.maxLength(100), storable);
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const text = textByLanguage(limits.text);
const timesAndReaders = {
  /** Null: from now on, and without end. */
  from: optional(time),
  until: optional(time),
};
const newAnnouncement = z.strictObject({
  text,
  ...timesAndReaders,
  audience: z._default(z.enum(audiences), 'all'),
  kind: z._default(z.enum(announcementKinds), 'bar'),
});
export type NewAnnouncement = z.infer<typeof newAnnouncement>;
const changedAnnouncement = z.strictObject({
  text: z.optional(text),
  ...timesAndReaders,
  audience: z.optional(z.enum(audiences)),
  kind: z.optional(z.enum(announcementKinds)),
});
export type ChangedAnnouncement = z.infer<typeof changedAnnouncement>;
/** Any text: what is no UUID names nothing, and gets the same answer. */
const params = z.object({ announcement_id: z.string() });

export const announcementStudioCalls = {
  listAnnouncements: defineStudioCall({
    method: 'GET',
    path: '/studio/announcements',
    summary: 'What is announced, was and will be, the last first',
    right: 'books',
    answer: listOf(announcement),
  }),
  makeAnnouncement: defineStudioCall({
    method: 'POST',
    path: '/studio/announcements',
    summary: 'Announce something to readers, now or later',
    description: `Links are written as [words](address); all else is text. At most ${limits.atOnce} at a time.`,
    right: 'books',
    body: newAnnouncement,
    answer: oneOf(announcement),
    status: 201,
    failures: [409],
  }),
  changeAnnouncement: defineStudioCall({
    method: 'PUT',
    path: '/studio/announcements/:announcement_id',
    summary: 'Change an announcement',
    description: 'What is not given stays. An inbox has the text as it is when it is read; nobody is told twice.',
    right: 'books',
    params,
    body: changedAnnouncement,
    answer: oneOf(announcement),
    failures: [404, 409],
  }),
  removeAnnouncement: defineStudioCall({
    method: 'DELETE',
    path: '/studio/announcements/:announcement_id',
    summary: 'Take an announcement back, with what nobody has read of it yet',
    right: 'books',
    params,
    failures: [404],
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    announcementsStudio: typeof announcementStudioCalls;
  }
}
