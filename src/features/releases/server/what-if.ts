import type { Db } from '../../../server/database/db.ts';
import { type AccessFacts, decideAccess, mergeWindows } from '../../catalog/access.ts';
import {
  type BookRules,
  listAccessFacts,
  listWindowsOf,
  readBookRules,
} from '../../catalog/server/dates/publication.ts';

const days = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** How often a chapter was begun, and how often its lock was seen, in an hour. */
export interface ChapterHour {
  chapterId: string;
  hour: Date;
  isMember: boolean;
  starts: number;
  locks: number;
}

/** The hours of a book's published chapters from a moment on; reading counts them. */
export type HoursOf = (db: Db, asked: { bookId: string; from: Date }) => Promise<ChapterHour[]>;

/** The rules to try; an absent one stays as the book has it. */
export type ProposedRules = { [K in 'publicFreeChapters' | 'earlyAccessDays']?: BookRules[K] | undefined };

export interface WhatIf {
  from: Date;
  to: Date;
  /** Starts and locks of those who were no members. */
  visits: number;
  /** How many of these would meet a lock by the present rules, decided for the hour of each. */
  lockedNow: number;
  lockedProposed: number;
  /** Starts of members. */
  members: number;
}

/** Decides the visits of a book's last 30 days anew, by its rules and by others; rejects where there is no such book. */
export async function whatIf(
  db: Db,
  asked: { bookId: string; proposed: ProposedRules; defaultFree: number; now: Date; hoursOf: HoursOf },
): Promise<WhatIf> {
  const { bookId, proposed, defaultFree, now, hoursOf } = asked;
  const from = new Date(now.getTime() - days * dayMs);
  const { publicFreeChapters, earlyAccessDays } = await readBookRules(db, bookId);
  const present = { publicFreeChapters: publicFreeChapters ?? defaultFree, earlyAccessDays };
  const other = {
    publicFreeChapters:
      (proposed.publicFreeChapters === undefined ? publicFreeChapters : proposed.publicFreeChapters) ?? defaultFree,
    earlyAccessDays: proposed.earlyAccessDays === undefined ? earlyAccessDays : proposed.earlyAccessDays,
  };
  const facts = new Map((await listAccessFacts(db, bookId)).map((chapter) => [chapter.id, chapter]));
  const windows = [...(await listWindowsOf(db, { bookId })), ...(await listWindowsOf(db, { bookId: null }))];
  const freeWindows = mergeWindows(windows);
  const isLocked = (chapter: AccessFacts, hour: Date) =>
    // The hour in which the chapter was published began before that moment.
    decideAccess(chapter, freeWindows, hour > chapter.publishedAt ? hour : chapter.publishedAt).state === 'members';

  const sum: WhatIf = { from, to: now, visits: 0, lockedNow: 0, lockedProposed: 0, members: 0 };
  for (const { chapterId, hour, isMember, starts, locks } of await hoursOf(db, { bookId, from })) {
    const chapter = facts.get(chapterId);
    if (!chapter) continue;
    if (isMember) {
      sum.members += starts;
      continue;
    }
    const visits = starts + locks;
    sum.visits += visits;
    if (isLocked({ ...chapter, ...present }, hour)) sum.lockedNow += visits;
    if (isLocked({ ...chapter, ...other }, hour)) sum.lockedProposed += visits;
  }
  return sum;
}
