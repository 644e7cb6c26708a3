import * as z from 'zod/mini';
import { defineCall } from '../../shared/calls.ts';
import { languageQuery, uuid } from '../../shared/wire.ts';

const shownAnnouncement = z.object({
  announcement_id: uuid,
  /** As it was written, with links as `[words](address)`. */
  text: z.string(),
  /** The same in pieces: words, and links with theirs. */
  pieces: z.array(z.object({ text: z.string(), href: z.optional(z.string()) })),
});
export type ShownAnnouncement = z.infer<typeof shownAnnouncement>;

export const announcementCalls = {
  listAnnouncements: defineCall({
    method: 'GET',
    path: '/user/announcements',
    who: 'user',
    summary: 'What is announced to the caller above the pages, at this moment',
    query: z.object({ language: languageQuery }),
    answer: z.object({ result: z.array(shownAnnouncement) }),
  }),
};

declare module '../../shared/calls.ts' {
  interface DeclaredCalls {
    announcements: typeof announcementCalls;
  }
}
